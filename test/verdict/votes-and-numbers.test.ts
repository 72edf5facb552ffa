// The one rule for what cannot be listed: votes on a decision in words, and numbers, probabilities and rankings by property.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/domain/question/answer.ts';
import { type Seated, settleDebate } from '../../src/domain/question/settle.ts';
import { toSeated } from './one-rule.ts';

describe('votes on a decision in words', () => {
  it('agree, accept, carry or fail for 1 to 7 seats, those that left counted', () => {
    const kinds = ['own', 'accept', 'reject', undefined] as const;
    const words = { kind: 'text' } as const;
    for (let seats = 1; seats <= 7; seats += 1) {
      for (let at = 0; at < 4 ** seats; at += 1) {
        const drawn = Array.from({ length: seats }, (_, index) => Math.floor(at / 4 ** index) % 4);
        // Whose vote is whose does not matter.
        if (drawn.some((each, index) => each < (drawn[index - 1] ?? 0))) continue;
        const votes = drawn.map((each) => kinds[each]);
        const seated = votes.map((vote, index) => ({
          ...toSeated({ first: 0, last: 0, reason: false, standIn: false }, index),
          ...{ opening: words, final: words, vote, hasLeft: vote === undefined },
        }));
        const behind = votes.filter((vote) => vote === 'own' || vote === 'accept').length;
        const isOwn = seats > 1 && votes.every((vote) => vote === 'own');
        const held = behind < seats ? 'majority' : isOwn ? 'agreed' : 'accepted';
        const cast = votes.filter((vote) => vote !== undefined).length;
        const rejected = cast > behind ? 'text-rejected' : 'no-majority';
        const { label, answer, reason } = settleDebate({ seated, isClosed: false });
        if (label !== (behind * 2 > seats ? held : 'not-settled')) expect([votes, label]).toBe(held);
        const why = label === 'not-settled' ? (cast === 0 ? 'words' : rejected) : reason;
        if (reason !== why) expect([votes, reason]).toEqual([votes, why]);
        expect(answer).toBeUndefined();
      }
    }
  });
});

