// Words as they are compared: signs that look alike or cannot be seen are one, and a quote may leave out what its ellipses stand for.
import { hasLetters } from '../answers/nothing.ts';
import { onceForEach } from '../once.ts';

export const collapseSpace = (text: string) => text.replace(/\s+/g, ' ').trim();

/** What a font or an editor makes of the same signs; letters above and below the line are others, since 10² is not 102. */
const COMPOSED = /[\ufb00-\ufb06\uff01-\uff9f]/g;
const UNSEEN = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ufe00-\ufe0f]/g;
const APOSTROPHES = /[\u2018-\u201b\u02bc\u2032\u2039\u203a]/g;
const MARKS = /[\u201c-\u201f\u2033\u00ab\u00bb]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63]/g;

/** The text as quotes are held against it. White space is one blank each. */
export function foldText(text: string): string {
  const plain = /[^\0-\x7f]/.test(text)
    ? text
        .normalize('NFC')
        .replace(COMPOSED, (sign) => sign.normalize('NFKC'))
        .replace(UNSEEN, '')
        .replace(APOSTROPHES, "'")
        .replace(MARKS, '"')
        .replace(DASHES, '-')
        .replaceAll('…', '...')
    : text;
  // Also at an end, since lines are folded one by one.
  return collapseSpace(plain).replace(/(?<=^| )-{2,3}(?= |$)/g, '-');
}

const NO_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Whether it has letters of a script that sets none between its words. Classes of characters take long to read, and few texts need them. */
export const hasNoBlanks = (text: string): boolean => /[^\0-\u0dff]/.test(text) && NO_BLANKS.test(text);

/** Whether a word continues over it. */
export function isInWord(character: string | undefined): boolean {
  if (character === undefined) return false;
  if (/[\0-\x7f]/.test(character)) return /\w/.test(character);
  return /[\p{L}\p{N}\p{M}]/u.test(character) && !hasNoBlanks(character);
}

/**
 * Where `part` occurs as whole words from an offset on, ascending (Knuth, Morris and Pratt: linear whatever the texts are, since both
 * come from strangers).
 */
function* findOccurrences(text: string, part: string, from = 0): Generator<number, undefined> {
  const borders = [0];
  for (let at = 1, border = 0; at < part.length; at += 1) {
    while (border > 0 && part[at] !== part[border]) border = borders[border - 1] ?? 0;
    if (part[at] === part[border]) border += 1;
    borders.push(border);
  }
  const startsWord = isInWord(part[0]);
  const endsWord = isInWord(part.at(-1));
  for (let at = from, matched = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (matched > 0 && code !== part.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (code === part.charCodeAt(matched)) matched += 1;
    if (matched < part.length) continue;
    matched = borders[matched - 1] ?? 0;
    const start = at + 1 - part.length;
    const cutsWord = (startsWord && isInWord(text[start - 1])) || (endsWord && isInWord(text[at + 1]));
    if (!cutsWord) yield start;
  }
  return undefined;
}

/** Whether a folded text has all parts in order, from an offset on: each where it first can be, so the text is read once. */
function standsInOrder(text: string, parts: readonly string[], from = 0): boolean {
  let end = from;
  for (const part of parts) {
    const { value: start } = findOccurrences(text, part, end).next();
    if (start === undefined) return false;
    end = start + part.length;
  }
  return true;
}

/** Offsets in a folded text at which the first part stands such that all others follow it in order. */
export function standsAt(text: string, [first = '', ...others]: readonly string[]): readonly number[] {
  const starts = [...findOccurrences(text, first)];
  // Where others follow one of them, they follow all before it.
  let [followed, end] = [0, starts.length];
  while (followed < end) {
    const middle = (followed + end) >> 1;
    if (standsInOrder(text, others, (starts[middle] ?? 0) + first.length)) followed = middle + 1;
    else end = middle;
  }
  return starts.slice(0, followed);
}

/** Which may be that of the sentence around the quote. */
const END_MARK = /[.,;:!?。、]+$/u;
const GAP = /[[(]\.{3,}[\])]|\.{3,}/;

/**
 * What a quote can mean in these forms, the plainest first; each is a list of parts that come in order. A form is cut at dots only where it
 * does not stand whole, since dots are code too (`f(...rest)`). None where it is all signs, which stand everywhere and show nothing.
 */
export function listReadings(forms: readonly string[]): readonly (readonly string[])[] {
  const folded = forms.map(foldText);
  const whole = [...new Set([...folded, ...folded.map((text) => text.replace(END_MARK, '').trimEnd())])];
  const cut = whole.map((text) => text.split(GAP).map(collapseSpace)).filter((parts) => parts.length > 1);
  const readings = [...whole.map((text) => [text]), ...cut];
  return readings.map((parts) => parts.filter(hasLetters)).filter((parts) => parts.length > 0);
}

/** What quotes are held against; what was redacted holds none. */
export interface Quotable {
  readonly text: string | undefined;
}

/** Once for all quotes. */
const readFolded = onceForEach(({ text = '' }: Quotable) => foldText(text));

export function holdsQuote(quotable: Quotable, quote: string): boolean {
  const folded = readFolded(quotable);
  const readings = listReadings([quote]);
  if (readings.length === 0) return folded.includes(foldText(quote));
  return readings.some((parts) => standsInOrder(folded, parts));
}

/** Quotation marks in pairs. Where both are the same sign, a blank tells which of them opens: 24" is none. */
const PAIRS = [
  '(?<![\\p{L}\\p{N}])"(?=\\S)([^"\\n]{1,300})(?<=\\S)"(?![\\p{L}\\p{N}])',
  '“([^”\\n]{1,300})”',
  '„([^“”\\n]{1,300})[“”]',
  '(?<![^\\s([:,])”(?=\\S)([^“”\\n]{1,300})(?<=\\S)”',
  '«([^«»\\n]{1,300})»',
  '(?<![^\\s([:,])»(?=\\S)([^«»\\n]{1,300})(?<=\\S)«',
  '「([^」\\n]{1,300})」',
  '『([^』\\n]{1,300})』',
].join('|');

/** Its only group that took part holds what is quoted. */
export const createQuotePattern = (flags: 'g' | 'y') => new RegExp(PAIRS, `u${flags}`);
export const pickQuoted = (match: readonly (string | undefined)[]): string =>
  match.slice(1).find((part) => part !== undefined) ?? '';
