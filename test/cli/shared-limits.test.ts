// One limit for the lines of a batch: whatever each uses of its share, all together never get more than there is.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SharedLimits } from '../../src/doors/cli/actions/batch.ts';

const clock = { now: () => 0, elapsed: () => 0 };

/** A debate that used so much of its share. */
const ended = (share: { tokens?: number | null }, used: number) =>
  ({ limits: { ...share }, usage: { inputTokens: used, outputTokens: 0 }, runs: [] }) as unknown as Parameters<
    SharedLimits['end']
  >[1];

it('gives lines at once equal shares, and the next ones what is left', () => {
  const shared = new SharedLimits({ tokens: 1_000 }, 3, 2, clock);
  const [one, two] = [shared.begin(), shared.begin()];
  expect([one, two]).toEqual([{ tokens: 500 }, { tokens: 500 }]);
  shared.end(one, ended(one, 100));
  expect(shared.begin()).toEqual({ tokens: 400 });
});

it('takes back the whole share of a line whose debate was never opened', () => {
  const shared = new SharedLimits({ tokens: 90 }, 2, 1, clock);
  shared.end(shared.begin(), undefined);
  expect(shared.begin()).toEqual({ tokens: 90 });
});

it('begins nothing where nothing is left, and has no limit where none is named', () => {
  const shared = new SharedLimits({ tokens: 10 }, 2, 1, clock);
  const share = shared.begin();
  shared.end(share, ended(share, 10));
  expect(() => shared.begin()).toThrow('The limit on tokens of all lines together is used up.');
  expect(new SharedLimits({}, 2, 1, clock).begin()).toEqual({});
});

it('never gives out more than the limit, in any order and with any use', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 100 })), { minLength: 1, maxLength: 30 }),
      (limit, jobs, acts) => {
        const shared = new SharedLimits({ tokens: limit }, acts.length, jobs, clock);
        const running: { tokens?: number | null }[] = [];
        let spent = 0;
        for (const [begins, percent] of acts) {
          const share = begins && running.length < jobs ? tryBegin(shared) : undefined;
          if (share !== undefined) running.push(share);
          else {
            const over = running.shift();
            if (over === undefined) continue;
            const used = Math.floor(((over.tokens ?? 0) * percent) / 100);
            spent += used;
            shared.end(over, ended(over, used));
          }
          const given = running.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
          expect(spent + given).toBeLessThanOrEqual(limit);
        }
      },
    ),
  );
});

function tryBegin(shared: SharedLimits) {
  try {
    return shared.begin();
  } catch {
    return undefined;
  }
}
