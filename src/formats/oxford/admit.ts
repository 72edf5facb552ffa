// Whether a contribution is legal, and what is read out of it: names and aims of arguments, scores of a judgment.
import type * as z from 'zod';
import { readAnswer } from '../../domain/answers/read-answer.ts';
import type { EventData, RuleData } from '../../domain/events.ts';
import type { Problem } from '../../domain/failures/errors.ts';
import { accept, notDue, refuse, refuseAnswer } from '../common/admission.ts';
import { admitSynthesis, isRuled, manualOutcome, refuseManualOutcome } from '../common/closing.ts';
import type { Admission, Contribution } from '../format.ts';
import { checkArguments, type Targets } from './admit/arguments.ts';
import { readAssessment } from './admit/assessment.ts';
import { readJudgment } from './admit/judgment.ts';
import type { ReadJudgment } from './admit/read-judgment.ts';
import { argumentsSchema, assessmentSchema, judgmentSchema } from './answers.ts';
import { argumentDataSchema, judgmentDataSchema } from './data.ts';
import { type Ballot, createBallot } from './judging/ballot.ts';
import type { Order } from './judging/neutral-names.ts';
import { next } from './next.ts';
import { MAX_EXCHANGES } from './options.ts';
import { argumentId, isSide, otherSide, type Side } from './seats.ts';
import type { State } from './state.ts';
import { isDue, isPhaseHalfDone, orderOf, scoresByDimension } from './state.ts';
import { warnOfLength } from './text-limits.ts';

/** In UTF-16 units, far above what three arguments within their word limits need. */
const MAX_ANSWER = 64_000;

const asWarnings = (repairs: readonly string[]) => repairs.map((repair) => `The answer was repaired: ${repair}.`);

function refuseUndue(state: State, contribution: Contribution): Admission {
  const { seat, act } = contribution;
  const message = `No ${act} is due from "${seat}".`;
  return refuse({ ...notDue(next(state), contribution), message });
}

/** The recorded reading of a text that is gone: it stands, if it is one that this request can have. */
function recordedArguments(state: State, side: Side, data: RuleData): Admission {
  const parsed = argumentDataSchema.safeParse(data);
  const fits =
    parsed.success &&
    parsed.data.exchange === state.exchange &&
    parsed.data.arguments.every(({ id }, index, { length }) => id === argumentId(side, state.exchange, index, length));
  return fits ? accept(data) : refuseAnswer(['the data of the arguments does not fit']);
}

function admitArguments(state: State, side: Side, content: string): Admission {
  const { exchange } = state;
  const answer = readAnswer(content, argumentsSchema);
  if (!answer.ok) return refuseAnswer(answer.issues);
  const given = answer.value.arguments;
  const earlier = (of: Side) => state.arguments[of].filter((each) => each.exchange < exchange).map(({ id }) => id);
  const targets: Targets = { own: earlier(side), opposing: earlier(otherSide(side)) };
  const issues = checkArguments(given, exchange, targets);
  if (issues.length > 0) return refuseAnswer(issues);
  const read = given.map(({ attacks, defends }, index) => ({
    id: argumentId(side, exchange, index, given.length),
    attacks: (attacks ?? []).map(({ target_id, attack_type }) => ({ target: target_id.trim(), type: attack_type })),
    defends: (defends ?? []).map(({ target_id, defense_type }) => ({ target: target_id.trim(), type: defense_type })),
  }));
  return accept({ exchange, arguments: read }, [...asWarnings(answer.repairs), ...warnOfLength(given)]);
}

function recordedJudgment(state: State, seat: string, order: Order, data: RuleData): Admission {
  const parsed = judgmentDataSchema.safeParse(data);
  const docket = createBallot(state, seat, order);
  const fits =
    parsed.success &&
    parsed.data.exchange === state.exchange &&
    parsed.data.order === order &&
    parsed.data.first === docket.first &&
    parsed.data.scores.map(({ id }) => id).join() === docket.due.join() &&
    parsed.data.rescores.every(({ id }) => docket.earlier.has(id));
  return fits ? accept(data) : refuseAnswer(['the data of the judgment does not fit']);
}

function admitJudgment(state: State, seat: string, order: Order, content: string): Admission {
  const docket = createBallot(state, seat, order);
  const read = <T>(schema: z.ZodType<T>, judge: (value: T, docket: Ballot) => ReadJudgment): Admission => {
    const answer = readAnswer(content, schema);
    if (!answer.ok) return refuseAnswer(answer.issues);
    const { scores, rescores, warnings, issues } = judge(answer.value, docket);
    if (issues.length > 0) return refuseAnswer(issues);
    const data = { exchange: state.exchange, order, first: docket.first, scores: [...scores], rescores: [...rescores] };
    return accept(data as unknown as RuleData, [...asWarnings(answer.repairs), ...warnings]);
  };
  return scoresByDimension(state) ? read(assessmentSchema, readAssessment) : read(judgmentSchema, readJudgment);
}

export function admit(state: State, contribution: Contribution): Admission {
  const { seat, act, content, data } = contribution;
  if (!isDue(state, seat, act)) return refuseUndue(state, contribution);
  if (content !== undefined && content.length > MAX_ANSWER) {
    return refuseAnswer([`the answer has more than ${MAX_ANSWER} characters`]);
  }
  const order = orderOf(act);
  if (isSide(seat)) {
    return content === undefined ? recordedArguments(state, seat, data) : admitArguments(state, seat, content);
  }
  if (order === undefined) return refuseUndue(state, contribution);
  return content === undefined
    ? recordedJudgment(state, seat, order, data)
    : admitJudgment(state, seat, order, content);
}

/** Closing as the totals have it, or manually with a decision in words. */
export function admitClose(state: State, close: EventData<'debate-closed'>, text: string | undefined): Admission {
  const { decision, outcome } = close;
  if (decision === null || 'turn' in decision) {
    if (isRuled(next(state), close)) return accept({});
    return refuse({
      code: 'rule-violation',
      message: 'The totals decide only once the last exchange has been judged.',
      hint: 'Resume the debate, or close it with your own synthesis.',
    });
  }
  const expected = manualOutcome(state);
  return outcome === expected ? admitSynthesis(text) : refuseManualOutcome(expected, outcome);
}

export function admitExtension(state: State, rounds: number): Problem | undefined {
  const { planned, ended } = state;
  if (ended === 'closed' && isPhaseHalfDone(state)) {
    return {
      code: 'not-active',
      message: 'It was closed during an exchange, so everyone has seen arguments meant to be hidden.',
      hint: 'Start another debate.',
    };
  }
  if (planned + rounds <= MAX_EXCHANGES) return undefined;
  return {
    code: 'bad-input',
    message: `The debate has ${planned} exchanges; with ${rounds} more it would have over ${MAX_EXCHANGES}.`,
  };
}
