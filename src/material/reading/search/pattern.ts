// Holds patterns of strangers to what git matches in linear time and little memory.
import { createPace, type Pace } from '../../../support/pace.ts';
import { UnreadableError } from '../unreadable.ts';

/** Copies of a part that counted repetitions ask for, one inside the other multiplied. */
const MAX_COPIES = 1_000;

export interface Pattern {
  readonly text: string;
  readonly literal: boolean;
}

export interface Search extends Pattern {
  readonly ignoreCase: boolean;
}

/** A file of a source, and the lines that match, from 1, in their order. */
export interface FoundFile {
  readonly path: string;
  readonly lines: readonly number[];
}

/** A search ends after so much work; git does its own beside. */
const MAX_WORK_MS = 5_000;

export const createSearchPace = (): Pace =>
  createPace({
    maxWorkMs: MAX_WORK_MS,
    tooLong: () => new UnreadableError('The pattern takes too long here. Try a simpler one.'),
  });

/** The most copies that repetitions ask for, as if each stood inside all others. */
function countCopies(text: string): number {
  const counts = [...text.matchAll(/\{(\d*),?(\d*)\}/g)].map(([, least, most]) => Number(most || least || 1));
  return counts.reduce((product, count) => product * Math.max(1, count), 1);
}

/** @throws UnreadableError */
export function checkPattern(text: string, literal: boolean): Pattern {
  if (/[\n\0]/.test(text)) throw new UnreadableError('A pattern is one line.');
  if (literal) return { text, literal };
  if (/\\[1-9]/.test(text)) throw new UnreadableError('A pattern cannot refer back to a part of itself.');
  if (countCopies(text) > MAX_COPIES) throw new UnreadableError('The pattern repeats too much. Try a simpler one.');
  // What models write, and POSIX does not know.
  const posix = text.replace(/\(\?:/g, '(').replace(/(\\\\)|\\d/g, (_, slashes?: string) => slashes ?? '[0-9]');
  return { text: posix.replace(/\[([^\]]*)\[0-9\]/g, '[$10-9'), literal };
}
