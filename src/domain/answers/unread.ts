// What an object of an answer says under a key that nobody asked for, where it may be what is missing: nothing else would tell that it is lost.
import { onceForEach } from '../once.ts';
import { type Fields, isFields } from '../values/tree.ts';
import { cutLine } from '../words/cut-line.ts';
import { hasLetters, isNothing } from './nothing.ts';
import { listForms, type Node } from './wanted.ts';

const UNREAD = 'was not read:';
/** Keys that the agent made up may be of any length and number. */
const LONGEST_KEY = 60;
const MOST = 3;

/** Whether a repair says that a part of the answer is lost; only its author knows what it is. */
export const isOfUnread = (repair: string) => repair.includes(UNREAD);

/** `"range" was not read: it may be a part of "answer"` */
export const describeUnread = (key: string, what: string) => `"${cutLine(key, LONGEST_KEY)}" ${UNREAD} it ${what}`;

/** "residualRisks", "Residual risks" and "**residual_risks**" are one name. */
export const foldKey = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\W_]/gu, (sign) => (hasLetters(sign) ? sign : ''));

/** One or several: "target" and "targets" are one name, too. */
export const foldName = (name: string) => foldKey(name).replace(/s$/, '');

const foldWord = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word);
/** "range_min" and "rangeMin" are of two words. */
export const listWords = (key: string): readonly string[] =>
  key
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[\W_]+/)
    .map(foldWord);

/** Whether nothing is said under a key: null, "none", or a list or an object of these. */
export const saysNothing = (value: unknown): boolean =>
  value == null ||
  (typeof value === 'string' && isNothing(value)) ||
  (typeof value === 'object' && Object.values(value).every(saysNothing));

/** Whether these are entries of the list that this member may hold: with all that they need, and nothing else. */
function hasFormOf(value: unknown, node: Node, root: Node): boolean {
  const items = listForms(node, root).flatMap((form) => listForms((form['items'] ?? {}) as Node, root));
  const required = items.flatMap((item) => (item['required'] ?? []) as readonly string[]).map(foldKey);
  const known = new Set(items.flatMap((item) => Object.keys(item['properties'] ?? {}).map(foldKey)));
  const fits = (entry: Fields) => {
    const keys = new Set(Object.keys(entry).map(foldKey));
    return required.every((name) => keys.has(name)) && [...keys].every((key) => known.has(key));
  };
  const entries = Array.isArray(value) ? value : [value];
  return required.length > 0 && entries.length > 0 && entries.every((entry) => isFields(entry) && fits(entry));
}

/** Keys under which entries are counted. */
const COUNTS: ReadonlySet<string> = new Set(['id', 'index', 'no', 'nr', 'number']);

/** Whether a value under any other key may be this member: one of its kind, and no mere number of the entry. */
function couldBe(key: string, value: unknown, node: Node, root: Node): boolean {
  const kind = Array.isArray(value) ? 'array' : typeof value;
  const isKind = ({ type }: Node) => type === undefined || (type === 'integer' ? 'number' : type) === kind;
  return !COUNTS.has(foldKey(key)) && listForms(node, root).some(isKind);
}

/** The names of all lists that are asked for, wherever. */
const listsIn = onceForEach((root: Node): ReadonlySet<string> => {
  const names = new Set<string>();
  const seen = new Set<Node>();
  const walk = (node: Node): void => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const form of listForms(node, root)) {
      if (form['items'] !== undefined) walk(form['items'] as Node);
      for (const [name, inner] of Object.entries((form['properties'] ?? {}) as Record<string, Node>)) {
        if (listForms(inner, root).some(({ type }) => type === 'array')) names.add(foldName(name));
        walk(inner);
      }
    }
  };
  walk(root);
  return names;
});

/** Whether it is a list that is asked for in another place, or holds one. */
function isMisplaced(key: string, value: unknown, lists: ReadonlySet<string>): boolean {
  const isList = (name: string, given: unknown) =>
    typeof given === 'object' && !saysNothing(given) && lists.has(foldName(name));
  return isList(key, value) || (isFields(value) && Object.entries(value).some(([name, inner]) => isList(name, inner)));
}

type Member = readonly [name: string, node: Node];

interface ReadObject {
  /** What is left under keys that the schema does not know. */
  readonly unknown: readonly (readonly [key: string, value: unknown])[];
  readonly read: ReadonlyMap<string, unknown>;
  /** Members that are missing and may be. */
  readonly missing: readonly Member[];
  readonly required: readonly string[];
  readonly root: Node;
}

/** A key that was asked for without a way to leave it out is more likely to stand under any other name. */
function mayBeMember(key: string, value: unknown, [name, node]: Member, { required, root }: ReadObject): boolean {
  const words = listWords(key);
  return (
    (required.includes(name) && couldBe(key, value, node, root)) ||
    listWords(name).every((word) => words.some((each) => each.startsWith(word))) ||
    hasFormOf(value, node, root)
  );
}

/** "final_answer", beside "answer", says it once more, perhaps otherwise; "answer_reason" says something else. */
function isOtherOf(key: string, name: string): boolean {
  const [words, wanted] = [listWords(key), listWords(name)];
  return foldKey(name) === foldKey(key) || wanted.join() === words.slice(-wanted.length).join();
}

const foldValue = (value: unknown) => JSON.stringify(typeof value === 'string' ? value.trim().toLowerCase() : value);

/** Such as `"defences" was not read: it may be "defends"`, of each key at most once. */
export function findUnread(object: ReadObject): readonly string[] {
  const { unknown, read, missing, root } = object;
  const doubts = unknown.flatMap(([key, value]) => {
    if (saysNothing(value)) return [];
    const other = [...read].find(([name]) => isOtherOf(key, name));
    const isOther = other !== undefined && foldValue(other[1]) !== foldValue(value);
    const [name] = missing.find((member) => mayBeMember(key, value, member, object)) ?? (isOther ? other : []);
    if (name !== undefined) return [describeUnread(key, `may be "${name}"`)];
    return isMisplaced(key, value, listsIn(root))
      ? [describeUnread(key, 'is in another place than was asked for')]
      : [];
  });
  return doubts.slice(0, MOST);
}
