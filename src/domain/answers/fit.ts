// Whether one JSON value is the answer that a schema asks for, also when it is wrapped up or only its list.
import type * as z from 'zod';
import { parseJson } from '../parse-json.ts';
import { describeSize, describeType, withArticle } from '../values/problems.ts';
import { type Fields, isFields, valueAt } from '../values/tree.ts';
import { type Coerced, coerceAnswer, type Leniency } from './coerce-answer.ts';
import type { FoundJson } from './json-in-text.ts';
import type { Wanted } from './wanted.ts';

/** More would be read by nobody. */
const MOST = 12;

type Issue = z.core.$ZodIssue;

/** Such as "findings[2].severity: must be one of P0, P1, P2"; at most 12. */
function describeIssues(error: z.core.$ZodError, value: unknown): readonly string[] {
  const sentences = error.issues.flatMap((issue) => listSentences(issue, [], value));
  return [...new Set(sentences)].slice(0, MOST);
}

function listSentences(issue: Issue, above: readonly PropertyKey[], root: unknown): readonly string[] {
  const path = [...above, ...issue.path];
  const closest = issue.code === 'invalid_union' ? findClosest(issue.errors) : undefined;
  if (closest !== undefined) return closest.flatMap((inner) => listSentences(inner, path, root));
  return [`${namePath(path)}: ${describeIssue(issue, valueAt(root, path))}`];
}

/** Of the forms that were possible, the one that got furthest. */
function findClosest(forms: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const depth = (issues: readonly Issue[]) => Math.max(0, ...issues.map(({ path }) => path.length));
  return [...forms].sort((a, b) => depth(b) - depth(a) || a.length - b.length)[0];
}

function describeIssue(issue: Issue, value: unknown): string {
  if (value === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${withArticle(issue.expected)}, not ${describeType(value)}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
    case 'too_big':
      return describeSize(issue);
    case 'unrecognized_keys':
      return `has keys that are not wanted: ${issue.keys.slice(0, MOST).join(', ')}`;
    case 'invalid_union':
      return 'must have one of the forms that were asked for';
    default:
      return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  }
}

/** A place in the answer as code would write it. */
function namePath(path: readonly PropertyKey[]): string {
  const name = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return name === '' ? 'the answer' : name.replace(/^\./, '');
}

export interface Beside {
  /** What an object says under keys that its schema does not know; absent where there are none. */
  readonly beside?: Fields | undefined;
  /** Other objects of the text that have lines of their own and none of the keys that were asked for; absent where there are none. */
  readonly apart?: readonly Fields[] | undefined;
}

export interface Fit<T> extends Beside {
  readonly found: FoundJson;
  readonly value: T;
  /** What was held against the schema. */
  readonly raw: unknown;
  readonly repairs: readonly string[];
  /** The text has only the list of it, or the list under another name. */
  readonly bare: boolean;
}

export interface Misfit {
  readonly found: FoundJson;
  /** Put into words only when somebody reads them: of many values that do not fit, most are only passed over. */
  issues(): readonly string[];
}

/** What an answer is held against. */
export interface Measure<T> {
  readonly schema: z.ZodType<T>;
  readonly wanted: () => Wanted;
  /** What may be changed to make it fit. */
  readonly leniency: Leniency;
}

type Exact<T> = ({ readonly value: T; readonly repairs: readonly string[] } & Beside) | Pick<Misfit, 'issues'>;

/** A wrapping inside a wrapping, and what is in it. */
const MAX_WRAPPINGS = 2;

/** Whether a value has to do with the answer at all; with a schema that names no keys, all have. */
export function sharesKeys(value: unknown, keys: ReadonlySet<string>): boolean {
  if (Array.isArray(value)) return value.some((entry) => sharesKeys(entry, keys));
  if (!isFields(value)) return false;
  return keys.size === 0 || Object.entries(value).some(([key, inner]) => keys.has(key) || sharesKeys(inner, keys));
}

function sharesKey(value: unknown, keys: ReadonlySet<string>): boolean {
  return isFields(value) && Object.keys(value).some((key) => keys.has(key));
}

