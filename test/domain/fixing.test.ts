// What becomes of findings over reviews and answers, held against histories that are read as texts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDiff } from '../../src/domain/diffs/diff.ts';
import {
  type FixingRound,
  isStandstill,
  listToAnswer,
  type TrackedFinding,
  trackFindings,
} from '../../src/domain/results/fixing.ts';
import type { Finding, Severity } from '../../src/domain/results/review-result.ts';

function finding(id: string, more: Partial<Finding> = {}): Finding {
  return {
    ...{ id, severity: 'P1', title: id, file: 'a.ts', line: 1, detail: '', fix: '', evidence: null, verified: 'line' },
    ...{ foundBy: [], severities: [], votes: { valid: 2, invalid: 0 }, status: 'confirmed', dissent: [] },
    ...more,
  } as Finding;
}

const reviewed = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ seat: `reviewer-${index + 1}`, state: 'reviewed' as const }));

const round = (findings: readonly Finding[], more: Partial<FixingRound> = {}): FixingRound => ({
  review: { findings, crossChecked: true, reviewers: reviewed(3) },
  ...more,
});

const answer = (id: string, word: 'fixed' | 'disputed') => ({ id, answer: word, reason: '' });

/** Of one finding in each round: whether the review has it (P or a), and what the author says (F, D or -), or that it says F and changes nothing (N). */
type Step = 'PF' | 'PN' | 'PD' | 'P-' | 'a-';

/** The same rules as a table of patterns over the whole history. */
const ORACLE: readonly (readonly [RegExp, TrackedFinding['fate']])[] = [
  [/[FND]$/, 'answered'],
  [/^(?:P-|a-)*P-$/, 'open'],
  [/^(?:P-|a-)*a-$/, 'dropped'],
  [/F(?:P-|a-)*a-$/, 'fixed'],
  [/N(?:P-|a-)*a-$/, 'unchanged'],
  [/D(?:P-|a-)*a-$/, 'accepted'],
  [/[FN](?:P-|a-)*P-$/, 'not-fixed'],
  [/D(?:P-|a-)*P-$/, 'disputed'],
];

function toRounds(steps: readonly Step[]): readonly FixingRound[] {
  return steps.map((step, index) => {
    const own = step.startsWith('P') ? [finding('F1', index === 0 ? {} : { again: 'R1-F1' })] : [];
    const word = /[FN]/.test(step.slice(1)) ? 'fixed' : step === 'PD' ? 'disputed' : undefined;
    const answers = word === undefined ? {} : { answers: [answer('R1-F1', word)] };
    return round(own, { ...answers, ...(step === 'PN' ? { isUnchanged: true } : {}) });
  });
}

describe('the fate of a finding', () => {
  it('is that of its history, whatever that is', () => {
    const steps = fc.array(fc.constantFrom<Step>('PF', 'PN', 'PD', 'P-', 'a-'), { maxLength: 7 });
    fc.assert(
      fc.property(fc.constantFrom<Step>('PF', 'PN', 'PD', 'P-'), steps, (first, rest) => {
        const history = [first, ...rest];
        const expected = ORACLE.find(([pattern]) => pattern.test(history.join('')))?.[1];
        expect(trackFindings(toRounds(history)).map(({ fate }) => fate)).toEqual([expected]);
      }),
    );
  });

  it('keeps its name, and the second of a review that repeats it has one of its own', () => {
    const rounds = [
      round([finding('F1'), finding('F2')], { answers: [answer('R1-F2', 'fixed')] }),
      round([finding('F1', { again: 'R1-F2' }), finding('F2', { again: 'R1-F2' }), finding('F3', { again: 'R9-F9' })]),
    ];
    expect(trackFindings(rounds).map(({ id, fate, rounds: held }) => [id, fate, held])).toEqual([
      ['R1-F1', 'dropped', [1]],
      ['R1-F2', 'not-fixed', [1, 2]],
      ['R2-F2', 'open', [2]],
      ['R2-F3', 'open', [2]],
    ]);
  });

  it.each([
    ['in a line that a fix changed', { file: 'a.ts', line: 2 }, 'fix'],
    ['in a file that it changed, at no line', { file: 'a.ts', line: null }, 'fix'],
    ['far from it', { file: 'a.ts', line: 90 }, 'late'],
    ['in another file', { file: 'b.ts', line: 2 }, 'late'],
    ['nowhere', { file: null, line: null }, 'late'],
  ])('says where a new one comes from: %s', (_, place, origin) => {
    const changes = parseDiff(
      'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,3 @@\n one\n+two\n three\n',
    );
    const rounds = [
      round([finding('F1')], { answers: [answer('R1-F1', 'fixed')], changes }),
      round([finding('F1', place)]),
    ];
    expect(trackFindings(rounds).map((each) => each.origin)).toEqual(['change', origin]);
  });
});

