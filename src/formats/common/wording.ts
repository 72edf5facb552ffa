// Small texts that formats read and write alike.
import * as z from 'zod';

/** The usual form of each character, full-width ones among them, without those that nobody sees. */
export const normalizeCharacters = (text: string): string => text.normalize('NFKC').replace(/\p{Cf}/gu, '');

/** A word or some without case and without what is around them; "" where they are a question, and so say nothing. */
export function readWord(text: string): string {
  const words = normalizeCharacters(text).toLowerCase();
  return /[?¿؟]/.test(words) ? '' : (/[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su.exec(words)?.[0] ?? '');
}

/** The word that stands before its reason: "invalid: the loop ends before", "reject (no owner)". */
export const splitReason = (words: string): readonly [word: string, reason: string] => {
  const [, word = words, reason = ''] = /^([\p{L}_-]+)(?:\s*[:;(–—]|,\s|\s-\s)(.*)$/su.exec(words) ?? [];
  return [word, reason];
};

/** The word of these that is said, however it is set: "Agree.", "**claim attack**", "Propose-alternative". */
export const findWord = <T extends string>(words: readonly T[], said: string): T | undefined => {
  const word = readWord(said).replace(/[\s_-]+/g, '_');
  return words.find((each) => each === word);
};

export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.preprocess((said) => (typeof said === 'string' ? (findWord(words, said) ?? said) : said), z.enum(words));

// A line of its own in what a seat wrote would read like one of ours, such as "- C2: **holds**" or "Decision: accepted".

export const inOneParagraph = (words: string | null | undefined) =>
  words?.trim().replace(/\s*[\n\r\u0085\u2028\u2029]\s*/g, ' ') ?? '';

/** A text that stays within its list item. */
export const indentLines = (text: string) => text.trim().replace(/\r\n?|[\n\u0085\u2028\u2029]/g, '\n  ');

export const idText = z.string().meta({ alone: 'id' });

export const optionalText = z.string().nullable().default(null);
export const optionalList = <T extends z.ZodType>(of: T) => z.array(of).nullable().default(null);

/** The key may also have one of these names. */
export const withOtherNames = <T extends z.ZodType>(schema: T, ...otherNames: readonly string[]): T =>
  schema.meta({ otherNames });

/** What a person wrote who may write plain lines: in JSON, or as lines that may quote some. */
export const isJson = (text: string) =>
  /^[^\w\n]*\{\s*"|^[^\S\n]*\{\s*$|"(?:answer|replies|stands|steps|reviews|votes)"\s*:/m.test(text);
