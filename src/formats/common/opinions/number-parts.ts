// What agents say of a number under keys of their own: the range around it, and its unit.
import * as z from 'zod';
import type { ReadAnswer } from '../../../domain/answers/read-answer.ts';
import { describeUnread, saysNothing } from '../../../domain/answers/unread.ts';
import { onceForEach } from '../../../domain/once.ts';
import { showDecimal } from '../../../domain/question/decimal.ts';
import type { Question } from '../../../domain/question/question.ts';
import { readAnswerTo } from '../../../domain/question/read-answer.ts';
import { isUnit } from '../../../domain/question/units.ts';
import { isFields } from '../../../domain/values/tree.ts';
import { withOtherNames } from '../wording.ts';

/** A key that somebody made up may hold anything, so what it holds is judged when it is joined with the number. */
const part = z.unknown().default(null);

const boundShape = {
  low: withOtherNames(part, 'lower', 'lower_bound', 'range_low', 'low_end', 'min', 'minimum', 'from'),
  high: withOtherNames(part, 'upper', 'upper_bound', 'range_high', 'high_end', 'max', 'maximum', 'to'),
  unit: withOtherNames(part, 'units'),
};
const partShape = {
  ...boundShape,
  range: withOtherNames(z.union([z.looseObject(boundShape), z.unknown()]).default(null), 'interval', 'bounds'),
};
type Parts = z.infer<z.ZodObject<typeof partShape>>;

const addParts = onceForEach((schema: z.ZodObject) => schema.extend(partShape));

/** The form by which an answer to this question is read, which forgives more than it asks for. */
export const withNumberParts = <T extends z.ZodObject>(schema: T, { answer }: Question): T =>
  answer === 'number' ? (addParts(schema) as unknown as T) : schema;

const isSaid = (value: unknown) => value !== false && !saysNothing(value);

const writeFigure = (said: unknown) => (typeof said === 'number' ? showDecimal(String(said)) : said);

/** The text with a unit that is not the one of the question, so that it is refused as it is within an answer. */
const withUnit = (text: string, unit: unknown, question: Question) =>
  isUnit(question.unit, `${unit}`) ? text : `${text} ${unit}`;

/** "10 to 20"; undefined where these are no two bounds. */
function writeRange(range: unknown, question: Question): string | undefined {
  if (typeof range === 'string') return range;
  if (isFields(range)) {
    const { low, high, unit } = range;
    const text = writeRange([low, high], question);
    return text !== undefined && isSaid(unit) ? withUnit(text, unit, question) : text;
  }
  const bounds = Array.isArray(range) ? range.map(writeFigure) : [];
  return bounds.length === 2 && bounds.every((bound) => typeof bound === 'string') ? bounds.join(' to ') : undefined;
}

interface Said {
  readonly answer: string;
  /** Parts that are in the answer in no way. */
  readonly lost: readonly string[];
}

type Key = keyof Parts;

/** What is said of the range under these keys. An answer that cannot be read is refused as a whole. */
function addRange(said: Said, given: readonly Key[], range: unknown, question: Question): Said {
  const { answer, lost } = said;
  const whole = readAnswerTo(question, answer);
  if (given.length === 0 || !whole.ok) return said;
  const text = writeRange(range, question);
  const joined = `${answer} (${text})`;
  if (text !== undefined && readAnswerTo(question, joined).ok) return { answer: joined, lost };
  if (whole.answer.kind === 'number' && whole.answer.range !== null) {
    const again = readAnswerTo(question, `${showDecimal(whole.answer.value)} (${text})`);
    if (again.ok && JSON.stringify(again.answer) === JSON.stringify(whole.answer)) return said;
  }
  return { answer, lost: [...lost, ...given] };
}

function addUnit(answer: string, unit: unknown, question: Question): Said {
  const whole = readAnswerTo(question, answer);
  if (!isSaid(unit) || !whole.ok || whole.answer.kind !== 'number') return { answer, lost: [] };
  if (typeof unit !== 'string') return { answer, lost: ['unit'] };
  return { answer: withUnit(answer, unit, question), lost: [] };
}

/** The answer with what was said of it beside it; what fits nowhere is sent back once, and a warning says then that it was not read. */
export function joinNumberParts<T extends { readonly answer: string }>(
  read: ReadAnswer<T>,
  question: Question,
): ReadAnswer<T> {
  if (!read.ok || question.answer !== 'number') return read;
  const { low, high, range, unit } = read.value as T & Parts;
  const keep = (parts: Partial<Parts>) => (Object.keys(parts) as Key[]).filter((key) => isSaid(parts[key]));
  const measured = addUnit(read.value.answer, unit, question);
  const ranged = addRange(measured, keep({ range }), range, question);
  const { answer, lost } = addRange(ranged, keep({ low, high }), [low, high], question);
  const unread = lost.map((key) => describeUnread(key, 'may be a part of "answer"'));
  return { ...read, value: { ...read.value, answer }, repairs: [...read.repairs, ...unread] };
}
