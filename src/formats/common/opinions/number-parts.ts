// What agents say of a number under keys of their own: the range around it, and its unit.
import * as z from 'zod';
import type { ReadAnswer } from '../../../domain/answers/read-answer.ts';
import { describeUnread } from '../../../domain/answers/unread.ts';
import { onceForEach } from '../../../domain/once.ts';
import { showDecimal } from '../../../domain/question/decimal.ts';
import type { Question } from '../../../domain/question/question.ts';
import { readAnswerTo } from '../../../domain/question/read-answer.ts';
import { withOtherNames } from '../wording.ts';

const figure = z.union([z.string(), z.number()]);
type Figure = z.infer<typeof figure>;
const part = <T extends z.ZodType>(of: T) => of.nullable().default(null);

const boundShape = {
  low: withOtherNames(part(figure), 'lower', 'lower_bound', 'range_low', 'low_end', 'min', 'minimum', 'from'),
  high: withOtherNames(part(figure), 'upper', 'upper_bound', 'range_high', 'high_end', 'max', 'maximum', 'to'),
};
const partShape = {
  ...boundShape,
  range: withOtherNames(part(z.union([z.string(), z.array(figure), z.object(boundShape)])), 'interval', 'bounds'),
  unit: withOtherNames(part(z.string()), 'units'),
};
type Parts = z.infer<z.ZodObject<typeof partShape>>;

const addParts = onceForEach((schema: z.ZodObject) => schema.extend(partShape));

/** The form by which an answer to this question is read, which forgives more than it asks for. */
export const withNumberParts = <T extends z.ZodObject>(schema: T, { answer }: Question): T =>
  answer === 'number' ? (addParts(schema) as unknown as T) : schema;

const write = (said: Figure) => (typeof said === 'number' ? showDecimal(String(said)) : said);
const joinBounds = (low: Figure | null | undefined, high: Figure | null | undefined) =>
  low == null || high == null ? undefined : `${write(low)} to ${write(high)}`;

/** "10 to 20"; undefined where these are no two bounds. */
function writeRange({ low, high, range }: Parts): string | undefined {
  if (range === null) return joinBounds(low, high);
  if (typeof range === 'string') return range;
  if (!Array.isArray(range)) return joinBounds(range.low, range.high);
  return range.length === 2 ? joinBounds(...(range as [Figure, Figure])) : undefined;
}

interface Said {
  readonly answer: string;
  /** Parts that are in the answer in no way. */
  readonly lost: readonly string[];
}

function addRange(said: Said, parts: Parts, question: Question): Said {
  const given = (['range', 'low', 'high'] as const).filter((key) => parts[key] !== null);
  if (given.length === 0) return said;
  const range = writeRange(parts);
  const { answer, lost } = said;
  const isRead = (text: string) => readAnswerTo(question, text).ok;
  if (range !== undefined && isRead(`${answer} (${range})`)) return { answer: `${answer} (${range})`, lost };
  const whole = readAnswerTo(question, answer);
  if (whole.ok && whole.answer.kind === 'number' && whole.answer.range !== null) {
    const again = readAnswerTo(question, `${showDecimal(whole.answer.value)} (${range})`);
    if (again.ok && JSON.stringify(again.answer) === JSON.stringify(whole.answer)) return said;
  }
  return { answer, lost: [...lost, ...given] };
}

function addUnit(said: Said, { unit }: Parts, question: Question): Said {
  if (unit === null || question.unit === undefined || /\p{L}/u.test(said.answer)) return said;
  const answer = `${said.answer} ${unit}`;
  return readAnswerTo(question, answer).ok ? { ...said, answer } : { ...said, lost: [...said.lost, 'unit'] };
}

/** The answer with what was said of it beside it; what fits nowhere is sent back once, and a warning says then that it was not read. */
export function joinNumberParts<T extends { readonly answer: string }>(
  read: ReadAnswer<T>,
  question: Question,
): ReadAnswer<T> {
  if (!read.ok || question.answer !== 'number') return read;
  const { low = null, high = null, range = null, unit = null } = read.value as Partial<Parts>;
  const parts = { low, high, range, unit };
  const { answer, lost } = addRange(addUnit({ answer: read.value.answer, lost: [] }, parts, question), parts, question);
  const unread = lost.map((key) => describeUnread(key, 'may be a part of "answer"'));
  return { ...read, value: { ...read.value, answer }, repairs: [...read.repairs, ...unread] };
}
