// Whether a contribution is legal, and what is read out of it.

import type { ReadAnswer } from '../../domain/answers/read-answer.ts';
import type { EventData, RuleData } from '../../domain/events.ts';
import { accept, EMPTY_SYNTHESIS, notDue, refuse, tooLong } from '../admission.ts';
import type { Admission, Contribution } from '../format.ts';
import { readCompositionData } from './admit-compose.ts';
import { readCritiqueData, readVotes } from './admit-critique.ts';
import { type Reading, readPlanData } from './admit-plan.ts';
import { readComposition, readCritique, readPlan, readValidation } from './answers.ts';
import { type Act, dataSchemas, isAct, type ValidateData } from './data.ts';
import { isDue } from './evolve.ts';
import { idIn } from './ids.ts';
import { next, onBallot } from './next.ts';
import type { ValidateAnswer } from './schemas.ts';
import { PATIENCE, type State } from './state.ts';

function violation(issues: readonly string[]): Admission {
  const message = `The contribution breaks the rules: ${issues.join(' ')}`;
  return refuse({ code: 'rule-violation', message, issues });
}

function readVerdicts(state: State, { votes: given }: ValidateAnswer): Reading<ValidateData> {
  const { steps, eliminated } = onBallot(state);
  const { votes, issues } = readVotes(
    [...steps, ...eliminated],
    given.map(({ step, vote }) => ({ id: idIn(step), vote })),
  );
  const reasons = given.flatMap(({ vote, reason }, index) =>
    vote === 'reject' && (reason ?? '').trim() === '' ? [`Vote ${index + 1} rejects without a reason.`] : [],
  );
  return {
    data: { votes },
    mendable: [...issues, ...reasons],
    fatal: votes.length === 0 ? ['No vote is readable.'] : [],
  };
}

/** What is wrong is asked for once more; what can be mended is taken the second time, and the record says so. */
function judged<T>(
  state: State,
  seat: string,
  answer: ReadAnswer<T>,
  read: (value: T) => Reading<RuleData>,
): Admission {
  if (!answer.ok) return violation(answer.issues);
  const { data, mendable, fatal, warnings = [] } = read(answer.value);
  const patient = (state.refused[seat]?.length ?? 0) < PATIENCE;
  const issues = [...fatal, ...(patient ? mendable : [])];
  if (issues.length > 0) return violation(issues);
  const leftOut = mendable.map((issue) => `Still there after a second answer: ${issue}`);
  return accept(data, [...answer.repairs, ...leftOut, ...warnings]);
}

function readTurn(state: State, act: Act, { seat, byHand }: Contribution, content: string): Admission {
  switch (act) {
    case 'plan':
      return judged(state, seat, readPlan(content, byHand), (answer) => readPlanData(state, seat, answer));
    case 'critique':
      return judged(state, seat, readCritique(content, byHand), (answer) =>
        readCritiqueData(state, seat, answer, byHand),
      );
    case 'compose':
      return judged(state, seat, readComposition(content), (answer) => readCompositionData(state, answer));
    case 'validate':
      return judged(state, seat, readValidation(content, byHand), (answer) => readVerdicts(state, answer));
  }
}

export function admit(state: State, contribution: Contribution): Admission {
  const { seat, act, content, data } = contribution;
  if (!isAct(act) || !isDue(state, seat, act)) return refuse(notDue(next(state), contribution));
  if (content === undefined) {
    // The words are gone, so what was read out of them stands, if it has the form of it.
    const parsed = dataSchemas[act].safeParse(data);
    return parsed.success ? accept(data) : violation(['The data of the turn do not fit the expected turn.']);
  }
  if (content.trim() === '') return violation(['The contribution is empty.']);
  const long = tooLong(content, state.options.maxContent);
  return long === undefined ? readTurn(state, act, contribution, content) : violation([`It ${long}`]);
}

/** Closing as the rules have it, or by hand with a synthesis. */
export function admitClose(state: State, close: EventData<'debate-closed'>, text: string | undefined): Admission {
  const { decision, outcome } = close;
  if (decision === null) {
    const due = next(state);
    if (due.kind === 'close' && due.close.outcome === outcome) return accept({});
    return refuse({
      code: 'rule-violation',
      message: `The rules do not allow the outcome "${outcome}" here.`,
      hint: 'Resume the debate, or close it with your own synthesis.',
    });
  }
  const expected = state.over ? 'stopped-by-limit' : 'decided';
  if ('turn' in decision || outcome !== expected) {
    const message = `When you close a plan manually, its outcome is "${expected}", with the decision in words.`;
    return refuse({ code: 'rule-violation', message });
  }
  if (text === undefined) return accept({});
  if (text.trim() === '') {
    return refuse(EMPTY_SYNTHESIS);
  }
  const long = tooLong(text, state.options.maxContent);
  return long === undefined ? accept({}) : violation([`It ${long}`]);
}
