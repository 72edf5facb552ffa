// Words are looked for as they are written, whatever signs stand in them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findWords } from '../../src/domain/words/find-words.ts';
import { fullRecord } from '../exporters/records.ts';

const titlesOf = (topic: string, words: string) => findWords(fullRecord({ topic }), words).map(({ title }) => title);

test.each(['git-diffable', 'a/b', 'C++', '(one|two)', '[x]', '^$', '\\d', '100%', 'a{2}', 'was?', '#12'])(
  '%s is found where it stands, and only there',
  (word) => {
    expect(titlesOf(`We need ${word} here.`, `here ${word}`)).toContain('Topic');
    expect(titlesOf('We need nothing.', word)).not.toContain('Topic');
  },
);

test('any word of a topic finds the topic', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (word) => {
      fc.pre(!/[\s\p{C}]/u.test(word));
      expect(titlesOf(`Should we use ${word} at all?`, word)).toContain('Topic');
    }),
  );
});
