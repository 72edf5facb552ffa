// Finds words in what a debate holds, line by line, for searches over many debates.
import type { DebateRecord, RecordEntry } from '../record.ts';
import { findCharacter } from './cut-line.ts';

export interface Match {
  /** Number of the event that holds the line; null for topic and decision. */
  readonly seq: number | null;
  /** "Topic", "Decision", "Round 1, Wind". */
  readonly title: string;
  /** The line, or the part of a long one around what was found. */
  readonly line: string;
}

/** The part of a debate's page that has what was found: the entry that says it, the decision, or the top with question and tags. */
export const findAnchor = ({ seq, title }: Pick<Match, 'seq' | 'title'>): string =>
  seq !== null ? `t${seq}` : title === 'Decision' ? 'decision' : 'top';

const LONGEST_LINE = 200;
const BEFORE = 60;

export interface SearchedText {
  readonly seq: number | null;
  readonly title: string;
  readonly text: string;
}

/** A word, or all that stands between quotation marks with blanks around them. */
const ASKED = /(?<!\S)["“”„«]([^"“”„«»]*[^"“”„«»\s][^"“”„«»]*)["“”»](?!\S)|\S+/gu;

const listAsked = (words: string): readonly string[] =>
  [...words.normalize('NFC').matchAll(ASKED)].map(([whole, quoted]) => quoted?.trim() ?? whole);

/** A line matches when it holds all of the words, in any order, whatever their case. */
function createMatcher(words: string): (line: string) => number {
  const patterns = listAsked(words).map((word) => new RegExp(word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu'));
  return (line) => {
    const found = patterns.map((pattern) => line.search(pattern));
    return found.length === 0 || found.includes(-1) ? -1 : Math.min(...found);
  };
}

function cutExcerpt(line: string, at: number): string {
  if (line.length <= LONGEST_LINE) return line.trim();
  const from = findCharacter(line, Math.max(0, Math.min(at - BEFORE, line.length - LONGEST_LINE)));
  const to = findCharacter(line, from + LONGEST_LINE);
  return `${from > 0 ? '…' : ''}${line.slice(from, to).trim()}${to < line.length ? '…' : ''}`;
}

function listEntryTexts(entry: RecordEntry): readonly SearchedText[] {
  if (entry.kind === 'hindsight') return [{ seq: entry.seq, title: 'Hindsight', text: entry.note ?? '' }];
  if (!('title' in entry)) return [];
  const text = ('shown' in entry ? entry.shown : undefined) ?? entry.text ?? '';
  return [{ seq: entry.seq, title: entry.title, text }];
}

/** In the order topic, tags, decision, what was said; what is redacted or withheld is not there to be found. */
export function listPlaces({ topic, tags = [], question, decision, entries }: DebateRecord): readonly SearchedText[] {
  const options = (question?.options ?? []).filter((text) => text !== null).join('\n');
  return [
    { seq: null, title: 'Topic', text: topic ?? '' },
    { seq: null, title: 'Tags', text: tags.join(', ') },
    { seq: null, title: 'Options', text: options },
    { seq: null, title: 'Decision', text: decision ?? '' },
    ...entries.flatMap(listEntryTexts),
  ];
}

export interface Heading extends Omit<SearchedText, 'text'> {
  /** How many lines its text has. */
  readonly lines: number;
}

export function toHeadings(places: readonly SearchedText[]): readonly Heading[] {
  return places.map(({ seq, title, text }) => ({ seq, title, lines: text.split('\n').length }));
}

/** Of lines that hold all of the words, numbered from 1 through all places; each once. */
export function showLines(
  headings: readonly Heading[],
  lines: readonly { readonly number: number; readonly text: string }[],
  words: string,
): readonly Match[] {
  const indexIn = createMatcher(words);
  let [at, last] = [0, headings[0]?.lines ?? 0];
  const shown = lines.flatMap(({ number, text }): readonly Match[] => {
    while (number > last && at < headings.length - 1) last += headings[++at]?.lines ?? 0;
    const heading = headings[at];
    const found = indexIn(text);
    return heading === undefined || found < 0
      ? []
      : [{ seq: heading.seq, title: heading.title, line: cutExcerpt(text, found) }];
  });
  return keepFirst(shown);
}

function keepFirst(matches: readonly Match[]): readonly Match[] {
  const lines = new Set<string>();
  return matches.filter(({ line }) => !lines.has(line) && lines.add(line));
}

/** Each line once, in the order of the places. */
export function findInPlaces(places: readonly SearchedText[], words: string): readonly Match[] {
  const indexIn = createMatcher(words);
  const folded = splitWords(words);
  const matches = places.flatMap(({ seq, title, text }) => {
    const lines = text.normalize('NFC').split('\n');
    // Most lines do not hold all of the words, which is found many times faster than where they are.
    return foldCase(text)
      .split('\n')
      .flatMap((line, index): readonly Match[] => {
        if (!holdsWords(line, folded)) return [];
        const found = lines[index] ?? '';
        const at = indexIn(found);
        return at < 0 ? [] : [{ seq, title, line: cutExcerpt(found, at) }];
      });
  });
  return keepFirst(matches);
}

/** Texts that differ in case alone become the same, those too whose capital letter is two letters. */
export const foldCase = (text: string) => text.normalize('NFC').toLowerCase().toUpperCase();

/** Each word, or quoted phrase, as `foldCase` leaves it. */
export const splitWords = (words: string): readonly string[] => listAsked(words).map(foldCase);

/** Whether one line holds all of the words; both are as `foldCase` leaves them. Much faster than looking for the places. */
export function holdsWords(folded: string, words: readonly string[]): boolean {
  const [longest = '', ...others] = [...words].sort((one, other) => other.length - one.length);
  for (let at = folded.indexOf(longest); at >= 0; ) {
    const end = folded.indexOf('\n', at);
    const line = folded.slice(folded.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end);
    if (others.every((word) => line.includes(word))) return true;
    at = end < 0 ? -1 : folded.indexOf(longest, end);
  }
  return false;
}
