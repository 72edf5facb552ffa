// Reads the structured answer that an agent gave as text: lenient about its wrapping, strict about what it says. Whatever is
// doubtful is refused with the reasons, as the agent can be asked again; nothing may silently become an empty list.
import type * as z from 'zod';
import { defined } from '../defined.ts';
import { onceForEach } from '../once.ts';
import { parseJson } from '../parse-json.ts';
import { type Fields, isFields } from '../values/tree.ts';
import { shorten } from '../words/cut-line.ts';
import { type Beside, type Fit, fitExactly, fitOne, type Measure, type Misfit, sharesKeys } from './fit.ts';
import { type BrokenJson, type FoundJson, findJson, type JsonInText, whyBroken } from './json-in-text.ts';
import { type Wanted, wantedBy } from './wanted.ts';

/** More than a debate has of one kind, so that going through all of them again finds each. */
const MOST = 200;
/** Longer texts are rare, and would be held for long. */
const LONGEST = 20_000;

/** Reads a text, or gives what was read out of it last time. */
function createKeeper<Schema extends object, Reading>(read: (text: string, schema: Schema) => Reading) {
  const readingsOf = onceForEach((_schema: Schema) => new Map<string, Reading>());
  return (text: string, schema: Schema): Reading => {
    if (text.length > LONGEST) return read(text, schema);
    const readings = readingsOf(schema);
    const known = readings.get(text);
    if (known !== undefined) return known;
    const reading = read(text, schema);
    const [oldest] = readings.keys();
    if (readings.size === MOST && oldest !== undefined) readings.delete(oldest);
    readings.set(text, reading);
    return reading;
  };
}

const LONGEST_ISSUE = 300;
const SEVERAL = 'different answers that fit was taken';
/** Whether a repair says that a text gives more than one answer. */
export const isOfSeveral = (repair: string) => repair.includes(SEVERAL);

export type ReadAnswer<T> =
  /** `repairs` says what had to be done to read it; empty when the text was plain JSON that fits. */
  | ({ readonly ok: true; readonly value: T; readonly repairs: readonly string[] } & Beside)
  /** At most 12 short sentences, for the agent that is asked again. */
  | { readonly ok: false; readonly issues: readonly string[] };

/** Everything that was found in a text. */
interface Findings<T> extends Measure<T> {
  readonly values: readonly FoundJson[];
  readonly fits: readonly Fit<T>[];
  readonly misfits: readonly Misfit[];
  /** What cannot be read and may have been the answer. */
  readonly spoilt: readonly { readonly start: number; readonly reason: string }[];
}

/**
 * Reads the answer out of a text. An answer is an object or a list. If several different ones fit, the last one counts, unless
 * something beside it speaks against it. Never throws, whatever the text; takes time in proportion to its length.
 *
 * Keys may be set in other ways, and have the other names that the schema gives them. Everything else is taken as it stands where it
 * fits. Only what does not fit is coerced, so that whatever could be read before is still read in the same way.
 *
 * The schema must not rename keys: every list in the value must be in the text, under the same name.
 *
 * What it gives is kept and given again for the same text, so nobody may change it.
 */
export const readAnswer = createKeeper(readAnew) as <T>(text: string, schema: z.ZodType<T>) => ReadAnswer<T>;

function readAnew<T>(text: string, schema: z.ZodType<T>): ReadAnswer<T> {
  const wanted = () => wantedBy(schema);
  const words = unquote(text) ?? text;
  const inText = findJson(words);
  const asWritten = read(words, inText, { schema, wanted, leniency: 'names' });
  const coerced = asWritten.ok ? asWritten : read(words, inText, { schema, wanted, leniency: 'values' });
  const answer = coerced.ok ? coerced : asWritten;
  if (!answer.ok || words === text) return answer;
  return { ...answer, repairs: ['taken out of a JSON string', ...answer.repairs] };
}

/** What a JSON string holds; `undefined` when the text is anything else. */
function unquote(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed.startsWith('"') ? (parseJson(trimmed) as string | undefined) : undefined;
}

function read<T>(words: string, { values, broken }: JsonInText, measure: Measure<T>): ReadAnswer<T> {
  const cutOff = broken.find((one) => one.cutOff);
  if (cutOff !== undefined) return refuseAnswer([whyBroken(words, cutOff)]);
  const fitted = values.map((found) => fitOne(found, measure));
  const answer = choose({
    ...measure,
    values,
    fits: fitted.filter((one) => 'value' in one),
    misfits: fitted.filter((one) => 'issues' in one),
    spoilt: broken
      .filter((one) => mayBeAnswer(words, one, measure.wanted()))
      .map((one) => ({ start: one.start, reason: whyBroken(words, one) })),
  });
  if (!answer.ok || values.length === 1) return answer;
  const apart = findApart(words, values, measure.wanted());
  return apart.length === 0 ? answer : { ...answer, apart };
}

/** What stands in a sentence is spoken of there, and is no part of the answer. */
function findApart(words: string, values: readonly FoundJson[], { keys }: Wanted): readonly Fields[] {
  const hasLines = ({ start, end }: FoundJson) =>
    words.slice(words.lastIndexOf('\n', start - 1) + 1, start).trim() === '' &&
    /^[^\S\n]*(?:\n|$)/.test(words.slice(end));
  return values
    .filter((found) => !sharesKeys(found.value, keys) && hasLines(found))
    .map(({ value }) => value)
    .filter(isFields);
}

/** Keys that the agent made up may be of any length. */
function refuseAnswer(issues: readonly string[]): ReadAnswer<never> {
  return { ok: false, issues: issues.map((issue) => shorten(issue, LONGEST_ISSUE)) };
}

