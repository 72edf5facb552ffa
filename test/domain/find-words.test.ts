// Words are looked for as they are written, whatever signs stand in them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findInPlaces, foldCase, holdsWords, listPlaces } from '../../src/domain/words/find-words.ts';
import { fullRecord } from '../exporters/records.ts';
import { inCi } from '../support/campaign.ts';

const titlesOf = (topic: string, words: string) =>
  findInPlaces(listPlaces(fullRecord({ topic })), words).map(({ title }) => title);

test.each(['git-diffable', 'a/b', 'C++', '(one|two)', '[x]', '^$', '\\d', '100%', 'a{2}', 'was?', '#12'])(
  '%s is found where it stands, and only there',
  (word) => {
    expect(titlesOf(`We need ${word} here.`, `here ${word}`)).toContain('Topic');
    expect(titlesOf('We need nothing.', word)).not.toContain('Topic');
  },
);

test.each([
  ['"move it"', 'Should we move it now?', true],
  ['"it move"', 'Should we move it now?', false],
  ['now "Move It"', 'Should we move it now?', true],
  ['“move it”', 'Should we move it now?', true],
  ['„move it“', 'Should we move it now?', true],
  ['«\u00a0move it\u00a0»', 'Should we move it now?', true],
  ['"move"', 'Should we move it now?', true],
  ['"move it', 'Should we move it now?', false],
  ['"strict":', 'Set "strict": true?', true],
  ['"strict": true', 'Set strict: true?', false],
  ['""', 'Say "" here', true],
  ['" "', 'No quotes', false],
])('%s in %s: %s', (words, topic, found) => {
  expect(titlesOf(topic, words).includes('Topic')).toBe(found);
});

test.runIf(inCi)('any word of a topic finds the topic', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (word) => {
      fc.pre(!/[\s\p{C}]/u.test(word));
      expect(titlesOf(`Should we use ${word} at all?`, word)).toContain('Topic');
    }),
  );
});

describe('the fast look at a whole debate', () => {
  const holds = (text: string, words: string) => holdsWords(foldCase(text), foldCase(words).split(/\s+/));
  const places = (text: string) => [{ seq: null, title: 'Topic', text }];
  const alphabet = fc.constantFrom(...'aAsSſßẞkKéÉiİıΣσςǅ', 'e\u0301', 'b', 'c');

  test('misses nothing that the exact one finds', () => {
    const text = fc
      .array(fc.oneof(alphabet, fc.constantFrom(' ', '\n')), { maxLength: 20 })
      .map((parts) => parts.join(''));
    const word = fc.array(alphabet, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.array(word, { minLength: 1, maxLength: 3 }), (content, words) => {
        const query = words.join(' ');
        if (findInPlaces(places(content), query).length > 0) expect(holds(content, query)).toBe(true);
      }),
    );
  });

  test('finds what two capital letters stand for, and no words of different lines', () => {
    expect(holds('Eine Straße', 'STRASSE')).toBe(true);
    expect(holds('one\ntwo', 'one two')).toBe(false);
    expect(holds('one\ntwo three one', 'one two')).toBe(true);
    expect(holds('one', 'onetwo')).toBe(false);
  });
});
