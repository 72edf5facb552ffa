// Points and confidence of reviews against values that were worked out manually from the rules.
import { describe, expect, it } from 'vitest';
import { computeOverlap, type ReviewerStances } from '../../src/formats/review/findings/overlap.ts';
import { cases } from './review-cases.ts';
import { ReviewPlay } from './review-play.ts';

const PARTS = ['p0', 'p1', 'p2', 'falsePositives', 'fixes', 'fileAccuracy', 'clarity', 'total'] as const;

describe('the points of a review', () => {
  it.each(cases)('$name', ({ findings, risks = [], questions = [], explore = false, points }) => {
    const play = new ReviewPlay({ reviewers: 1, explore });
    expect(play.say(1, { findings, residual_risks: risks, open_questions: questions })).toMatchObject({ ok: true });
    const score = play.data.scores[0];
    expect(PARTS.map((part) => score?.[part])).toEqual(points);
  });
});

/** "++-": the first two reviewers hold it valid, the third does not; "." has not judged. */
function stances(text: string): ReviewerStances {
  const said = [...text].map((sign, index) => [`reviewer-${index + 1}`, sign] as const);
  return Object.fromEntries(
    said.filter(([, sign]) => sign !== '.').map(([seat, sign]) => [seat, { valid: sign === '+', severity: null }]),
  );
}

// Stances on F1, F2, …; what each reviewer found; percent.
const confidences: readonly [string, readonly string[], readonly string[], number | null][] = [
  ['one reviewer alone', ['+'], ['1'], null],
  ['nobody has findings', [], ['', ''], null],
  ['nobody of three has findings', [], ['', '', ''], null],
  // 0.6 × 100 + 0.4 × 100
  ['both found the same', ['++'], ['1', '1'], 100],
  // A 0, B 0
  ['one found something that nobody has judged', ['+.'], ['1', ''], 0],
  // A 100, B 0
  ['the other holds it valid', ['++'], ['1', ''], 60],
  // A 0, B 0: a vote lowers it with two
  ['the other holds it invalid', ['+-'], ['1', ''], 0],
  // one of three shared: B = 200 / 3 = 67; A 100: 60 + 26.8 = 86.8
  ['one of three shared, all held valid', ['++', '++', '++'], ['12', '13'], 87],
  // A = 1 of 3 = 33: 19.8 + 26.8 = 46.6
  ['one of three shared, the rest refuted', ['++', '+-', '-+'], ['12', '13'], 47],
  // A = 2 of 3 = 67: 40.2 + 26.8 = 67
  ['one of three shared, one refuted', ['++', '++', '-+'], ['12', '13'], 67],
  // both found 2 of 4: B = 100; A 100
  ['half shared counts as whole', ['++', '++', '++', '++'], ['123', '124'], 100],
  // half of four judged by nobody: A 50, B 100: 30 + 40
  ['half shared, the rest not judged', ['++', '++', '+.', '.+'], ['123', '124'], 70],
  // two of three is a majority: A 100; B: pairs 0, 0, 100 (both empty) = 33.33: 60 + 13.33 = 73.33
  ['two of three hold it valid', ['++-'], ['1', '', ''], 73],
  // A 0: 13.33
  ['one of three holds it valid', ['+--'], ['1', '', ''], 13],
  // half of four is no majority: A 0; B: 6 pairs, 3 of them both empty = 50: 20
  ['half of four is no majority', ['++--'], ['1', '', '', ''], 20],
  // A 100; 60 + 20
  ['three of four are', ['+++-'], ['1', '', '', ''], 80],
  // withdrawn by all: no finding any more: A 100; B 0
  ['withdrawn by who found it', ['--'], ['1', ''], 60],
  // F2 withdrawn; F1 confirmed: A 100; B = 200 / 2 = 100
  ['a shared one stands, another is withdrawn', ['++', '--'], ['12', '1'], 100],
  // found by all three: A 100, B 100
  ['all three found it', ['+++'], ['1', '1', '1'], 100],
  // 1 shared by 1 and 2; 3 found another. A: F1 ++. confirmed, F2 ..+ unchecked: 50. B: 100, 0, 0 = 33.33. 30 + 13.33 = 43.33
  ['two agree, the third is alone', ['++.', '..+'], ['1', '1', '2'], 43],
  // F2 missed by all in the blind reviews, added and held valid: A 100; B over F1 alone: 100
  ['a missed one does not make the reviews unlike', ['++', '++'], ['1', '1'], 100],
  // A = 1 of 8 = 12.5 → 13; B: 1 of 8 shared: 200 / 8 = 25: 7.8 + 10 = 17.8
  ['one of eight', ['++', '+.', '+.', '+.', '+.', '+.', '+.', '+.'], ['12345678', '1'], 18],
];

describe('confidence', () => {
  it.each(confidences)('%s', (_, votes, found, percent) => {
    const sets = found.map((ids) => new Set([...ids]));
    expect(computeOverlap(votes.map(stances), sets)).toBe(percent);
    expect(computeOverlap(votes.map(stances), sets.toReversed())).toBe(percent);
  });
});