/** Holds the value as it stands, without its wrappings, against the schema. */
export function fitExactly<T>(written: unknown, { schema, wanted, leniency }: Measure<T>): Exact<T> {
  // Compiling a schema takes longer than a hundred answers.
  const parse = (value: unknown) => schema.safeParse(value, { jitless: true });
  // What the schema gives back as it stands has no other names, and its form need not be made for that.
  const plain = parse(written);
  if (plain.success && JSON.stringify(plain.data) === JSON.stringify(written))
    return { value: plain.data, repairs: [] };
  const { value: raw, repairs } = coerceAnswer(written, wanted().root, leniency);
  const parsed = parse(raw);
  if (!parsed.success) return { issues: () => describeIssues(parsed.error, raw) };
  const invented = inventedLists(parsed.data, raw, []);
  if (invented.length > 0) return { issues: () => invented };
  const keys = isFields(parsed.data) ? Object.keys(parsed.data) : [];
  if (isFields(raw) && keys.length > 0 && !keys.some((key) => Object.hasOwn(raw, key))) {
    return { issues: () => [`the answer: has none of the keys ${keys.join(', ')}`] };
  }
  const beside = isFields(raw) ? Object.entries(raw).filter(([key]) => !keys.includes(key)) : [];
  return { value: parsed.data, repairs, ...(beside.length === 0 ? {} : { beside: Object.fromEntries(beside) }) };
}

export function fitOne<T>(found: FoundJson, measure: Measure<T>): Fit<T> | Misfit {
  const { wanted } = measure;
  const complaints: ({ readonly about: boolean } & Pick<Misfit, 'issues'>)[] = [];
  let candidate: Coerced | undefined = { value: found.value, repairs: [...found.repairs] };
  for (let wrappings = 0; candidate !== undefined && wrappings <= MAX_WRAPPINGS; wrappings += 1) {
    const { value: raw, repairs }: Coerced = candidate;
    const list = Array.isArray(raw);
    // An empty list that was meant for something else is not an answer.
    if (!list || wrappings === 0 || raw.length > 0) {
      const fit = fitExactly(raw, measure);
      if ('value' in fit) {
        return { ...fit, found, raw, repairs: [...repairs, ...fit.repairs], bare: list && wrappings > 0 };
      }
      complaints.push({ about: sharesKey(raw, wanted().keys), issues: fit.issues });
    }
    const { listKey, entryKeys } = wanted();
    if (list && listKey !== undefined) {
      const put = { [listKey]: raw };
      const fit = raw.length === 0 ? { issues: () => [emptyList(listKey)] } : fitExactly(put, measure);
      const note = `a list on its own was taken for "${listKey}"`;
      if ('value' in fit) {
        return { ...fit, found, raw: put, repairs: [...repairs, note, ...fit.repairs], bare: true };
      }
      const about = raw.some((entry) => sharesKey(entry, entryKeys)) || (raw.length === 0 && wrappings === 0);
      complaints.push({ about, issues: fit.issues });
    }
    candidate = unwrap(candidate);
  }
  const complaint = complaints.find(({ about }) => about) ?? complaints[0];
  return { found, issues: complaint?.issues ?? (() => []) };
}

function emptyList(key: string): string {
  return `${key}: is missing; an empty list on its own does not say what it is a list of`;
}

/** What is inside an object with one key, or a list of one object. */
function unwrap({ value, repairs }: Coerced): Coerced | undefined {
  if (Array.isArray(value)) {
    const [only] = value;
    return value.length === 1 && isFields(only)
      ? { value: only, repairs: [...repairs, 'taken out of a list of one'] }
      : undefined;
  }
  const [entry, more] = isFields(value) ? Object.entries(value) : [];
  if (entry === undefined || more !== undefined) return undefined;
  const [key, content] = entry;
  const inner = typeof content === 'string' ? parseJson(content) : content;
  if (typeof inner !== 'object' || inner === null) return undefined;
  return { value: inner, repairs: [...repairs, `taken out of "${key}"`] };
}

/** Lists that the schema put in by itself, for a key that is missing or that it could not read. */
function inventedLists(value: unknown, raw: unknown, path: readonly PropertyKey[]): readonly string[] {
  if (Array.isArray(value)) {
    if (!Array.isArray(raw)) return [`${namePath(path)}: ${raw === undefined ? 'is missing' : 'must be a list'}`];
    if (value.length === 0 && raw.length > 0) return [`${namePath(path)}: has entries that do not fit`];
    return value.length !== raw.length ? [] : value.flatMap((entry, i) => inventedLists(entry, raw[i], [...path, i]));
  }
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (typeof inner !== 'object') return [];
    return inventedLists(inner, isFields(raw) && Object.hasOwn(raw, key) ? raw[key] : undefined, [...path, key]);
  });
}
