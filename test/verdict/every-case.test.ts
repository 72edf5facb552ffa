// The one rule against an oracle that shares nothing with it: for 2 to 7 seats and 2 to 5 options all cases up to symmetry, with
// abstentions, departures and stand-ins, with and without reasons; votes on a text; and numbers, probabilities and rankings by property.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/domain/question/answer.ts';
import { type Seated, settleDebate, type Vote } from '../../src/domain/question/settle.ts';
import { inCampaign } from '../support/campaign.ts';

/** A seat as the oracle sees it; options are 1 to 5, and 0 is an abstention. */
interface Case {
  readonly first: number;
  /** `undefined`: it left before the ballot. */
  readonly last: number | undefined;
  readonly reason: boolean;
  readonly standIn: boolean;
  readonly vote?: Vote;
}

/** Twenty lines of the documents, and nothing of src. */
function decideByHand(seats: readonly Case[]): readonly [label: string, answer: number | undefined] {
  const most = (count: number) => count * 2 > seats.length;
  const end = ({ first, last }: Case) => last ?? first;
  const counts = (seat: Case) => (seat.first === 0 && !seat.reason ? 0 : end(seat));
  const answer = [1, 2, 3, 4, 5].find((each) => most(seats.filter((seat) => counts(seat) === each).length));
  const before = [1, 2, 3, 4, 5].find((each) => most(seats.filter(({ first }) => first === each).length));
  if (answer === undefined) return ['not-settled', undefined];
  const came = seats.filter((seat) => seat.first !== answer && end(seat) === answer);
  const isTurned = before !== undefined && before !== answer;
  const isHeldByAll = seats.every((seat) => counts(seat) === answer);
  const isReasoned = isHeldByAll && came.every(({ reason }) => reason);
  const gave = (option: number) => seats.filter(({ first }) => first === option).length;
  const wasAhead = [1, 2, 3, 4, 5].every((each) => each === answer || gave(each) < gave(answer));
  if (before === undefined && !(isReasoned && wasAhead)) return ['not-settled', undefined];
  if (isTurned && !isReasoned) return ['not-settled', undefined];
  const rejections = seats.filter(({ vote }) => vote === 'reject').length;
  if (most(rejections)) return ['not-settled', undefined];
  const isWhole = isHeldByAll && rejections === 0 && seats.every(({ last }) => last !== undefined);
  if (isWhole && came.length === 0) return ['agreed', answer];
  if (isWhole && isTurned && came.every(({ standIn }) => !standIn)) return ['agreed', answer];
  if (rejections === 0 && isHeldByAll) return ['accepted', answer];
  const consents = (seat: Case) => seat.last !== undefined && (seat.vote !== undefined || end(seat) === answer);
  const isAsked = seats.some(({ vote }) => vote !== undefined);
  return [isAsked && rejections === 0 && seats.every(consents) ? 'accepted' : 'majority', answer];
}

const toAnswer = (option: number, index: number): Answer =>
  option === 0 ? { kind: index % 2 === 0 ? 'unsure' : 'none' } : { kind: 'option', option };

function toSeated({ first, last, reason, standIn, vote }: Case, index: number): Seated {
  return {
    seat: `seat ${index}`,
    weights: { opening: 1, last: 1 },
    opening: toAnswer(first, index),
    final: last === undefined ? undefined : toAnswer(last, index),
    hasReason: reason,
    vote,
    hasLeft: last === undefined,
    isReplaced: standIn,
  };
}

const settle = (seats: readonly Case[]) => settleDebate({ seated: seats.map(toSeated), isClosed: true });

/** What one seat can do where there are so many options; a reason says something of those only that end elsewhere. */
function listStates(options: number): readonly Case[] {
  const answers = Array.from({ length: options + 1 }, (_, index) => index);
  return answers.flatMap((first) => [
    { first, last: undefined, reason: false, standIn: false },
    ...answers.flatMap((last) =>
      [false, true].flatMap((standIn) =>
        (last === first ? [false] : [false, true]).map((reason) => ({ first, last, reason, standIn })),
      ),
    ),
  ]);
}

/** Each set of seats once: whose seat is whose does not matter, nor what the options are called, so new ones come in their order. */
function* listCases(states: readonly Case[], seats: number, from = 0, used = 0): Generator<readonly Case[]> {
  if (seats === 0) {
    yield [];
    return;
  }
  for (let index = from; index < states.length; index += 1) {
    const state = states[index] as Case;
    const isNext = state.first <= used + 1 && (state.last ?? 0) <= Math.max(used, state.first) + 1;
    if (!isNext) continue;
    const seen = Math.max(used, state.first, state.last ?? 0);
    for (const others of listCases(states, seats - 1, index, seen)) yield [state, ...others];
  }
}

function compare(cases: Iterable<readonly Case[]>, every = 1): number {
  let count = 0;
  for (const seats of cases) {
    count += 1;
    if (count % every !== 0) continue;
    const { label, answer, dissent, moves } = settle(seats);
    const [expected, option] = decideByHand(seats);
    const got = answer?.kind === 'option' ? answer.option : undefined;
    if (label !== expected || got !== option) expect([seats, label, got]).toEqual([seats, expected, option]);
    if (label === 'agreed' && (dissent.length > 0 || moves.some(({ isAlarm }) => isAlarm)))
      expect(seats).toBe('agreed');
  }
  return count;
}

