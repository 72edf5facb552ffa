// An answer to a question: as a ledger has it, and in words.
import * as z from 'zod';
import { isAtMost, measureDistance, parseDecimal } from './decimal.ts';
import type { Question } from './question.ts';

const option = z.int().min(1);
/** Numbers in events are integers, so others are kept as they are written. */
const decimal = z.string().regex(/^-?\d+(?:\.\d+)?$/);

export const answerSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('option'), option }),
    /** None of the options; or the question is put wrongly. */
    z.strictObject({ kind: z.literal('none') }),
    /** Not enough is known to say. */
    z.strictObject({ kind: z.literal('unsure') }),
    /** Every option once, the best first. */
    z.strictObject({ kind: z.literal('ranking'), order: z.array(option).min(2) }),
    z.strictObject({
      kind: z.literal('number'),
      value: decimal,
      /** Where whoever says it would bet that it lies. */
      range: z.strictObject({ low: decimal, high: decimal }).nullable(),
    }),
    z.strictObject({ kind: z.literal('probability'), percent: z.int().min(0).max(100) }),
    /** In words, which stand in the text of the turn. */
    z.strictObject({ kind: z.literal('text') }),
  ]),
);

export type Answer = z.infer<typeof answerSchema>;

export type AnswerReading =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly issue: string };

/** Why an answer of this form cannot be one to this question; a redacted turn is held to it. */
export function isAnswerTo({ answer, options }: Question, given: Answer): boolean {
  switch (given.kind) {
    case 'none':
    case 'unsure':
      return answer !== 'text';
    case 'option':
      return (answer === 'yes-no' || answer === 'choice') && given.option <= options.length;
    case 'ranking':
      return (
        answer === 'ranking' &&
        new Set(given.order).size === options.length &&
        given.order.every((each) => each <= options.length)
      );
    default:
      return answer === given.kind;
  }
}

/** Percentage points within which two probabilities count as the same answer. */
const SAME_PROBABILITY = 10;
const EVEN = 50;
/** Of the last place that is written: what rounding may add or take away. */
const HALF = 5n;

/**
 * Whether two seats agree with one another. Numbers do when each lies in the other's range. Probabilities do when they are close and not
 * on different sides of 50%, since then one of the two turns out right and the other wrong. Words cannot be compared.
 */
export function isSameAnswer(one: Answer, other: Answer): boolean {
  if (one.kind === 'number' && other.kind === 'number') {
    return Number(one.value) === Number(other.value) || (isWithin(one, other) && isWithin(other, one));
  }
  if (one.kind === 'probability' && other.kind === 'probability') {
    const isBetween = (one.percent - EVEN) * (other.percent - EVEN) < 0;
    return !isBetween && Math.abs(one.percent - other.percent) <= SAME_PROBABILITY;
  }
  return one.kind !== 'text' && JSON.stringify(one) === JSON.stringify(other);
}

/** Whether two answers are one: of numbers the value, whatever range each has. Whoever says 62% who had said 60% gives another answer. */
export function isSameValue(one: Answer, other: Answer): boolean {
  if (one.kind === 'number' && other.kind === 'number') return Number(one.value) === Number(other.value);
  return one.kind !== 'text' && JSON.stringify(one) === JSON.stringify(other);
}

/** Whether a text that says `written` gives this answer: a number may be rounded there, to the decimals that are written. */
export function isWrittenFor(answer: Answer, written: Answer): boolean {
  if (answer.kind !== 'number' || written.kind !== 'number') return isSameValue(answer, written);
  const rounded = parseDecimal(written.value);
  const most = { digits: HALF, scale: rounded.scale + 1 };
  return isAtMost(measureDistance(parseDecimal(answer.value), rounded), most);
}

type NumberAnswer = Extract<Answer, { kind: 'number' }>;

function isWithin({ value }: NumberAnswer, { range }: NumberAnswer): boolean {
  return range !== null && Number(range.low) <= Number(value) && Number(value) <= Number(range.high);
}
