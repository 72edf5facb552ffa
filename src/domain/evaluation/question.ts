// A question with a known answer, read from one sample in the field names of Inspect.
import * as z from 'zod';
import { defined } from '../defined.ts';
import { shuffle } from '../draws.ts';
import type { Answer } from '../question/answer.ts';
import { type AnswerKind, YES_NO } from '../question/choices.ts';
import { parseDecimal, shiftDecimal, writeDecimal } from '../question/decimal.ts';
import { simplifyWords } from '../question/match-options.ts';
import type { Question } from '../question/question.ts';
import { readAnswerTo } from '../question/read-answer.ts';
import { findProblems, MOST_PROBLEMS } from '../values/problems.ts';
import type { Tolerance } from './result.ts';

export interface EvaluationQuestion {
  readonly id: string;
  readonly topic: string;
  /** Options in the order of the file, before they are shuffled. */
  readonly question: Question;
  readonly truth: Answer;
  readonly tolerance: Tolerance;
  /** Questions of one group stand or fall together, such as several on one text. */
  readonly group: string;
  /** Kept beside results: what says whose the question is, and that nobody should train on it. */
  readonly kept: Readonly<Record<string, string>>;
}

interface SampleProblem {
  readonly field: string;
  readonly reason: string;
}

export type SampleReading =
  | { readonly ok: true; readonly question: EvaluationQuestion }
  | { readonly ok: false; readonly problems: readonly SampleProblem[] };

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const message = z.looseObject({ role: z.string(), content: z.string() });

/** Inspect's `Sample`, as far as a question to a panel can be one. */
const sampleSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).nullish(),
  input: z.union([z.string(), z.array(message).min(1)]),
  choices: z.array(scalar).nullish(),
  target: z.union([scalar, z.array(scalar)]),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
type RawSample = z.infer<typeof sampleSchema>;

/** They need more than a question: a machine, files, tools. */
const UNUSABLE = ['sandbox', 'files', 'setup'] as const;
const KEPT = ['source', 'license', 'licence', 'canary'] as const;
const KINDS: readonly AnswerKind[] = ['yes-no', 'choice', 'ranking', 'number', 'probability'];
const KIND_WORDS = KINDS.join(', ');

/** Ends the reading of one sample; never leaves this file. */
class Refusal extends Error {
  readonly field: string;

  constructor(field: string, reason: string) {
    super(reason);
    this.field = field;
  }
}

function readInput(input: RawSample['input']): string {
  if (typeof input === 'string') return input.trim();
  const [only] = input;
  if (input.length !== 1 || only?.role !== 'user')
    throw new Refusal('input', 'is a conversation; only a single message of the user can be put to seats');
  return only.content.trim();
}

const NUMERIC = /^-?\d+(?:\.\d+)?$/;
const HAPPENED = /^(?:yes|no|true|false)$/i;

function findKind({ metadata, choices, target }: RawSample): AnswerKind {
  const asked = metadata?.['answer'];
  if (asked !== undefined) {
    const kind = KINDS.find((each) => each === asked);
    if (kind === undefined) throw new Refusal('metadata.answer', `is none of ${KIND_WORDS}`);
    return kind;
  }
  const [first] = Array.isArray(target) ? target : [target];
  if (choices != null && choices.length > 0) {
    const isOneOfThem = choices.some((choice) => simplifyWords(String(choice)) === simplifyWords(String(target)));
    const isOrder = Array.isArray(target) ? target.length > 1 : String(target).includes('>') && !isOneOfThem;
    return isOrder ? 'ranking' : 'choice';
  }
  if (typeof first === 'boolean' || HAPPENED.test(String(first).trim())) return 'yes-no';
  if (typeof first === 'number' || NUMERIC.test(String(first).trim())) return 'number';
  throw new Refusal('target', `is words of its own, which no rule compares; it can be one of ${KIND_WORDS}`);
}

const LETTER = /^\(?([A-Za-z])\)?[.)]?$/;

/** "B" is the second choice, as Inspect has it; a choice in its own words is that choice. */
function readChoice(question: Question, target: string): Answer {
  const words = simplifyWords(target);
  const byWords = question.options.findIndex((option) => simplifyWords(option) === words);
  const letter = LETTER.exec(target.trim())?.[1]?.toUpperCase();
  const index = letter === undefined ? -1 : letter.charCodeAt(0) - 'A'.charCodeAt(0);
  const byLetter = index < question.options.length ? index : -1;
  if (byWords === -1 && byLetter === -1) {
    if (words === 'none of these') return { kind: 'none' };
    const isIndex = /^\d+$/.test(target.trim());
    throw new Refusal(
      'target',
      isIndex
        ? 'is a number that could count from 0 or from 1; write the letter or the words'
        : 'is none of the choices',
    );
  }
  if (byWords !== -1 && byLetter !== -1 && byWords !== byLetter)
    throw new Refusal('target', `"${target}" is the letter of one choice and the words of another`);
  return { kind: 'option', option: (byWords === -1 ? byLetter : byWords) + 1 };
}