const isOrdinary = ({ last, standIn }: Case) => last !== undefined && !standIn;
const hasReasons = (wanted: boolean) => (each: Case) => each.reason === wanted || each.first === each.last;

describe('every case of 2 to 7 seats', () => {
  it.each([2, 3])('%i seats, 2 to 5 options, whatever each does', (seats) => {
    for (const options of [2, 3, 4, 5]) expect(compare(listCases(listStates(options), seats))).toBeGreaterThan(100);
  });

  it.each([4, 5])('%i seats that all stay, 2 and 3 options, each with or without a reason', (seats) => {
    for (const options of [2, 3]) {
      const states = listStates(options).filter(isOrdinary);
      expect(compare(listCases(states, seats), seats === 5 && options === 3 ? 7 : 1)).toBeGreaterThan(1000);
    }
  });

  it.each([4, 5, 6, 7])('%i seats of which one leaves or is replaced, all or none with a reason', (seats) => {
    for (const reasons of [true, false]) {
      const states = listStates(2).filter(hasReasons(reasons));
      const [odd, rest] = [states.filter((each) => !isOrdinary(each)), states.filter(isOrdinary)];
      for (const one of odd) {
        for (const others of listCases(rest, seats - 1)) compare([[one, ...others]]);
      }
    }
  });

  it.each([4, 5, 6, 7])('%i seats that all stay, up to 5 options, all or none with a reason', (seats) => {
    for (const reasons of [true, false]) {
      for (const options of seats > 5 ? [2] : [2, 3, 4, 5]) {
        const states = listStates(options).filter(isOrdinary).filter(hasReasons(reasons));
        expect(compare(listCases(states, seats))).toBeGreaterThan(100);
      }
    }
  });

  it('3 seats that also vote on the text', () => {
    const votes = [undefined, 'own', 'accept', 'reject'] as const;
    const states = listStates(2).flatMap((each) =>
      (each.last === undefined ? [undefined] : votes).map((vote) => ({ ...each, ...(vote && { vote }) })),
    );
    expect(compare(listCases(states, 3))).toBeGreaterThan(10_000);
  });

  describe.runIf(inCampaign)('at full length', () => {
    it.each([6, 7])('%i seats, 3 to 5 options, all or none with a reason', (seats) => {
      for (const reasons of [true, false]) {
        for (const options of [3, 4, 5]) {
          const states = listStates(options).filter(isOrdinary).filter(hasReasons(reasons));
          expect(compare(listCases(states, seats))).toBeGreaterThan(10_000);
        }
      }
    });
  });
});

describe('votes on a decision in words', () => {
  it('agree, accept, carry or fail for 2 to 7 seats, those that left counted', () => {
    const kinds = ['own', 'accept', 'reject', undefined] as const;
    const words = { kind: 'text' } as const;
    for (let seats = 2; seats <= 7; seats += 1) {
      for (let at = 0; at < 4 ** seats; at += 1) {
        const votes = Array.from({ length: seats }, (_, index) => kinds[Math.floor(at / 4 ** index) % 4]);
        const seated = votes.map((vote, index) => ({
          ...toSeated({ first: 0, last: 0, reason: false, standIn: false }, index),
          ...{ opening: words, final: words, vote, hasLeft: vote === undefined },
        }));
        const behind = votes.filter((vote) => vote === 'own' || vote === 'accept').length;
        const held = behind < seats ? 'majority' : votes.every((vote) => vote === 'own') ? 'agreed' : 'accepted';
        const { label, answer } = settleDebate({ seated, isClosed: false });
        if (label !== (behind * 2 > seats ? held : 'not-settled')) expect([votes, label]).toBe(held);
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

  /** More than half of all, each the same as each other one; and the answer is one of theirs. */
  function checkGroup(answers: readonly Answer[], isSame: (one: Answer, other: Answer) => boolean): void {
    const { label, answer, endings } = settleDebate({ seated: seatsOf(answers), isClosed: true });
    const groups = subsets(answers.filter(({ kind }) => kind !== 'unsure')).filter(
      (set) => set.length * 2 > answers.length && set.every((one) => set.every((other) => isSame(one, other))),
    );
    const largest = groups.filter(({ length }) => length === Math.max(...groups.map((each) => each.length)));
    const shared = (largest[0] ?? []).filter((each) => largest.every((group) => group.includes(each)));
    expect(label === 'not-settled').toBe(shared.length === 0);
    if (answer !== undefined) expect(shared).toContainEqual(answer);
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
    ['about even', [44, 55].map((percent) => ({ kind: 'probability', percent })), 'not-settled', undefined],
    [
      'three far apart',
      [1, 100, 10_000].map((value) => ({ kind: 'number', value: `${value}`, range: null })),
      'not-settled',
      undefined,
    ],
  ])('%s', (_, answers, label, percent) => {
    const settled = settleDebate({ seated: seatsOf(answers), isClosed: true });
    expect(settled.label).toBe(label);
    expect(settled.answer?.kind === 'probability' ? settled.answer.percent : undefined).toBe(percent);
  });
});
