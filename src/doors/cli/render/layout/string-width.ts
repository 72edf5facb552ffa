// How many columns of a terminal a text takes.
import exactWidth from 'fast-string-width';
import { once } from '../../../../domain/once.ts';

const segmenter = once(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** The first call loads the tables of Unicode, which takes about 10 ms: ask only for text that has to be cut. */
export function* splitGraphemes(text: string): Generator<string> {
  for (const { segment } of segmenter().segment(text)) yield segment;
}

const ASCII = /^[ -~]*$/;

/** Most words are plain ASCII, one column for each character; the library would load the tables of Unicode for them. */
export const stringWidth = (text: string): number => (ASCII.test(text) ? text.length : exactWidth(text));
