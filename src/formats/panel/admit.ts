// Whether a contribution is legal, and what is read out of it.
import { accept, notDue, refuse, refuseViolation, tooLong } from '../common/admission.ts';
import { isBlank } from '../common/wording.ts';
import type { Admission, Contribution } from '../format.ts';
import { admitDecision } from './admit/decision.ts';
import { admitReply } from './admit/reply.ts';
import { DATA, isAct } from './data.ts';
import { next } from './next.ts';
import type { State } from './state.ts';

export function admit(state: State, contribution: Contribution): Admission {
  const { seat, act, content, data } = contribution;
  const due = next(state);
  const isDue = due.kind === 'ask' && due.steps.some((step) => step.seat === seat && step.act === act);
  if (!isDue || !isAct(act)) return refuse(notDue(due, contribution));
  if (content === undefined && !DATA[act].safeParse(data).success) {
    return refuse({ code: 'rule-violation', message: 'The data of the turn do not fit.' });
  }
  const long = content === undefined ? undefined : tooLong(content, state.options.maxContent);
  if (long !== undefined) return refuseViolation([`It ${long}`]);
  if (content !== undefined && isBlank(content)) return refuseViolation(['The contribution is empty.']);
  switch (act) {
    case 'reply':
      return admitReply(state, contribution);
    case 'decision':
      return admitDecision(state, contribution);
    case 'minority-report':
      return accept({});
  }
}
