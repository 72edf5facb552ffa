// What a text names by ID, however the ID is set: "F3", "[f3]", "Finding #3", "F-3", "F3: the loop", "F1, F2 and F3".
import { normalizeCharacters } from './wording.ts';

/** A word before the digits, perhaps the letters of the ID, then a number or two, and perhaps a letter. */
const ID =
  /(?<![\p{L}\p{N}]|\p{N}\.)(?:(?!(?:and|und|et|y|or|oder|to|bis|through|vs|versus)\b)(\p{L}+)[\s_#.-]{0,2})?0*(\d{1,6})(?:([._-])0*(\d{1,6}))?([a-z]?)(?![\p{L}\p{N}]|\.\d)/gu;
const LABEL = /^(?:arguments?|claims?|entry|findings?|ids?|items?|no|points?|positions?|proposals?|steps?)$/;
const LABELS_BEFORE =
  /^[^\p{L}\p{N}]*(?:(?:the|arguments?|claims?|entry|findings?|ids?|items?|no|of|points?|positions?|proposals?|steps?)\b[^\p{L}\p{N}]*){0,4}$/u;
const AND = /^[^\p{L}\p{N}]{0,4}(?:[,;/&+|\n]|\b(?:and|und|et|y)\b)[^\p{L}\p{N}]{0,4}$/u;
const OR_TO = /^[^\p{L}\p{N}]{0,3}(?:[-–—…]|\.\.|\b(?:to|bis|through|or|oder|vs|versus)\b)[^\p{L}\p{N}]{0,3}$/u;
/** Before an ID: it is not the one that is meant. */
const NOT =
  /(?<![\p{L}\p{N}])(?:not|except|excluding|without|but|unlike|nicht|außer|ohne|pas|sauf|excepto|salvo)(?![\p{L}\p{N}])/u;
/** Behind an ID: a question, or more letters to the number of the ID. */
const ASKED = /^[^\p{L}\p{N}?]*\?/u;
const MORE_LETTERS = /^(?:\s*(?:[-–—/&+,|]|\b(?:and|or|to|und|oder|bis|et|ou|y|o)\b)\s*[a-z])+[^\p{L}\p{N}]*$/u;

/** Longer ones list nothing that anybody reads. */
const LONGEST = 1_000;

interface Written {
  /** Its letters, where they are not a label; what the ID of a thing has to begin with. */
  readonly letters: string;
  readonly number: string;
  readonly isLabelled: boolean;
  readonly start: number;
  readonly end: number;
}

const fold = (text: string) => normalizeCharacters(text.slice(0, LONGEST)).replaceAll('‐', '-').toLowerCase();

function findWritten(text: string): readonly Written[] {
  return [...text.matchAll(ID)].map(
    ({ 0: whole, 1: word = '', 2: first, 3: mark = '.', 4: second, 5: letter, index }) => {
      const isLabelled = LABEL.test(word);
      const letters = isLabelled ? '' : word;
      // "P2-1" is an ID, "2-1" a range.
      const rest = second === undefined ? '' : `${letters === '' ? mark : '.'}${second}`;
      return { letters, isLabelled, number: `${first}${rest}${letter}`, start: index, end: index + whole.length };
    },
  );
}

const JOINING = /(?<![\p{L}\p{N}])(?:the|of|and|und|et|y)(?![\p{L}\p{N}])/gu;

/** Whether a text is IDs, as they may be labelled and joined, and nothing else. */
export function namesAlone(said: string): boolean {
  const rest = fold(said).replace(ID, '').replace(JOINING, '');
  return /^[^\p{L}\p{N}]*$/u.test(rest);
}

export type ReadIds<T> = (text: string) => readonly T[] | undefined;

/**
 * Reads which of these things a text names: the one that it begins with and those that are joined to it, else the only one in it.
 * `undefined` where that is none, not known, ruled out, asked about, a choice or a range. A number alone is the one ID that has it.
 */
export function createIdReader<T>(known: Iterable<readonly [id: string, thing: T]>): ReadIds<T> {
  const things = new Map<string, T>();
  const byNumber = new Map<string, Set<T>>();
  const kinds = new Set<string>();
  for (const [id, thing] of known) {
    const folded = fold(id);
    const [written] = findWritten(folded);
    if (written === undefined || written.end - written.start !== folded.length) continue;
    const { letters, number } = written;
    kinds.add(letters);
    things.set(`${letters} ${number}`, thing);
    byNumber.set(number, (byNumber.get(number) ?? new Set()).add(thing));
  }
  const find = ({ letters, number }: Written, isBare: boolean): T | undefined => {
    const exact = things.get(`${letters} ${number}`);
    // A number in JSON may have been 2.10.
    if (exact === undefined && number.includes('.') && byNumber.has(`${number}0`)) return undefined;
    const [only, ...others] = exact === undefined && letters === '' && isBare ? (byNumber.get(number) ?? []) : [];
    return exact ?? (others.length === 0 ? only : undefined);
  };

  return (said) => {
    const text = fold(said);
    const all = findWritten(text);
    const [first, ...rest] = all;
    if (first === undefined) return undefined;
    const isUnclear = ({ number, end }: Written) => {
      const behind = text.slice(end);
      return ASKED.test(behind) || (/[a-z]$/.test(number) && MORE_LETTERS.test(behind));
    };
    const leads = LABELS_BEFORE.test(text.slice(0, first.start)) && (first.letters === '' || kinds.has(first.letters));
    if (!leads) {
      const named = all.filter((each) => find(each, false) !== undefined);
      if (named.some(isUnclear) || NOT.test(text.slice(0, named[0]?.start))) return undefined;
      const found = new Set(named.flatMap((each) => find(each, false) ?? []));
      return found.size === 1 ? [...found] : undefined;
    }
    const joined = [first];
    for (const next of rest) {
      const between = text.slice(joined.at(-1)?.end, next.start);
      const isId = next.letters === first.letters || (next.letters !== '' && kinds.has(next.letters));
      if (OR_TO.test(between) && (isId || !/\s/.test(between))) return undefined;
      if (!AND.test(between)) break;
      joined.push(next);
    }
    if (joined.some(isUnclear)) return undefined;
    // "3: 2 of 5" may count anything, "3", "#3: …" and "Finding 3: …" do not.
    const isBare =
      first.isLabelled || text[first.start - 1] === '#' || /^[^\p{L}\p{N}]*$/u.test(text.slice(joined.at(-1)?.end));
    const found = joined.map((each) => find(each, isBare));
    return found.every((thing) => thing !== undefined) ? [...new Set(found)] : undefined;
  };
}

/** The finding of an earlier review that a text names: "R1-F2", "r1 f2"; `undefined` for none and for several. */
export function readTrackedId(text: string): string | undefined {
  const found = fold(text).matchAll(/(?<![\p{L}\p{N}])r0*(\d{1,4})[\s._/-]{0,2}f0*(\d{1,4})(?![\p{L}\p{N}])/gu);
  const [id, ...others] = new Set([...found].map(([, round, finding]) => `R${round}-F${finding}`));
  return others.length === 0 ? id : undefined;
}

/** Reads the one thing that a text names, under any of its IDs. */
export function createNameReader<T>(known: Iterable<readonly [id: string, thing: T]>): (text: string) => T | undefined {
  const read = createIdReader(known);
  return (text) => {
    const [only, ...others] = read(text) ?? [];
    return others.length === 0 ? only : undefined;
  };
}
