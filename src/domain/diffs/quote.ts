// Tells whether what a reviewer quotes stands in a diff, and where.
import { hasLetters } from '../answers/nothing.ts';
import { collapseSpace } from '../evidence/quote-in-text.ts';
import type { Diff, DiffFile, DiffLine } from './diff.ts';

export interface QuotePlace {
  /** Index in `diff.files`. */
  readonly file: number;
  /** Number of the quote's first line, on the side where it stands. */
  readonly line: number;
  readonly side: 'new' | 'old';
}

/** Lines as one text whose white space is one blank each; a hunk ends with a line feed, which no quote holds. */
interface Stream {
  readonly text: string;
  /** Offset in `text` of each line that is not empty, ascending, and the line. */
  readonly offsets: readonly number[];
  readonly lines: readonly DiffLine[];
}

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);

function flattenLines(file: DiffFile, isTaken: (line: DiffLine) => boolean): Stream {
  const parts: string[] = [];
  const offsets: number[] = [];
  const lines: DiffLine[] = [];
  let length = 0;
  for (const hunk of file.hunks) {
    for (const line of hunk.lines) {
      const text = isTaken(line) ? collapseSpace(line.text) : '';
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

/** The sides a quote can be taken from, and both as the diff shows them. */
function listStreams(file: DiffFile): readonly Stream[] {
  const everything = () => true;
  if (file.removed.size === 0) return [flattenLines(file, everything)];
  return [
    flattenLines(file, ({ kind }) => kind !== 'removed'),
    flattenLines(file, ({ kind }) => kind !== 'added'),
    flattenLines(file, everything),
  ];
}

/**
 * Where `part` occurs as whole words, ascending (Knuth, Morris and Pratt: linear whatever the texts are, since both come
 * from strangers).
 */
function findOccurrences(text: string, part: string): readonly number[] {
  const borders = [0];
  for (let at = 1, border = 0; at < part.length; at += 1) {
    while (border > 0 && part[at] !== part[border]) border = borders[border - 1] ?? 0;
    if (part[at] === part[border]) border += 1;
    borders.push(border);
  }
  const startsWord = isWord(part[0]);
  const endsWord = isWord(part.at(-1));
  const found: number[] = [];
  for (let at = 0, matched = 0; at < text.length; at += 1) {
    while (matched > 0 && text[at] !== part[matched]) matched = borders[matched - 1] ?? 0;
    if (text[at] === part[matched]) matched += 1;
    if (matched < part.length) continue;
    matched = borders[matched - 1] ?? 0;
    const start = at + 1 - part.length;
    const cutsWord = (startsWord && isWord(text[start - 1])) || (endsWord && isWord(text[at + 1]));
    if (!cutsWord) found.push(start);
  }
  return found;
}

/** Offsets at which the first part stands such that all others follow it in order. */
function standsAt(text: string, parts: readonly string[]): readonly number[] {
  let before = Number.POSITIVE_INFINITY;
  let starts: readonly number[] = [];
  for (const part of parts.toReversed()) {
    starts = findOccurrences(text, part).filter((start) => start + part.length <= before);
    const last = starts.at(-1);
    if (last === undefined) return [];
    before = last;
  }
  return starts;
}

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

/** What the quote can mean, the plainest reading first; each is a list of parts that come in order. */
function listReadings(quote: string): readonly (readonly string[])[] {
  const lines = quote.split('\n');
  const unmarked = lines.filter((line) => !line.startsWith('@@')).map((line) => line.replace(/^[-+]/, ''));
  const toCode = (text: string) => text.replace(/^\s*(?:`{3,}.*|(?:[-*]\s+)?`)|`+\s*$/g, '');
  const unnumbered = toCode(lines.map((line) => line.replace(LINE_MARK, '')).join('\n'));
  const inQuotes = IN_QUOTES.exec(quote)
    ?.slice(1)
    .find((part) => part !== undefined);
  const all = [quote, unmarked.join('\n'), toCode(quote), unnumbered, ...(inQuotes === undefined ? [] : [inQuotes])];
  const whole = [...new Set(all.map(collapseSpace))];
  // Dots are code too (`f(...rest)`), so a quote is cut at them only where it does not stand whole.
  const cut = whole
    .map((text) => text.split(/\[(?:\.{3,}|…)\]|\.{3,}|…/).map(collapseSpace))
    .filter((parts) => parts.length > 1);
  const readings = [...whole.map((text) => [text]), ...cut];
  // A brace or a dash stands everywhere and shows nothing.
  const telling = readings.map((parts) => parts.filter(hasLetters));
  return telling.filter((parts) => parts.length > 0);
}

/**
 * Where a quoted snippet is in the diff; `undefined` if it is not. White space counts as one blank, lines may have marks or
 * their numbers in front, and the whole those of code or of a quotation; `...` or `…` stands for anything in between. The place is within one file and, but for `...`, within one hunk; it
 * never starts or ends inside a word, and has a letter or a digit. Of several places the nearest to `line` counts, else the
 * first; `file` is an index in `diff.files`. Time is linear in the sizes of the diff and the quote.
 */
export function quoteStands(
  diff: Diff,
  quote: string,
  where: { readonly file?: number; readonly line?: number } = {},
): QuotePlace | undefined {
  const wanted = listReadings(quote);
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
