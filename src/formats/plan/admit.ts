// Whether a contribution is legal, and what is read out of it.

import type { ReadAnswer } from '../../domain/answers/read-answer.ts';
import type { Problem } from '../../domain/errors.ts';
import type { EventData, RuleData } from '../../domain/events.ts';
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

const refuse = (problem: Problem): Admission => ({ ok: false, problem });
const accept = (data: RuleData, warnings: readonly string[] = []): Admission => ({ ok: true, data, warnings });

function violation(issues: readonly string[]): Admission {
  const message = `The contribution breaks the rules: ${issues.join(' ')}`;
  return refuse({ code: 'rule-violation', message, issues });
}

function notDue(state: State, { seat, act }: Contribution): Problem {
  const due = next(state);
  const waiting = due.kind === 'ask' ? due.steps.map((step) => `${step.seat} (${step.act})`).join(', ') : undefined;
  return {
    code: 'not-your-turn',
    message: `It is not for "${seat}" to make a ${act} now.`,
    hint: waiting === undefined ? 'Nothing is due.' : `Due now: ${waiting}.`,
  };
}

function tooLong({ options }: State, content: string): Admission | undefined {
  const limit = options.maxContent;
  // Counting code points costs time, so only what is long enough in UTF-16 units is counted.
  if (content.length <= limit) return undefined;
  const length = [...content].length;
  return length <= limit ? undefined : violation([`It has ${length} characters; at most ${limit} are allowed.`]);
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
    fatal: votes.length === 0 ? ['No vote can be read.'] : [],
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
  const leftOut = mendable.map((issue) => `Left as it is after a second answer: ${issue}`);
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
  if (!isAct(act) || !isDue(state, seat, act)) return refuse(notDue(state, contribution));
  if (content === undefined) {
    // The words are gone, so what was read out of them stands, if it has the form of it.
    const parsed = dataSchemas[act].safeParse(data);
    return parsed.success ? accept(data) : violation(['The data of the turn do not have the form of what is due.']);
  }
  if (content.trim() === '') return violation(['The contribution is empty.']);
  return tooLong(state, content) ?? readTurn(state, act, contribution, content);
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
    return refuse({ code: 'bad-input', message: 'The synthesis is empty.', hint: 'Say what is decided.' });
  }
  return tooLong(state, text) ?? accept({});
}