describe('what an author has to answer', () => {
  it.each<[string, Partial<Finding>, Severity, boolean]>([
    ['confirmed and as bad as it has to be', { severity: 'P1' }, 'P1', true],
    ['confirmed and milder', { severity: 'P2' }, 'P1', false],
    [
      'milder, but one reviewer holds it worse',
      { severity: 'P2', severities: [{ seat: 'a', severity: 'P0' }] },
      'P1',
      true,
    ],
    ['disputed among the reviewers', { severity: 'P0', status: 'disputed' }, 'P2', false],
    ['found by one of several', { severity: 'P0', status: 'unchecked' }, 'P2', false],
  ])('is what is %s: %s', (_, of, failOn, isAsked) => {
    expect(listToAnswer([round([finding('F1', of)])], failOn)).toHaveLength(isAsked ? 1 : 0);
  });

  it('is what the only reviewer found, as nobody else can confirm it', () => {
    const review = { findings: [finding('F1', { status: 'unchecked' })], crossChecked: false, reviewers: reviewed(1) };
    expect(listToAnswer([{ review }], 'P2')).toHaveLength(1);
  });

  it.each([false, true])('is all that stands, also where another one repeats the same: turned round %s', (isTurned) => {
    const pair = [
      finding('F1', { severity: 'P0', again: 'R1-F1' }),
      finding('F2', { severity: 'P2', status: 'disputed', again: 'R1-F1' }),
    ];
    const rounds = [
      round([finding('F1')], { answers: [answer('R1-F1', 'fixed')] }),
      round(isTurned ? pair.reverse() : pair),
    ];
    expect(listToAnswer(rounds, 'P1').map((each) => each.finding.id)).toEqual(['F1']);
  });

  it('is nothing of an earlier review that the last one does not have', () => {
    expect(listToAnswer([round([finding('F1')], { answers: [answer('R1-F1', 'fixed')] }), round([])], 'P2')).toEqual(
      [],
    );
    expect(listToAnswer([], 'P2')).toEqual([]);
  });

  it.each<[string, readonly ('fixed' | 'disputed' | undefined)[], boolean]>([
    ['nothing', [], false],
    ['what was disputed and is repeated', ['disputed', 'disputed'], true],
    ['something that a fix did not mend', ['disputed', 'fixed'], false],
    ['something new', ['disputed', undefined], false],
  ])('is a standstill with %s', (_, words, stands) => {
    const ids = words.map((__, index) => `F${index + 1}`);
    const answers = words.flatMap((word, index) => (word === undefined ? [] : [answer(`R1-F${index + 1}`, word)]));
    const again = (id: string, index: number) => (words[index] === undefined ? {} : { again: `R1-${id}` });
    const rounds = [
      round(
        ids.filter((__, index) => words[index] !== undefined).map((id) => finding(id)),
        { answers },
      ),
      round(ids.map((id, index) => finding(id, again(id, index)))),
    ];
    expect(isStandstill(listToAnswer(rounds, 'P2'))).toBe(stands);
  });
});
