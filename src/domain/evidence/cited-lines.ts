// Whether a text has what somebody cites of it: lines that exist, and a quote that stands there.
import { onceForEach } from '../once.ts';
import { countNoun } from '../words/format-figures.ts';
import { holdsQuote, type Quotable } from './quote-in-text.ts';

/** Whether the one is the other, or the end of it folder by folder. */
export function isTail(name: string, path: string): boolean {
  const [short, long] = [name.replace(/^(?:\.?\/)+/, ''), path].map((each) => each.normalize('NFC').toLowerCase()) as [
    string,
    string,
  ];
  return short === long || (short !== '' && long.endsWith(`/${short}`));
}

/** Lines as everybody counts them: a line feed at the end begins none, and an empty text is one line. */
export function splitLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}

/** Once for all citations. */
const readLines = onceForEach(({ text = '' }: Quotable) => splitLines(text));

/** Lines of a file, and perhaps what is quoted of them. */
export interface CitedLines {
  readonly from: number;
  readonly to: number;
  readonly quote: string | undefined;
}

/** What is wrong with citing these lines of the text; `undefined` when they are there and hold the quote. */
export function findFault(cited: Quotable, { from, to, quote }: CitedLines): string | undefined {
  const lines = readLines(cited);
  if (from < 1 || to > lines.length) return `the file has ${countNoun(lines.length, 'line')}`;
  if (quote === undefined || holdsQuote({ text: lines.slice(from - 1, to).join('\n') }, quote)) return undefined;
  return holdsQuote(cited, quote) ? 'the quote stands elsewhere in the file' : 'the quote is not in the file';
}
