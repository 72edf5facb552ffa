// What listeners who heard a turn word by word still miss when it is recorded.
import type { LiveEvent } from '../../domain/live-events.ts';
import { cutText } from '../../domain/words/cut-line.ts';

interface Unheard {
  /** A line for above the words. */
  readonly why: string;
  readonly words: string;
}

const BEGINNING = 70;

/** Enough to tell which of the words, heard already, got the number. */
const begin = (line: string) => (line.length <= BEGINNING ? line : `${cutText(line, BEGINNING).trimEnd()}…`);

/** `undefined` when they have heard all of it. */
export function findUnstreamed(
  { text, said = text }: Extract<LiveEvent, { type: 'turn-recorded' }>,
  streamed: string,
): Unheard | undefined {
  if (streamed.trim() !== said.trim()) return { why: 'The final answer differs from what was streamed:', words: text };
  if (said.trim() === text.trim()) return undefined;
  const lines = new Set(said.split('\n'));
  const added = text.split('\n').flatMap((line) => (lines.has(line) ? [] : begin(line)));
  return { why: 'Recorded with numbers:', words: added.join('\n') };
}