function readRanking(question: Question, target: RawSample['target']): Answer {
  const parts = Array.isArray(target) ? target.map(String) : String(target).split('>');
  const order = parts.map((part) => {
    const answer = readChoice(question, part.trim());
    return answer.kind === 'option' ? answer.option : 0;
  });
  const isWhole =
    order.length === question.options.length && new Set(order).size === order.length && !order.includes(0);
  if (!isWhole) throw new Refusal('target', 'a ranking names every choice once, the best first');
  return { kind: 'ranking', order };
}

function readNumber(question: Question, target: string | number | boolean): Answer {
  const text = String(target).trim();
  if (NUMERIC.test(text)) return { kind: 'number', value: text, range: null };
  const reading = readAnswerTo(question, text);
  if (!reading.ok || reading.answer.kind !== 'number')
    throw new Refusal('target', reading.ok ? 'is not a number' : reading.issue);
  return { ...reading.answer, range: null };
}

function readTruth(question: Question, target: RawSample['target']): Answer {
  if (question.answer === 'ranking') return readRanking(question, target);
  if (Array.isArray(target) && target.length !== 1)
    throw new Refusal('target', 'has more than one right answer, or none; a seat gives one');
  const only = Array.isArray(target) ? (target[0] as string) : target;
  const words = String(only).trim();
  switch (question.answer) {
    case 'choice':
      return readChoice(question, words);
    case 'number':
      return readNumber(question, only);
    case 'probability':
      if (!HAPPENED.test(words)) throw new Refusal('target', 'of a probability is yes or no: whether it happened');
      return { kind: 'probability', percent: /^(?:yes|true)$/i.test(words) ? 100 : 0 };
    default:
      if (!HAPPENED.test(words)) throw new Refusal('target', 'of a yes-no question is yes or no');
      return { kind: 'option', option: /^(?:yes|true)$/i.test(words) ? 1 : 2 };
  }
}

const TOLERANCE = /^(\d+(?:\.\d+)?)\s*(%?)$/;

function readTolerance(given: unknown): Tolerance {
  if (given === undefined) return { by: 0 };
  const [, number, percent] = TOLERANCE.exec(String(given).trim()) ?? [];
  if (number === undefined) throw new Refusal('metadata.tolerance', 'is a number such as 0.5, or a share such as "5%"');
  return percent === '%'
    ? { share: Number(writeDecimal(shiftDecimal(parseDecimal(number), -2))) }
    : { by: Number(number) };
}

function readQuestion(sample: RawSample): Question {
  const answer = findKind(sample);
  const { choices, metadata } = sample;
  const hasChoices = choices != null && choices.length > 0;
  const takesChoices = answer === 'choice' || answer === 'ranking';
  if (takesChoices !== hasChoices)
    throw new Refusal(
      'choices',
      takesChoices ? `are missing for a ${answer}` : `do not belong to a ${answer} question`,
    );
  const unit = metadata?.['unit'];
  if (unit !== undefined && (typeof unit !== 'string' || answer !== 'number'))
    throw new Refusal('metadata.unit', 'is a word, and only a number has one');
  const options = takesChoices ? (choices ?? []).map((choice) => String(choice).trim()) : [];
  return { answer, options: answer === 'yes-no' ? YES_NO : options, ...defined({ unit: unit as string | undefined }) };
}

const readText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

function toQuestion(sample: RawSample, id: string): EvaluationQuestion {
  const topic = readInput(sample.input);
  if (topic === '') throw new Refusal('input', 'is empty');
  const unusable = UNUSABLE.find((field) => sample[field] != null);
  if (unusable !== undefined) throw new Refusal(unusable, 'needs a machine or files, and seats get only the question');
  const { metadata } = sample;
  const question = readQuestion(sample);
  return {
    id,
    topic,
    question,
    truth: readTruth(question, sample.target),
    tolerance: readTolerance(metadata?.['tolerance']),
    group: readText(metadata?.['group']) ?? id,
    kept: defined(Object.fromEntries(KEPT.map((name) => [name, readText(metadata?.[name])]))),
  };
}

/** `number`: which sample of the file it is, from 1, and its name where it has none. What else stands in it is left alone. */
export function readSample(raw: unknown, number: number): SampleReading {
  const parsed = sampleSchema.safeParse(raw);
  if (!parsed.success) {
    const problems = findProblems(sampleSchema, raw, MOST_PROBLEMS);
    return {
      ok: false,
      problems: problems.map(({ path, message: reason }) => ({ field: path.join('.') || 'line', reason })),
    };
  }
  try {
    return { ok: true, question: toQuestion(parsed.data, String(parsed.data.id ?? number)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, problems: [{ field: error.field, reason: error.message }] };
  }
}

/** The same for the same seed, so that arms, and people who repeat an evaluation, see options in the same order. */
export function orderOptions({ id, question }: EvaluationQuestion, seed: string): readonly number[] {
  const places = question.options.map((_, index) => index + 1);
  return question.answer === 'yes-no' ? places : shuffle(places, `${seed} ${id} options`);
}
