// Whether a contribution is legal, and what is read out of it.

import type { ReadAnswer } from '../../domain/answers/read-answer.ts';
import type { EventData } from '../../domain/events.ts';
import { accept, admitRecorded, notDue, refuse, refuseViolation, tooLong } from '../common/admission.ts';
import { admitReading, type Reading } from '../common/answer-reading.ts';
import { countRefusals } from '../common/base-state.ts';
import { admitSynthesis, isRuled, manualOutcome, refuseOutcome } from '../common/closing.ts';
import type { Admission, Contribution } from '../format.ts';
import { readCompositionTurn } from './admit/composition.ts';
import { readCritiqueTurn } from './admit/critique.ts';
import { readPlanTurn } from './admit/plan.ts';
import { readVerdicts } from './admit/votes.ts';
import { readComposition, readCritique, readPlan, readValidation } from './answers/readers.ts';
import { type Act, dataSchemas, isAct } from './data.ts';
import { isDue } from './evolve/phases.ts';
import { next } from './next.ts';
import { PATIENCE, type State } from './state.ts';

const MISFIT = refuseViolation(['The data of the turn do not fit the expected turn.']);

/** What is wrong is asked for once more; what still is wrong then is left out, and the record says so. */
function admitAct(state: State, act: Act, { seat, byHand }: Contribution, content: string): Admission {
  const judge = <T>(answer: ReadAnswer<T>, read: (value: T) => Reading) =>
    admitReading(answer, read, {
      patient: countRefusals(state, seat, act) < PATIENCE,
      refuse: refuseViolation,
      warn: (doubt) => `Still there after a second answer: ${doubt}`,
    });
  switch (act) {
    case 'plan':
      return judge(readPlan(content, byHand), (answer) => readPlanTurn(state, seat, answer));
    case 'critique':
      return judge(readCritique(content, byHand), (answer) => readCritiqueTurn(state, seat, answer, byHand));
    case 'compose':
      return judge(readComposition(content), (answer) => readCompositionTurn(state, answer));
    case 'validate':
      return judge(readValidation(content, byHand), (answer) => readVerdicts(state, answer));
  }
}

export function admit(state: State, contribution: Contribution): Admission {
  const { seat, act, content, data } = contribution;
  if (!isAct(act) || !isDue(state, seat, act)) return refuse(notDue(next(state), contribution));
  if (content === undefined) return admitRecorded(dataSchemas[act], data, MISFIT);
  if (content.trim() === '') return refuseViolation(['The contribution is empty.']);
  const long = tooLong(content, state.options.maxContent);
  return long === undefined ? admitAct(state, act, contribution, content) : refuseViolation([`It ${long}`]);
}

/** Closing as the rules have it, or manually with a synthesis. */
export function admitClose(state: State, close: EventData<'debate-closed'>, text: string | undefined): Admission {
  const { decision, outcome } = close;
  if (decision === null) return isRuled(next(state), close) ? accept({}) : refuseOutcome(outcome);
  const expected = manualOutcome(state);
  if ('turn' in decision || outcome !== expected) {
    const message = `When you close a plan manually, its outcome is "${expected}", with the decision in words.`;
    return refuse({ code: 'rule-violation', message });
  }
  return admitSynthesis(text, state.options.maxContent);
}
