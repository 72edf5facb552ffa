// An answer to a question: as a ledger has it, read out of words, and in words again.
import * as z from 'zod';
import type { Question } from './question.ts';

const option = z.number().int().min(1);
/** Numbers in events are integers, so others are kept as they are written. */
const decimal = z.string().regex(/^-?\d+(?:\.\d+)?$/);

export const answerSchema = z.discriminatedUnion('kind', [
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
  z.strictObject({ kind: z.literal('probability'), percent: z.number().int().min(0).max(100) }),
  /** In words, which stand in the text of the turn. */
  z.strictObject({ kind: z.literal('text') }),
]);

export type Answer = z.infer<typeof answerSchema>;

export type AnswerReading =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly issue: string };

const NONE = /^(?:none|none of these|none of them|neither|no option)$/;
const UNSURE = /^(?:unsure|not enough to say|not sure|unknown|cannot say|abstain)$/;

const simplify = (text: string) =>
  text
    .toLowerCase()
    .replace(/[*_`"'“”‘’]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[\s.!,;:]+$/, '')
    .trim();

/** The number of an option that is meant by its number, its words, or both. */
function findOption(options: readonly string[], said: string): number | undefined {
  const known = options.map(simplify);
  const exact = known.indexOf(said);
  if (exact !== -1) return exact + 1;
  const [, digits, rest = ''] = /^(?:option |answer )?(\d{1,2})(?:[.):]|$)\s*(.*)$/.exec(said) ?? [];
  const number = Number(digits);
  if (digits === undefined || number < 1 || number > options.length) return undefined;
  return rest === '' || known[number - 1] === rest ? number : undefined;
}

function readRanking(options: readonly string[], said: string): AnswerReading {
  const order = said.split(/\s*[>,;\n]\s*/).map((part) => findOption(options, part));
  const isWhole = order.length === options.length && new Set(order).size === order.length && !order.includes(undefined);
  if (isWhole) return { ok: true, answer: { kind: 'ranking', order: order as number[] } };
  return { ok: false, issue: 'A ranking names every option once, the best first, with ">" between them.' };
}

const NUMBER = String.raw`-?\d[\d ,_]*(?:\.\d+)?`;
const WITH_RANGE = new RegExp(
  `^(${NUMBER})[^\\d-]*?(?:\\(?\\s*(${NUMBER})\\s*(?:to|–|-|\\.\\.)\\s*(${NUMBER})\\s*\\)?)?[^\\d]*$`,
);
const WITH_MARGIN = new RegExp(`^(${NUMBER})\\s*(?:±|\\+/-|\\+-)\\s*(${NUMBER})`);

function toDecimal(text: string): string {
  const number = Number(text.replace(/[ ,_]/g, ''));
  return number.toFixed(6).replace(/\.?0+$/, '');
}

function readNumber(said: string): AnswerReading {
  const margin = WITH_MARGIN.exec(said);
  const range = margin ?? WITH_RANGE.exec(said);
  const [, value, one, other] = range ?? [];
  if (value === undefined) return { ok: false, issue: 'The answer is not a number; write it such as 12.5 (10 to 15).' };
  if (margin !== null) {
    const [middle, width] = [Number(toDecimal(value)), Math.abs(Number(toDecimal(one ?? '0')))];
    const bound = (number: number) => toDecimal(String(number));
    return {
      ok: true,
      answer: {
        kind: 'number',
        value: toDecimal(value),
        range: { low: bound(middle - width), high: bound(middle + width) },
      },
    };
  }
  if (one === undefined || other === undefined)
    return { ok: true, answer: { kind: 'number', value: toDecimal(value), range: null } };
  const [low, high] = [toDecimal(one), toDecimal(other)];
  if (Number(low) > Number(value) || Number(value) > Number(high)) {
    return { ok: false, issue: `The number ${toDecimal(value)} is not between ${low} and ${high}.` };
  }
  return { ok: true, answer: { kind: 'number', value: toDecimal(value), range: { low, high } } };
}

function readProbability(said: string): AnswerReading {
  const [, digits, fraction, percent] = /^(\d{1,3})(\.\d+)?\s*(%|percent)?/.exec(said) ?? [];
  const number = Number(`${digits}${fraction ?? ''}`);
  const isShare = percent === undefined && fraction !== undefined && number <= 1;
  const value = Math.round(isShare ? number * 100 : number);
  if (digits === undefined || value > 100) {
    return { ok: false, issue: 'A probability is a number from 0 to 100, in percent.' };
  }
  return { ok: true, answer: { kind: 'probability', percent: value } };
}

function listOptions(options: readonly string[]): string {
  return options.map((text, index) => `${index + 1} (${text})`).join(', ');
}

/** What somebody means who answers the question so. */
export function readAnswerTo(question: Question, text: string): AnswerReading {
  const said = simplify(text);
  if (said === '') return { ok: false, issue: 'The answer is empty.' };
  const { answer, options } = question;
  if (answer === 'text') return { ok: true, answer: { kind: 'text' } };
  const chosen = options.length === 0 ? undefined : findOption(options, said);
  if (chosen !== undefined && answer !== 'ranking') return { ok: true, answer: { kind: 'option', option: chosen } };
  if (NONE.test(said)) return { ok: true, answer: { kind: 'none' } };
  if (UNSURE.test(said)) return { ok: true, answer: { kind: 'unsure' } };
  if (answer === 'ranking') return readRanking(options, said);
  if (answer === 'number') return readNumber(said);
  if (answer === 'probability') return readProbability(said);
  const shown = text.trim().slice(0, 60);
  return {
    ok: false,
    issue: `"${shown}" is none of the answers ${listOptions(options)}, "none of these", "not enough to say".`,
  };
}

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

/** In words: "Go", "Rust > Go > C", "12.5 (10 to 15)". An answer in words of its own is in the turn. */
export function formatAnswer({ options }: Question, answer: Answer): string {
  const nameOf = (number: number) => options[number - 1] ?? `option ${number}`;
  switch (answer.kind) {
    case 'option':
      return nameOf(answer.option);
    case 'none':
      return 'None of these';
    case 'unsure':
      return 'Not enough to say';
    case 'ranking':
      return answer.order.map(nameOf).join(' > ');
    case 'number':
      return answer.range === null ? answer.value : `${answer.value} (${answer.range.low} to ${answer.range.high})`;
    case 'probability':
      return `${answer.percent} %`;
    case 'text':
      return 'In words';
  }
}

/** Percentage points within which two probabilities count as the same answer. */
const SAME_PROBABILITY = 10;
const EVEN = 50;

/**
 * Whether two answers come to the same. Numbers do when each lies in the other's range. Probabilities do when they are close and not
 * on different sides of 50 %, since then one of the two turns out right and the other wrong. Words cannot be compared.
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

type NumberAnswer = Extract<Answer, { kind: 'number' }>;

function isWithin({ value }: NumberAnswer, { range }: NumberAnswer): boolean {
  return range !== null && Number(range.low) <= Number(value) && Number(value) <= Number(range.high);
}
