// Finds entries by words. The text of an entry is made lower case once and kept.
import type { RecordEntry } from '../../domain/record.ts';
import type { LabelSeat } from '../../domain/words/label-seats.ts';
import { describeEntry, describeTitle } from '../report/entry-words.ts';

/** Where the first word is in the text of an entry; `at: -1` where the title alone holds it, or nothing is looked for. */
export interface FoundAt {
  readonly at: number;
  readonly length: number;
}

const NOWHERE: FoundAt = { at: -1, length: 0 };

const kept = new WeakMap<RecordEntry, { readonly title: string; readonly text: string }>();

function toLowerCased(entry: RecordEntry, label: LabelSeat) {
  let known = kept.get(entry);
  if (known === undefined) {
    known = { title: describeTitle(entry, label).toLowerCase(), text: describeEntry(entry).toLowerCase() };
    kept.set(entry, known);
  }
  return known;
}

export const toWords = (query: string): readonly string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

/** `undefined` for an entry that lacks one of the words. */
export function findInEntry(entry: RecordEntry, label: LabelSeat, words: readonly string[]): FoundAt | undefined {
  const [first] = words;
  if (first === undefined) return NOWHERE;
  const { title, text } = toLowerCased(entry, label);
  if (!words.every((word) => text.includes(word) || title.includes(word))) return undefined;
  return { at: text.indexOf(first), length: first.length };
}
