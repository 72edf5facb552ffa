// Words for people: where a text is cut, and limits in units that people read.
import { expect, it } from 'vitest';
import { toPhrase } from '../../src/domain/question/format-answer.ts';
import { cutLine, cutText, shorten } from '../../src/domain/words/cut-line.ts';
import { describeLimit } from '../../src/domain/words/describe-limit.ts';
import { findInPlaces } from '../../src/domain/words/find-words.ts';

const CHARACTERS = [
  'a',
  'é',
  'e\u0301',
  'ö',
  '語',
  '가',
  '😀',
  '👍🏽',
  '🇩🇪',
  '👩‍👩‍👧‍👦',
  'क्षि',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'a\u0301\u0323\u0302',
];

it.each(CHARACTERS)('texts of %j are cut between two of them, in lines, excerpts and titles', (character) => {
  const text = character.repeat(400);
  const places = [{ seq: 1, title: 'Topic', text: `${text}needle${text}` }];
  const [match] = findInPlaces(places, 'needle');
  const shown = [match?.line ?? ''];
  for (let width = character.length + 1; width < 60; width += 1) {
    const [line, title] = [cutLine(text, width), cutText(text, width)];
    expect(line.length).toBeLessThanOrEqual(width);
    expect(width - title.length).toBeLessThan(character.length);
    shown.push(line, title, shorten(text, width));
  }
  for (const each of shown)
    expect(
      each
        .normalize('NFC')
        .replace(/…|needle/g, '')
        .replaceAll(character.normalize('NFC'), ''),
    ).toBe('');
});

it.each([
  ['two words', 9, 'two words'],
  ['twofold words', 10, 'twofold…'],
  ['two words', 8, 'two wor…'],
  ['  two\n words ', 9, 'two words'],
  ['', 5, ''],
  [`a${'\u0301'.repeat(200)}`, 50, `a${'\u0301'.repeat(48)}…`],
])('%j in %i is %j', (text, width, line) => expect(cutLine(text, width)).toBe(line));

it.each([
  ['Measure it first.', 'Measure it first'],
  ['  Measure it first. ', 'Measure it first'],
  ['まず測る。', 'まず測る'],
  ['Move to v1.2.', 'Move to v1.2'],
  ['Only in the U.S.', 'Only in the U.S.'],
  ['At 5 p.m.', 'At 5 p.m.'],
  ['First one, then ...', 'First one, then ...'],
  ['Why not both?', 'Why not both?'],
  ['Postgres', 'Postgres'],
  ['', ''],
])('%j stands inside a sentence as %j', (answer, phrase) => expect(toPhrase(answer)).toBe(phrase));

it.each([
  ['money', 12_345_678, 12_340_000, '$12.35 of $12.34'],
  ['money', 1_234_560_000, 1_234_560_000, '$1234.56 of $1234.56'],
  ['money', 5_300, 5_000, '$0.0053 of $0.005'],
  ['money', 40, 30, '$0.00004 of $0.00003'],
  ['time', 60_000, 60_000, '1 min of 1 min'],
  ['time', 100_500, 90_000, '1.68 min of 1.5 min'],
  ['time', 7_530_000, 7_530_000, '125.5 min of 125.5 min'],
  ['tokens', 1_234_567, 1_000_000, '1,234,567 of 1,000,000'],
  ['turns', 1, 1, '1 of 1'],
] as const)('the limit on %s, %i of %i, is said as %j', (limit, used, max, words) => {
  expect(describeLimit({ limit, used, max })).toBe(`The limit on ${limit} was reached (${words}).`);
});
