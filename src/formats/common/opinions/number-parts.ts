// What agents say of a number under keys of their own: the range around it, and its unit.
import type { ReadAnswer } from '../../../domain/answers/read-answer.ts';
import { describeUnread, foldName, listWords, saysNothing } from '../../../domain/answers/unread.ts';
import { showDecimal } from '../../../domain/question/decimal.ts';
import type { Question } from '../../../domain/question/question.ts';
import { readAnswerTo } from '../../../domain/question/read-answer.ts';
import { isUnit } from '../../../domain/question/units.ts';
import { type Fields, isFields } from '../../../domain/values/tree.ts';

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

/** Of keys that somebody made up for a bound, such as "low_estimate". */
const OF_BOUNDS = /^(?:low|lower|min|minimum|high|upper|max|maximum|range|interval|bound)$/;

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

function isFigure(value: unknown, question: Question): boolean {
  if (typeof value === 'object' && value !== null) {
    const inside = Object.values(value);
    return inside.length > 0 && inside.every((each) => isFigure(each, question));
  }
  const read = typeof value === 'number' || typeof value === 'string' ? readAnswerTo(question, `${value}`) : undefined;
  return read?.ok === true && read.answer.kind === 'number';
}

/** Keys that say a figure, and perhaps a bound of the range. */
const findDoubtful = (object: Fields, question: Question): readonly Part[] =>
  Object.entries(object)
    .filter(([key, value]) => !PARTS.has(foldName(key)) && isFigure(value, question))
    .filter(([key]) => listWords(key).some((word) => OF_BOUNDS.test(word)))
    .map(([key, value]) => ({ key, value }));

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

const keepSaid = (parts: readonly (Part | undefined)[]) => parts.filter((part) => part !== undefined);

function addParts(said: Said, { low, high, range }: Partial<Record<Name, Part>>, question: Question): Said {
  const ranged = addRange(said, keepSaid([range]), range?.value, question);
  return addRange(ranged, keepSaid([low, high]), [low?.value, high?.value], question);
}

/** Of an object of its own, whose bounds may be those of something else: what the answer does not say itself. */
function findApart(answer: string, object: Fields, question: Question): readonly Part[] {
  const parts = findParts(object);
  const doubtful = findDoubtful(object, question);
  const said = addParts({ answer, lost: [] }, parts, question);
  const { unit: _, ...bounds } = parts;
  const isOfAnswer = Object.keys(object).length === Object.keys(parts).length + doubtful.length;
  if (!isOfAnswer) return [];
  return [...(said.answer === answer ? said.lost : keepSaid(Object.values(bounds))), ...doubtful];
}

/** The answer with what was said of it beside it; what fits nowhere is sent back once, and a warning says then that it was not read. */
export function joinNumberParts<T extends { readonly answer: string }>(
  read: ReadAnswer<T>,
  question: Question,
): ReadAnswer<T> {
  if (!read.ok || question.answer !== 'number') return read;
  const { beside = {}, apart = [] } = read;
  const parts = findParts(beside);
  const { answer, lost } = addParts(addUnit(read.value.answer, parts.unit, question), parts, question);
  const doubtful = [
    ...findDoubtful(beside, question),
    ...apart.flatMap((object) => findApart(answer, object, question)),
  ];
  const unread = [...lost, ...doubtful].map(({ key }) => describeUnread(key, 'may be a part of "answer"'));
  return { ...read, value: { ...read.value, answer }, repairs: [...new Set([...read.repairs, ...unread])] };
}
