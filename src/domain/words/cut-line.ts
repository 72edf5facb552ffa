// Texts that are too long for where they are shown: cut between two characters as people see them, and at a word where there is one.
import { once } from '../once.ts';

/** Longer ones are letters under a heap of marks, which may be cut. */
const LONGEST_CHARACTER = 40;

const segmenter = once(() => new Intl.Segmenter('en'));

/** Where the character begins that stands at this place; emoji, flags and letters with marks are of several units. */
export function findCharacter(text: string, at: number): number {
  // The rules of characters take a while to load, and most texts need none.
  if (at <= 0 || at >= text.length || /^[\t -~]*$/.test(text.slice(at - 1, at + 1))) return at;
  const from = Math.max(0, at - 1_000);
  const found =
    segmenter()
      .segment(text.slice(from, at + LONGEST_CHARACTER))
      .containing(at - from)?.index ?? 0;
  if (at - from - found <= LONGEST_CHARACTER) return from + found;
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;
}

/** The beginning of a text, at most so long. */
export const cutText = (text: string, most: number): string => text.slice(0, findCharacter(text, most));

/** The same, which shows that there is more. */
export const shorten = (text: string, most: number): string =>
  text.length > most ? `${cutText(text, most).trimEnd()}…` : text;

/** The first line of a text, as a title. */
export function cutTitle(text: string, most: number): string {
  const line = text.trim().split(/[\r\n]/)[0] ?? '';
  return line.length > most ? `${cutText(line, most)} …` : line;
}

/** A text on one line, for lists and headings, which ends at a word where it is too long. */
export function cutLine(text: string, width: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= width) return line;
  const word = line.lastIndexOf(' ', width - 1);
  // Scripts without blanks, and addresses, are cut where there is no more room.
  return `${word > width / 2 ? line.slice(0, word) : cutText(line, width - 1)}…`;
}
