// Takes text apart into the characters that people see.

let segmenter: Intl.Segmenter | undefined;

/** The first call loads the tables of Unicode, which takes about 10 ms: ask only for text that has to be cut. */
export function* splitGraphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}
