// What turned out later, what it says of an answer, and what it says of the answer of a debate.
import * as z from 'zod';
import { type Answer, answerSchema, isSameAnswer } from '../question/answer.ts';
import {
  addDecimals,
  type Decimal,
  isAtMost,
  measureDecimal,
  measureDistance,
  multiplyDecimals,
  parseDecimal,
} from '../question/decimal.ts';
import { formatAnswer } from '../question/format-answer.ts';
import type { Question } from '../question/question.ts';

export const VERDICTS = ['right', 'wrong', 'mixed'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Either how the decision did, or which answer was the right one; what follows from the one for the other is worked out when it is read. */
export const turnedOutSchema = () =>
  z.union([z.strictObject({ verdict: z.enum(VERDICTS) }), z.strictObject({ answer: answerSchema })]);

export type TurnedOut = z.infer<ReturnType<typeof turnedOutSchema>>;

/** The question of a debate and the answer of its seats, if they came to one. */
export interface Settled {
  readonly question?: Question | undefined;
  readonly answer?: Answer | undefined;
}

/** The right answer in words: of what somebody forecast, whether it happened. */
export function formatTruth(question: Question, truth: Answer): string {
  if (truth.kind !== 'probability') return formatAnswer(question, truth);
  return { 0: 'it did not happen', 100: 'it happened' }[truth.percent] ?? formatAnswer(question, truth);
}

/** Share of the true number by which a number without a range may miss it and still be half right. */
const CLOSE = parseDecimal('0.1');
/** What a miss costs: of a range that is bet on at 80%, 2 / 0.2. */
const MISS = parseDecimal('10');
const EVEN = 50;

type Range = NonNullable<Extract<Answer, { kind: 'number' }>['range']>;

/**
 * Whether a range holds the true number, and whether it is of use: its interval score, the lower the better, is at most the true number.
 * That is the width, and ten times what the truth lies outside. Gneiting and Raftery, "Strictly proper scoring rules, prediction, and
 * estimation", Journal of the American Statistical Association 102 (2007).
 */
function judgeRange(range: Range, truth: Decimal): { readonly isHeld: boolean; readonly isUseful: boolean } {
  const [low, high] = [parseDecimal(range.low), parseDecimal(range.high)];
  const isHeld = isAtMost(low, truth) && isAtMost(truth, high);
  const width = measureDistance(low, high);
  const end = isAtMost(truth, low) ? low : high;
  const score = isHeld ? width : addDecimals(width, multiplyDecimals(MISS, measureDistance(end, truth)));
  return { isHeld, isUseful: isAtMost(score, measureDecimal(truth)) };
}

/** A range has to hold the number and be of use: what is too wide, or narrowly misses, is half right. Exact, as it was written. */
function judgeNumber({ value, range }: Extract<Answer, { kind: 'number' }>, truth: Decimal): Verdict {
  if (range === null) {
    const missed = measureDistance(parseDecimal(value), truth);
    if (missed.digits === 0n) return 'right';
    return isAtMost(missed, multiplyDecimals(CLOSE, measureDecimal(truth))) ? 'mixed' : 'wrong';
  }
  const { isHeld, isUseful } = judgeRange(range, truth);
  return isHeld && isUseful ? 'right' : isHeld || isUseful ? 'mixed' : 'wrong';
}

function judgeProbability(given: number, truth: number): Verdict {
  const hasHappened = truth === 100 || truth === 0;
  if (!hasHappened) {
    const answer = (percent: number): Answer => ({ kind: 'probability', percent });
    return isSameAnswer(answer(given), answer(truth)) ? 'right' : 'wrong';
  }
  if (given === EVEN) return 'mixed';
  return given > EVEN === truth > EVEN ? 'right' : 'wrong';
}

/**
 * How an answer did. A number is right when the true one lies in its range, and that is narrow enough to be of use; without a range when
 * it is the true one, and mixed within 10% of it. A probability is
 * right on the side of 50% on which things came out, and mixed at 50%. A ranking is mixed when only its first place is right.
 * `undefined` for what says nothing: "not enough to say", and words.
 */
export function judgeAnswer(given: Answer, truth: Answer): Verdict | undefined {
  if (given.kind === 'unsure' || given.kind === 'text' || truth.kind === 'text') return undefined;
  if (given.kind === 'number' && truth.kind === 'number') return judgeNumber(given, parseDecimal(truth.value));
  if (given.kind === 'probability' && truth.kind === 'probability')
    return judgeProbability(given.percent, truth.percent);
  if (given.kind === 'ranking' && truth.kind === 'ranking' && !isSameAnswer(given, truth)) {
    return given.order[0] === truth.order[0] ? 'mixed' : 'wrong';
  }
  return isSameAnswer(given, truth) ? 'right' : 'wrong';
}

/** How the decision of a debate did; `undefined` where it has no answer that could have been right. */
export function judgeDebate(turnedOut: TurnedOut, { answer }: Settled): Verdict | undefined {
  if ('verdict' in turnedOut) return turnedOut.verdict;
  return answer === undefined ? undefined : judgeAnswer(answer, turnedOut.answer);
}

/** The right answer, as far as it is known: of two options that only one was wrong says which was right. */
export function findTruth(turnedOut: TurnedOut, { question, answer }: Settled): Answer | undefined {
  if ('answer' in turnedOut) return turnedOut.answer;
  if (answer === undefined || turnedOut.verdict === 'mixed') return undefined;
  const { verdict } = turnedOut;
  if (answer.kind === 'probability') {
    if (answer.percent === EVEN) return undefined;
    return { kind: 'probability', percent: (verdict === 'right') === answer.percent > EVEN ? 100 : 0 };
  }
  // A range that held says nothing about which number it was.
  if (answer.kind === 'number') return undefined;
  if (verdict === 'right') return answer;
  const isEitherOr = question?.answer === 'yes-no' && answer.kind === 'option';
  return isEitherOr ? { kind: 'option', option: 3 - answer.option } : undefined;
}

/** How the answer of one seat did, by what is known of the right one. */
export function judgeSeat(given: Answer, turnedOut: TurnedOut, settled: Settled): Verdict | undefined {
  const truth = findTruth(turnedOut, settled);
  if (truth !== undefined) return judgeAnswer(given, truth);
  const isSame = settled.answer !== undefined && isSameAnswer(given, settled.answer);
  return isSame && 'verdict' in turnedOut ? turnedOut.verdict : undefined;
}
