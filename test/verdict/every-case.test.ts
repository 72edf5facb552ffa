// The one rule against an oracle that shares nothing with it: for 2 to 7 seats and 2 to 5 options all cases up to symmetry, with
// abstentions, departures and stand-ins, with and without reasons.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inCampaign, inCi, sample, times } from '../support/campaign.ts';
import { type Case, compareAll, listCases, listStates, listStatesWithGaps, listStaying } from './one-rule.ts';

const isOrdinary = ({ last, standIn }: Case) => last !== undefined && !standIn;
const isOdd = (each: Case) => !isOrdinary(each);

/** One of so many, evenly over all of them. */
function* pick<T>(all: Iterable<T>, every: number): Generator<T, void, undefined> {
  let index = 0;
  for (const each of all) {
    if (index % every === 0) yield each;
    index += 1;
  }
}

/** One seat leaves or is replaced, whatever the others do. */
function* listWithOne(seats: number, options: number, reason: boolean): Generator<readonly Case[], void, undefined> {
  const odd = listStates(options).filter(isOdd);
  for (const others of listStaying(seats - 1, options, reason)) for (const one of odd) yield [one, ...others];
}

/** Of the largest, which take seconds to list, some are drawn below in each run of the tests. */
const LARGE = [6, 7]
  .flatMap((seats) => [3, 4, 5].map((options) => [seats, options] as const))
  .filter(([seats, options]) => inCampaign || seats + options < 11);

describe('every case of 2 to 7 seats', () => {
  it.each(sample([2, 3], 2))('%i seats, 2 to 5 options, whatever each does', (seats) => {
    for (const options of [2, 3, 4, 5]) {
      const every = seats === 3 && options > 3 ? times(1, 29) : 1;
      expect(compareAll(pick(listCases(listStates(options), seats), every))).toBeGreaterThan(100);
    }
  });

  it.runIf(inCi).each(inCampaign ? [4, 5] : [4])(
    '%i seats that all stay, 2 and 3 options, each with or without a reason',
    (seats) => {
      for (const options of [2, 3]) {
        const states = listStates(options).filter(isOrdinary);
        const every = seats === 5 && options === 3 ? times(7, 35) : options === 3 ? times(1, 7) : 1;
        expect(compareAll(pick(listCases(states, seats), every))).toBeGreaterThan(500);
      }
    },
  );

  it.each(inCampaign ? [4, 5, 6, 7] : [4, 5])(
    '%i seats of which one leaves or is replaced, all or none with a reason',
    (seats) => {
      const every = seats > 4 ? times(1, 7) : 1;
      for (const reason of [true, false])
        expect(compareAll(pick(listWithOne(seats, 2, reason), every))).toBeGreaterThan(1000 / every);
    },
  );

  it.runIf(inCi).each(inCampaign ? [4, 5] : [4])(
    '%i seats that all stay, up to 5 options, all or none with a reason',
    (seats) => {
      for (const reason of [true, false]) {
        for (const options of [2, 3, 4, 5]) {
          const every = seats + options > 6 ? times(1, 7) : 1;
          expect(compareAll(pick(listStaying(seats, options, reason), every))).toBeGreaterThan(100);
        }
      }
    },
  );

  it.runIf(inCi).each(LARGE)('%i seats that all stay, %i options, all or none with a reason', (seats, options) => {
    const every = times(11, 149, 1);
    for (const reason of [true, false])
      expect(compareAll(pick(listStaying(seats, options, reason), every))).toBeGreaterThan(10_000 / every - 1);
  });

  it.runIf(inCi).each(LARGE)('%i seats of which one leaves or is replaced, %i options', (seats, options) => {
    const every = times(997, 9973, 97);
    for (const reason of [true, false])
      expect(compareAll(pick(listWithOne(seats, options, reason), every))).toBeGreaterThan(0);
  });

  it.each([1, 2, 3])('%i seats, some of which give no answer before the debate, or after it, or at all', (seats) => {
    const cases = listCases(listStatesWithGaps(2), seats);
    expect(compareAll(pick(cases, seats === 3 ? times(1, inCi ? 5 : 29) : 1))).toBeGreaterThan(10);
  });

  it.runIf(inCampaign)('3 seats that also vote on the text', () => {
    const votes = [undefined, 'own', 'accept', 'reject'] as const;
    const states = listStates(2).flatMap((each) =>
      (each.last === undefined ? [undefined] : votes).map((vote) => ({ ...each, ...(vote && { vote }) })),
    );
    expect(compareAll(pick(listCases(states, 3), times(1, 43)))).toBeGreaterThan(300);
  });

  it('any seats with any options, several of which leave, are silent, are replaced, vote, and count more than others', () => {
    const seat = (options: number) =>
      fc.record({
        state: fc.constantFrom(...listStatesWithGaps(options)),
        vote: fc.constantFrom(undefined, 'own', 'accept', 'reject' as const),
        weight: fc.integer({ min: 1, max: 3 }),
      });
    // Made once for each number of options, and not for each case.
    const seats = fc.oneof(...[2, 3, 4, 5].map((each) => fc.array(seat(each), { minLength: 2, maxLength: 7 })));
    fc.assert(
      fc.property(seats, fc.boolean(), fc.boolean(), (all, isWeighed, isVoted) => {
        const cases = all.map(({ state, vote, weight }) => ({
          ...state,
          ...(isWeighed && { weight }),
          ...(isVoted && vote !== undefined && (state.last !== undefined || state.silent) && { vote }),
        }));
        compareAll([cases]);
      }),
      { numRuns: times(100_000, 2_000) },
    );
  });
});