function mayBeAnswer(text: string, { start, end }: BrokenJson, { keys }: Wanted): boolean {
  const part = text.slice(start, end);
  return keys.size === 0 || [...keys].some((key) => part.includes(key));
}

function choose<T>(findings: Findings<T>): ReadAnswer<T> {
  const joined = joinMembers(findings);
  if (joined !== undefined) return joined;
  const { fits, spoilt } = findings;
  const whole = fits.filter(({ bare }) => !bare);
  const chosen = (whole.length > 0 ? whole : fits).at(-1);
  if (chosen === undefined) {
    const reason = spoilt.at(-1)?.reason;
    return reason === undefined ? putTogether(findings) : refuseAnswer([reason]);
  }
  const objections = objectionsTo(chosen, findings);
  if (objections.length > 0) return refuseAnswer(objections);
  const different = whole.length < 2 ? whole.length : new Set(whole.map(({ raw }) => JSON.stringify(raw))).size;
  const several = different > 1 ? [`the last of ${different} ${SEVERAL}`] : [];
  const { value, repairs, beside } = chosen;
  return { ok: true, value, repairs: [...repairs, ...several], ...defined({ beside }) };
}

/** The members of one answer, spread over several objects of which no two have the same. */
function joinMembers<T>(findings: Findings<T>): ReadAnswer<T> | undefined {
  const { values, spoilt, wanted } = findings;
  if (values.length < 2 || spoilt.length > 0) return undefined;
  const { keys, ownKeys } = wanted();
  const parts = values.filter(({ value }) => sharesKeys(value, keys));
  if (parts.length < 2) return undefined;
  const members = parts.map(({ value }) => (isFields(value) ? Object.entries(value) : []));
  if (!members.every((each) => each.some(([key]) => ownKeys.has(key)))) return undefined;
  const all = members.flat();
  if (new Set(all.map(([key]) => key)).size < all.length) return undefined;
  const fit = fitExactly(Object.fromEntries(all), findings);
  if ('issues' in fit) return undefined;
  const repairs = [...parts.flatMap((part) => part.repairs), `${parts.length} parts were put into one answer`];
  return { ...fit, ok: true, repairs: [...new Set([...repairs, ...fit.repairs])] };
}

/** What else the text says that the answer chosen would lose. */
function objectionsTo<T>(chosen: Fit<T>, findings: Findings<T>): readonly string[] {
  const { values, fits, misfits, spoilt, wanted } = findings;
  if (values.length === 1 && spoilt.length === 0) return [];
  const { start } = chosen.found;
  const lists = findLists(chosen.raw);
  const known = new Set(lists.flat().map((entry) => JSON.stringify(entry)));
  const isNew = (value: unknown) => !known.has(JSON.stringify(value));
  const empty = lists.some((list) => list.length === 0);

  const spoiltBeside = spoilt.find((one) => empty || chosen.bare || one.start > start);
  if (spoiltBeside !== undefined) return [spoiltBeside.reason];
  const strangers = misfits.filter(({ found: { value } }) => sharesKeys(value, wanted().keys) && isNew(value));
  const stranger = strangers.findLast(({ found }) => empty || chosen.bare || found.start > start);
  if (stranger !== undefined) return stranger.issues();
  const loose = [
    ...strangers.map(({ found }) => [found.value]),
    ...fits.filter(({ bare }) => bare).flatMap(({ raw }) => findLists(raw)),
  ];
  if (loose.some((entries) => entries.some(isNew) && isList(entries, findings))) {
    return ['the answer: there are entries outside of its list; give one answer that has them all'];
  }
  const fuller = empty && fits.some(({ raw }) => fillsGaps(raw, chosen.raw));
  return fuller ? ['the answer: a list is empty in one answer and not in another; give one answer only'] : [];
}

function findLists(raw: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(raw)) return [raw];
  return isFields(raw) ? Object.values(raw).filter((value) => Array.isArray(value)) : [];
}

/** Whether one answer has entries in a list that is empty in the other. */
function fillsGaps(raw: unknown, chosen: unknown): boolean {
  if (Array.isArray(raw) && Array.isArray(chosen)) return raw.length > 0 && chosen.length === 0;
  return isFields(raw) && isFields(chosen) && Object.keys(chosen).some((key) => fillsGaps(raw[key], chosen[key]));
}

/** Whether these would do as the list that is wanted. */
function isList<T>(entries: readonly unknown[], measure: Measure<T>): boolean {
  const { listKey } = measure.wanted();
  return 'value' in fitExactly(listKey === undefined ? entries : { [listKey]: entries }, measure);
}

/** No value of the text is the answer: perhaps they are the entries of its list, one by one. */
function putTogether<T>(findings: Findings<T>): ReadAnswer<T> {
  const { wanted, values, misfits } = findings;
  const { list, listKey, entryKeys, keys } = wanted();
  const last = misfits.findLast(({ found }) => sharesKeys(found.value, keys)) ?? misfits.at(-1);
  if (last === undefined) return refuseAnswer(['there is no JSON in the answer']);
  const entries = values.map(({ value }) => value);
  const areEntries =
    (list || listKey !== undefined) &&
    entries.every(
      (entry) => isFields(entry) && Object.keys(entry).some((key) => entryKeys.has(key) && key !== listKey),
    );
  if (!areEntries) return refuseAnswer(last.issues());
  const fit = fitExactly(listKey === undefined || list ? entries : { [listKey]: entries }, findings);
  if ('issues' in fit) return refuseAnswer(fit.issues());
  const note = entries.length === 1 ? 'a single entry was put into a list' : 'single entries were put into one list';
  return {
    ok: true,
    value: fit.value,
    repairs: [...new Set([...values.flatMap(({ repairs }) => repairs), note, ...fit.repairs])],
  };
}
