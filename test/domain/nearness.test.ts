// Which vectors stand out, and one order made of two.
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/domain/draws.ts';
import { cosine, findNear, fuseRanks } from '../../src/domain/memory/nearness.ts';
import { inCi, times } from '../support/campaign.ts';

const DIMENSIONS = 48;

/** Normal figures, after Box and Muller. */
function createDraw(seed: number) {
  const random = createRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return () => Float32Array.from({ length: DIMENSIONS }, normal);
}

describe('a decision', () => {
  it.runIf(inCi).each([25, 200, 2_000])('stands out by chance in at most one of twenty halls of %i', (decisions) => {
    const draw = createDraw(decisions);
    const halls = times(400, decisions > 1_000 ? 20 : 100);
    let alarms = 0;
    for (let hall = 0; hall < halls; hall += 1) {
      const vectors = new Map(Array.from({ length: decisions }, (_, index) => [`${index}`, draw()]));
      if ([...findNear(draw(), vectors).values()].some(({ clear }) => clear)) alarms += 1;
    }
    expect(alarms / halls).toBeLessThanOrEqual(0.05);
  });

  it.each([25, 200])('stands out where it says the same, in a hall of %i', (decisions) => {
    const draw = createDraw(decisions);
    const question = draw();
    const vectors = new Map(Array.from({ length: decisions }, (_, index) => [`${index}`, draw()]));
    vectors.set(
      'same',
      question.map((number, index) => number + 0.3 * (vectors.get('0')?.[index] ?? 0)),
    );
    const near = findNear(question, vectors);
    expect([...near].filter(([, { clear }]) => clear).map(([id]) => id)).toEqual(['same']);
  });

  it('does not stand out among few, nor among those that are all the same', () => {
    const one = Float32Array.from([1, 0]);
    const other = Float32Array.from([0, 1]);
    const few = new Map([...Array(19).keys()].map((index) => [`${index}`, other]));
    expect([...findNear(one, new Map([...few, ['same', one]])).values()].some(({ clear }) => clear)).toBe(false);
    const same = new Map([...Array(40).keys()].map((index) => [`${index}`, one]));
    expect([...findNear(one, same).values()].some(({ clear }) => clear)).toBe(false);
    expect(findNear(one, new Map()).size).toBe(0);
  });

  it('is as near as the cosine says', () => {
    const of = (...numbers: number[]) => Float32Array.from(numbers);
    expect(cosine(of(1, 0), of(2, 0))).toBe(1);
    expect(cosine(of(1, 0), of(0, 3))).toBe(0);
    expect(cosine(of(1, 1), of(-1, -1))).toBeCloseTo(-1);
  });
});

describe('two orders', () => {
  it('become one in which what is high in both comes first', () => {
    expect(
      fuseRanks([
        ['a', 'b', 'c'],
        ['b', 'd'],
      ]),
    ).toEqual(['b', 'a', 'd', 'c']);
    expect(fuseRanks([[], ['x']])).toEqual(['x']);
    expect(fuseRanks([])).toEqual([]);
  });
});