describe('numbers, probabilities and rankings', () => {
  const seatsOf = (answers: readonly Answer[]): readonly Seated[] =>
    answers.map((opening, index) => ({
      ...toSeated({ first: 0, last: undefined, reason: false, standIn: false }, index),
      ...{ opening, hasLeft: false },
    }));
  const subsets = <T>(all: readonly T[]): readonly (readonly T[])[] =>
    Array.from({ length: 2 ** all.length }, (_, picked) => all.filter((__, index) => (picked >> index) % 2 === 1));
  const abstention = fc.constant<Answer>({ kind: 'unsure' });

  const ranged = (value: number, low?: number, high?: number): Answer => ({
    kind: 'number',
    value: `${value}`,
    range: low === undefined ? null : { low: `${low}`, high: `${high}` },
  });

  const measure = (answer: Answer | undefined) =>
    answer?.kind === 'number' ? Number(answer.value) : answer?.kind === 'probability' ? answer.percent : 0;

  /** More than half of all, each the same as each other one; and the answer is in their middle, the lower one of two. */
  function checkGroup(answers: readonly Answer[], isSame: (one: Answer, other: Answer) => boolean): void {
    const { label, answer, endings } = settleDebate({ seated: seatsOf(answers), isClosed: true });
    const groups = subsets(answers.filter(({ kind }) => kind !== 'unsure')).filter(
      (set) => set.length * 2 > answers.length && set.every((one) => set.every((other) => isSame(one, other))),
    );
    const largest = groups.filter(({ length }) => length === Math.max(...groups.map((each) => each.length)));
    const shared = (largest[0] ?? []).filter((each) => largest.every((group) => group.includes(each)));
    expect(label === 'not-settled').toBe(shared.length === 0);
    if (answer !== undefined) expect(shared).toContainEqual(answer);
    const middle = shared.map(measure).toSorted((one, other) => one - other)[Math.ceil(shared.length / 2) - 1];
    expect(measure(answer)).toBe(middle ?? 0);
    const isUnanimous = largest[0]?.length === answers.length;
    expect(label === 'agreed').toBe(isUnanimous);
    expect(endings.unanimous).toBe(isUnanimous);
    const reversed = settleDebate({ seated: seatsOf(answers.toReversed()), isClosed: true });
    expect([reversed.label, reversed.answer]).toEqual([label, answer]);
  }

  it('probabilities are the same within 10 points on one side of even, pairwise', () => {
    const percent = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 40, max: 60 }));
    const answer = fc.oneof(
      { weight: 6, arbitrary: percent.map((each): Answer => ({ kind: 'probability', percent: each })) },
      abstention,
    );
    fc.assert(
      fc.property(fc.array(answer, { minLength: 2, maxLength: 7 }), (answers) =>
        checkGroup(answers, (one, other) => {
          if (one.kind !== 'probability' || other.kind !== 'probability') return false;
          const [low, high] = [one.percent, other.percent].toSorted((a, b) => a - b) as [number, number];
          return high - low <= 10 && !(low < 50 && high > 50);
        }),
      ),
    );
  });

  it('numbers are the same where each lies in the other’s range, pairwise', () => {
    const number = fc.record({ value: fc.nat(30), below: fc.nat(8), above: fc.nat(8), ranged: fc.boolean() }).map(
      ({ value, below, above, ranged }): Answer => ({
        kind: 'number',
        value: `${value}`,
        range: ranged ? { low: `${value - below}`, high: `${value + above}` } : null,
      }),
    );
    const holds = (one: Answer, other: Answer) =>
      one.kind === 'number' &&
      other.kind === 'number' &&
      (one.value === other.value ||
        (one.range !== null &&
          Number(one.range.low) <= Number(other.value) &&
          Number(other.value) <= Number(one.range.high)));
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 6, arbitrary: number }, abstention), { minLength: 2, maxLength: 7 }),
        (answers) => checkGroup(answers, (one, other) => holds(one, other) && holds(other, one)),
      ),
    );
  });

  it('rankings are the same where they are equal; Borda’s order is a summary and never the answer', () => {
    const ranking = fc
      .shuffledSubarray([1, 2, 3], { minLength: 3 })
      .map((order): Answer => ({ kind: 'ranking', order }));
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 6, arbitrary: ranking }, abstention), { minLength: 2, maxLength: 7 }),
        (answers) => checkGroup(answers, (one, other) => JSON.stringify(one) === JSON.stringify(other)),
      ),
    );
  });

  it.each<[string, readonly Answer[], string, unknown]>([
    ['two far apart', [0, 100].map((percent) => ({ kind: 'probability', percent })), 'not-settled', undefined],
    ['a chain', [40, 50, 60].map((percent) => ({ kind: 'probability', percent })), 'majority', 50],
    [
      'probabilities whose order is not that of their digits',
      [15, 5, 10].map((percent) => ({ kind: 'probability', percent })),
      'agreed',
      10,
    ],
    ['about even', [44, 55].map((percent) => ({ kind: 'probability', percent })), 'not-settled', undefined],
    [
      'three far apart',
      [1, 100, 10_000].map((value) => ({ kind: 'number', value: `${value}`, range: null })),
      'not-settled',
      undefined,
    ],
    [
      'numbers whose order is not that of their digits',
      ['101', '99', '100'].map((value) => ({ kind: 'number', value, range: { low: '90', high: '110' } })),
      'agreed',
      100,
    ],
  ])('%s', (_, answers, label, middle) => {
    const settled = settleDebate({ seated: seatsOf(answers), isClosed: true });
    expect(settled.label).toBe(label);
    expect(settled.answer && measure(settled.answer)).toBe(middle);
  });

  it.each<[string, (index: number) => Answer, string, number | undefined]>([
    ['within each range', (index) => ranged(index, 0, 49), 'agreed', 24],
    ['without a range', (index) => ranged(index), 'not-settled', undefined],
    [
      'of which 26 hold each other',
      (index) => ranged(index, index < 26 ? 0 : index, index < 26 ? 25 : index),
      'majority',
      12,
    ],
    ['in a chain', (index) => ranged(index, index - 24, index + 24), 'not-settled', undefined],
    ['as probabilities', (index) => ({ kind: 'probability', percent: index }), 'not-settled', undefined],
  ])('50 answers, all different, %s', (_, answer, label, middle) => {
    const settled = settleDebate({
      seated: seatsOf(Array.from({ length: 50 }, (__, index) => answer(index))),
      isClosed: true,
    });
    expect([settled.label, settled.answer && measure(settled.answer)]).toEqual([label, middle]);
  });
});
