// Whether a contribution is legal, and what is read out of it.

import type { ReadAnswer } from '../../domain/answers/read-answer.ts';
import type { EventData, RuleData } from '../../domain/events.ts';
import { accept, EMPTY_SYNTHESIS, notDue, refuse, tooLong } from '../admission.ts';
import type { Admission, Contribution } from '../format.ts';
import { readCompositionTurn } from './admit/composition.ts';
import { readCritiqueTurn } from './admit/critique.ts';
import { type Reading, readPlanTurn } from './admit/plan.ts';
import { readVerdicts } from './admit/votes.ts';
import { readComposition, readCritique, readPlan, readValidation } from './answers/readers.ts';
import { type Act, dataSchemas, isAct } from './data.ts';
import { isDue } from './evolve/phases.ts';
import { next } from './next.ts';
import { PATIENCE, type State } from './state.ts';

function ruleViolation(issues: readonly string[]): Admission {
  const message = `The contribution breaks the rules: ${issues.join(' ')}`;
  return refuse({ code: 'rule-violation', message, issues });
}

/** What is wrong is asked for once more; what can be mended is taken the second time, and the record says so. */
function admitReading<T>(
  state: State,
  seat: string,
  answer: ReadAnswer<T>,
  read: (value: T) => Reading<RuleData>,
): Admission {
  if (!answer.ok) return ruleViolation(answer.issues);
  const { data, mendable, fatal, warnings = [] } = read(answer.value);
  const patient = (state.refused[seat]?.length ?? 0) < PATIENCE;
  const issues = [...fatal, ...(patient ? mendable : [])];
  if (issues.length > 0) return ruleViolation(issues);
  const leftOut = mendable.map((issue) => `Left as it is after a second answer: ${issue}`);
  return accept(data, [...answer.repairs, ...leftOut, ...warnings]);
}

function readTurn(state: State, act: Act, { seat, byHand }: Contribution, content: string): Admission {
  switch (act) {
    case 'plan':
      return admitReading(state, seat, readPlan(content, byHand), (answer) => readPlanTurn(state, seat, answer));
    case 'critique':
      return admitReading(state, seat, readCritique(content, byHand), (answer) =>
        readCritiqueTurn(state, seat, answer, byHand),
      );
    case 'compose':
      return admitReading(state, seat, readComposition(content), (answer) => readCompositionTurn(state, answer));
    case 'validate':
      return admitReading(state, seat, readValidation(content, byHand), (answer) => readVerdicts(state, answer));
  }
}

export function admit(state: State, contribution: Contribution): Admission {
  const { seat, act, content, data } = contribution;
  if (!isAct(act) || !isDue(state, seat, act)) return refuse(notDue(next(state), contribution));
  if (content === undefined) {
    // The words are gone, so what was read out of them stands, if it has the form of it.
    const parsed = dataSchemas[act].safeParse(data);
    return parsed.success ? accept(data) : ruleViolation(['The data of the turn do not have the form of what is due.']);
  }
  if (content.trim() === '') return ruleViolation(['The contribution is empty.']);
  const long = tooLong(content, state.options.maxContent);
  return long === undefined ? readTurn(state, act, contribution, content) : ruleViolation([`It ${long}`]);
}

/** Closing as the rules have it, or by hand with a synthesis. */
export function admitClose(state: State, close: EventData<'debate-closed'>, text: string | undefined): Admission {
  const { decision, outcome } = close;
  if (decision === null) {
    const due = next(state);
    if (due.kind === 'close' && due.close.outcome === outcome) return accept({});
    return refuse({
      code: 'rule-violation',
      message: `The rules do not give the outcome "${outcome}" here.`,
      hint: 'Resume the debate, or close it with a synthesis of your own.',
    });
  }
  const expected = state.over ? 'stopped-by-limit' : 'decided';
  if ('turn' in decision || outcome !== expected) {
    const message = `Closed by hand, the outcome is "${expected}" and the decision is given in words.`;
    return refuse({ code: 'rule-violation', message });
  }
  if (text === undefined) return accept({});
  if (text.trim() === '') {
    return refuse(EMPTY_SYNTHESIS);
  }
  const long = tooLong(text, state.options.maxContent);
  return long === undefined ? accept({}) : ruleViolation([`It ${long}`]);
}
