// What agents say of a number under keys of their own: the range around it, and its unit.
import type { ReadAnswer } from '../../../domain/answers/read-answer.ts';
import { describeUnread, foldName, saysNothing } from '../../../domain/answers/unread.ts';
import { showDecimal } from '../../../domain/question/decimal.ts';
import type { Question } from '../../../domain/question/question.ts';
import { readAnswerTo } from '../../../domain/question/read-answer.ts';
import { isUnit } from '../../../domain/question/units.ts';
import { isFields } from '../../../domain/values/tree.ts';

const NAMES = {
  low: 'low lower lower_bound range_low low_end min minimum from',
  high: 'high upper upper_bound range_high high_end max maximum to',
  unit: 'unit',
  range: 'range interval bounds',
};
type Name = keyof typeof NAMES;
const PARTS = new Map(
  (Object.entries(NAMES) as [Name, string][]).flatMap(([part, names]) =>
    names.split(' ').map((name) => [foldName(name), part]),
  ),
);

interface Part {
  /** As it was written. */
  readonly key: string;
  readonly value: unknown;
}

/** Nobody asked for these keys, so they may hold anything: what they hold is judged when it is joined with the number. */
function findParts(object: unknown): Partial<Record<Name, Part>> {
  const parts: Partial<Record<Name, Part>> = {};
  for (const [key, value] of isFields(object) ? Object.entries(object) : []) {
    const name = PARTS.get(foldName(key));
    if (name !== undefined && value !== false && !saysNothing(value)) parts[name] ??= { key, value };
  }
  return parts;
}

const writeFigure = (said: unknown) => (typeof said === 'number' ? showDecimal(String(said)) : said);

/** The text with a unit that is not the one of the question, so that it is refused as it is within an answer. */
const withUnit = (text: string, unit: unknown, question: Question) =>
  isUnit(question.unit, `${unit}`) ? text : `${text} ${unit}`;

/** "10 to 20"; undefined where these are no two bounds. */
function writeRange(range: unknown, question: Question): string | undefined {
  if (typeof range === 'string') return range;
  if (isFields(range)) {
    const { low, high, unit } = findParts(range);
    const text = writeRange([low?.value, high?.value], question);
    return text === undefined || unit === undefined ? text : withUnit(text, unit.value, question);
  }
  const bounds = Array.isArray(range) ? range.map(writeFigure) : [];
  return bounds.length === 2 && bounds.every((bound) => typeof bound === 'string') ? bounds.join(' to ') : undefined;
}

interface Said {
  readonly answer: string;
  /** What is in the answer in no way. */
  readonly lost: readonly Part[];
}

/** What is said of the range in these parts. An answer that cannot be read is refused as a whole. */
function addRange(said: Said, given: readonly Part[], range: unknown, question: Question): Said {
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

function addUnit(answer: string, unit: Part | undefined, question: Question): Said {
  const whole = readAnswerTo(question, answer);
  if (unit === undefined || !whole.ok || whole.answer.kind !== 'number') return { answer, lost: [] };
  if (typeof unit.value !== 'string') return { answer, lost: [unit] };
  return { answer: withUnit(answer, unit.value, question), lost: [] };
}

/** The answer with what was said of it beside it; what fits nowhere is sent back once, and a warning says then that it was not read. */
export function joinNumberParts<T extends { readonly answer: string }>(
  read: ReadAnswer<T>,
  question: Question,
): ReadAnswer<T> {
  if (!read.ok || question.answer !== 'number') return read;
  const { low, high, range, unit } = findParts(read.beside);
  const keep = (parts: readonly (Part | undefined)[]) => parts.filter((part) => part !== undefined);
  const measured = addUnit(read.value.answer, unit, question);
  const ranged = addRange(measured, keep([range]), range?.value, question);
  const { answer, lost } = addRange(ranged, keep([low, high]), [low?.value, high?.value], question);
  const unread = lost.map(({ key }) => describeUnread(key, 'may be a part of "answer"'));
  return { ...read, value: { ...read.value, answer }, repairs: [...read.repairs, ...unread] };
}
