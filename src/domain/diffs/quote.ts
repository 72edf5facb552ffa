// Tells whether what a reviewer quotes stands in a diff, and where.
import { foldText, listReadings, standsAt } from '../evidence/quote-in-text.ts';
import { onceForEach } from '../once.ts';
import type { Diff, DiffFile, DiffLine } from './diff.ts';

export interface QuotePlace {
  /** Index in `diff.files`. */
  readonly file: number;
  /** Number of the quote's first line, on the side where it stands. */
  readonly line: number;
  readonly side: 'new' | 'old';
}

/** Folded lines as one text; a hunk ends with a line feed, which no quote holds. */
interface Stream {
  readonly text: string;
  /** Offset in `text` of each line that is not empty, ascending, and the line. */
  readonly offsets: readonly number[];
  readonly lines: readonly DiffLine[];
}

function flattenLines(file: DiffFile, isTaken: (line: DiffLine) => boolean): Stream {
  const parts: string[] = [];
  const offsets: number[] = [];
  const lines: DiffLine[] = [];
  let length = 0;
  for (const hunk of file.hunks) {
    for (const line of hunk.lines) {
      const text = isTaken(line) ? foldText(line.text) : '';
      if (text === '') continue;
      parts.push(text, ' ');
      offsets.push(length);
      lines.push(line);
      length += text.length + 1;
    }
    parts.push('\n');
    length += 1;
  }
  return { text: parts.join(''), offsets, lines };
}

/** The sides a quote can be taken from, and both as the diff shows them; once for all quotes. */
const listStreams = onceForEach((file: DiffFile): readonly Stream[] => {
  const everything = () => true;
  if (file.removed.size === 0) return [flattenLines(file, everything)];
  return [
    flattenLines(file, ({ kind }) => kind !== 'removed'),
    flattenLines(file, ({ kind }) => kind !== 'added'),
    flattenLines(file, everything),
  ];
});

function lineAt(stream: Stream, offset: number): DiffLine | undefined {
  let low = 0;
  let high = stream.offsets.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((stream.offsets[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return stream.lines[low];
}

/** "12: ", "12 | ", "L12: ", "Line 12: ", "> " */
const LINE_MARK = /^\s*(?:>\s?|(?:l|lines?\s)?\d{1,7}\s*(?:[:|]\s?|\t))/i;
const IN_QUOTES = /^\s*(?:"(.*)"|'(.*)'|“(.*)”|`(.*)`\s*\([^()]{1,40}\))\s*$/s;

/** The quote as it is, and without what reviewers set around the lines of one. */
function listForms(quote: string): readonly string[] {
  const lines = quote.split('\n');
  const unmarked = lines.filter((line) => !line.startsWith('@@')).map((line) => line.replace(/^[-+]/, ''));
  const toCode = (text: string) => text.replace(/^\s*(?:`{3,}.*|(?:[-*]\s+)?`)|`+\s*$/g, '');
  const unnumbered = toCode(lines.map((line) => line.replace(LINE_MARK, '')).join('\n'));
  const inQuotes = IN_QUOTES.exec(quote)
    ?.slice(1)
    .find((part) => part !== undefined);
  return [quote, unmarked.join('\n'), toCode(quote), unnumbered, ...(inQuotes === undefined ? [] : [inQuotes])];
}

/**
 * Where a quoted snippet is in the diff; `undefined` if it is not. Lines may have marks or their numbers in front, and the whole those of code
 * or of a quotation; `...` or `…` stands for anything in between. The place is within one file and, but for `...`, within one hunk; it
 * never starts or ends inside a word, and has a letter or a digit. Of several places the nearest to `line` counts, else the
 * first; `file` is an index in `diff.files`. Time is linear in the sizes of the diff and the quote.
 */
export function quoteStands(
  diff: Diff,
  quote: string,
  where: { readonly file?: number; readonly line?: number } = {},
): QuotePlace | undefined {
  const wanted = listReadings(listForms(quote));
  const indices = where.file === undefined ? [...diff.files.keys()] : [where.file];
  const streams = indices.map((index) => {
    const file = diff.files[index];
    return { index, streams: file === undefined ? [] : listStreams(file) };
  });
  for (const parts of wanted) {
    let best: QuotePlace | undefined;
    let distance = Number.POSITIVE_INFINITY;
    for (const { index, streams: sides } of streams) {
      for (const stream of sides) {
        for (const start of standsAt(stream.text, parts)) {
          const line = lineAt(stream, start);
          const away = line === undefined || where.line === undefined ? 0 : Math.abs(line.number - where.line);
          if (line === undefined || away >= distance) continue;
          best = { file: index, line: line.number, side: line.kind === 'removed' ? 'old' : 'new' };
          distance = away;
        }
      }
    }
    if (best !== undefined) return best;
  }
  return undefined;
}
