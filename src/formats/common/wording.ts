// Small texts that formats read and write alike.
import * as z from 'zod';

/** Whether there is nothing to read in it. */
export function isBlank(text: string | null | undefined): boolean {
  return (text ?? '').trim() === '';
}

/** One of these words, however it is set: "Agree.", "**claim attack**", "Propose-alternative". */
export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.preprocess((said) => {
    if (typeof said !== 'string') return said;
    const word = said.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
    return word.replace(/[\s_-]+/g, '_');
  }, z.enum(words));

/** What a person wrote who may write plain lines: in JSON, or as lines that may quote some. */
export const isJson = (text: string) =>
  /^\W*\{\s*"|^\s*\{\s*$|"(?:answer|replies|stands|steps|reviews|votes)"\s*:/m.test(text);
