// Whether a text holds what somebody cites of it: lines that exist, and a quote that stands there. White space counts as one blank.
import { countNoun } from '../words/format-figures.ts';

export const collapseSpace = (text: string) => text.replace(/\s+/g, ' ').trim();

export const holdsQuote = (text: string, quote: string) => collapseSpace(text).includes(collapseSpace(quote));

/** Whether the one is the other, or the end of it folder by folder. */
export function isTail(name: string, path: string): boolean {
  const [short, long] = [name.replace(/^(?:\.?\/)+/, '').toLowerCase(), path.toLowerCase()];
  return short === long || (short !== '' && long.endsWith(`/${short}`));
}

/** Lines of a file, and perhaps what is quoted of them. */
export interface CitedLines {
  readonly from: number;
  readonly to: number;
  readonly quote: string | undefined;
}

/** What is wrong with citing these lines of the text; `undefined` when they are there and hold the quote. */
export function findFault(text: string, { from, to, quote }: CitedLines): string | undefined {
  const lines = text.split('\n');
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  if (from < 1 || to > count) return `the file has ${countNoun(count, 'line')}`;
  if (quote === undefined || holdsQuote(lines.slice(from - 1, to).join('\n'), quote)) return undefined;
  return holdsQuote(text, quote) ? 'the quote stands elsewhere in the file' : 'the quote is not in the file';
}
