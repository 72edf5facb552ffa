// Tells the options of a question apart: which one is meant, and which could be taken for one another.
import type { Question } from './question.ts';

/** Not those marks that turn letters around: with them a text says something else than it shows. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202c\u2060\u2066-\u2069\ufeff]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63]/g;
/** The zeros of digits that people and their keyboards use beside 0 to 9. */
const ZEROS = [0x06_60, 0x06_f0, 0x09_66, 0x09_e6, 0x0e_50];
const FULL_WIDTH = 0xfe_e0;

/** The same text in one form, whichever keyboard wrote it. */
export function normalizeWords(text: string): string {
  return text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH))
    .replaceAll('\u3000', ' ')
    .replace(/[\u066a\ufe6a]/g, '%')
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', "'")
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = ZEROS.find((each) => code >= each && code <= each + 9);
      return zero === undefined ? digit : String(code - zero);
    });
}

/** Looked for from the first of them alone, since a hostile text has thousands. */
const LAST_MARKS = /(?<![\s.!,;:。、،؛।])[\s.!,;:。、،؛।]+$/;

/** Without case, quotes, marks of emphasis and kinds of dash, which say nothing about what is meant. */
export function simplifyWords(text: string): string {
  return normalizeWords(text)
    .toLowerCase()
    .normalize('NFC')
    .replace(/[*_`"'“”„‘’«»「」『』¡¿]/g, '')
    .replace(DASHES, '-')
    .replace(/\s+/g, ' ')
    .replaceAll(' %', '%')
    .replace(LAST_MARKS, '')
    .trim();
}

/** A seat's own words, where they are more than those of the answer that was read from them, its number and brackets. */
export function findOwnWords(answer: string | null, said: string | null): string | undefined {
  if (answer === null || said === null) return undefined;
  const bare = withoutBrackets(simplifyWords(said));
  const named = NUMBERED.map((form) => form.exec(bare)?.groups?.['words']);
  if ([simplifyWords(said), bare, ...named].includes(simplifyWords(answer))) return undefined;
  return said.replace(/\s+/g, ' ').trim();
}

/** As a hasty reader sees it: without accents on Latin and Greek letters, with a dash as a space, and with one form of each letter. */
const glance = (option: string) =>
  simplifyWords(option)
    .normalize('NFKD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}][\u0300-\u036f]*)[\u0300-\u036f]/gu, '')
    .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .replace(/(?<=\d) (?=\p{L})/gu, '')
    .replace(/^[([{]([^()[\]{}]+)[)\]}]$/, '$1')
    .replace(/\?+$/, '')
    .trim();

/** Two options that differ by no more than case, accents and punctuation, or one that is nothing else. */
export function findConfusable(options: readonly string[]): readonly [string, string] | undefined {
  const seen = new Map<string, string>();
  for (const option of options) {
    const looks = glance(option);
    const other = looks === '' ? option : seen.get(looks);
    if (other !== undefined) return [other, option];
    seen.set(looks, option);
  }
  return undefined;
}

const NUMBERS = /\d+(?:[.,]\d+)*/g;

/** Whether a number alone can only be that of an option: none has such a number in its words, and not all are quantities. */
export function areNumbered({ answer, options }: Question): boolean {
  if (answer !== 'choice' && answer !== 'ranking') return false;
  const words = options.map(normalizeWords);
  const holds = (number: number) =>
    words.some((each) => each.match(NUMBERS)?.some((found) => Number(found) === number));
  return !options.some((_, index) => holds(index + 1)) && !words.every((each) => /^\W{0,2}\d/.test(each));
}

const AS_NUMBER = '(?:option |answer |no\\. |#)?(?<number>\\d{1,2})';
/** "2", "2. Go", "2 - Go", "2 (Go)", "Go (2)" */
const NUMBERED = [
  `${AS_NUMBER}(?:[.):。、]|$)\\s*(?<words>.*)`,
  `${AS_NUMBER} ?- ?(?<words>\\p{L}.*)`,
  `${AS_NUMBER} ?\\((?<words>.+)\\)`,
  `(?<words>.+?) ?\\(${AS_NUMBER}\\)`,
].map((form) => new RegExp(`^${form}$`, 'u'));
const IN_BRACKETS = /^(?:\(([^()]+)\)|\[([^[\]]+)\]|<([^<>]+)>)$/;

export function withoutBrackets(said: string): string {
  const [, round, square = round, angle = square] = IN_BRACKETS.exec(said) ?? [];
  return angle === undefined ? said : simplifyWords(angle);
}

/** The number of an option that is meant by its words, by its number where that is no word of another, or by both. */
export function findOption(question: Question, said: string): number | undefined {
  const known = question.options.map(simplifyWords);
  const exact = known.indexOf(said);
  if (exact !== -1) return exact + 1;
  for (const form of NUMBERED) {
    const { number: digits, words = '' } = form.exec(said)?.groups ?? {};
    const number = Number(digits);
    const meant = known[number - 1];
    if (meant !== undefined && (words === '' ? areNumbered(question) : meant === words)) return number;
  }
  return undefined;
}

const RANK = /^(\d{1,2})[.)]\s*(.+)$/;
const BETTER = />/;

/**
 * Without the places of a list from 1 to its end: there the numbers are no options. In another order, or alone, they could be either,
 * unless what stands between the parts says which is better.
 */
function withoutPlaces(parts: readonly string[], separator: RegExp): readonly string[] | undefined {
  const listed = parts.map((part) => RANK.exec(part));
  if (listed.every((match, index) => Number(match?.[1]) === index + 1)) return listed.map((match) => match?.[2] ?? '');
  const isNumbered = parts.every((part) => /^\d+(?:[.)]|$)/.test(part));
  return isNumbered && separator !== BETTER ? undefined : parts;
}

/** "Go > Rust", "2 > 1", "Go, Rust", a list with places; every option once, or `undefined`. */
export function findRanking(question: Question, text: string): readonly number[] | undefined {
  const said = normalizeWords(text).replace(/\s*(?:->|→|≻)\s*/g, ' > ');
  const separators = [BETTER, /\n/, /\s\/\s/, /;/, /[,、،]/];
  const separator = separators.find((each) => each.test(said.trim()));
  if (separator === undefined) return undefined;
  const parts = said.split(separator).map((part) => simplifyWords(part.replace(/^\s*[-•]\s+/, '')));
  const named = withoutPlaces(
    parts.filter((part) => part !== ''),
    separator,
  );
  const order = named?.map((part) => findOption(question, part)) ?? [];
  const isWhole = order.length === question.options.length && new Set(order).size === order.length;
  return isWhole && !order.includes(undefined) ? (order as number[]) : undefined;
}
