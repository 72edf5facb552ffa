// The statistics of an evaluation, against published figures and against oracles that share no code with them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, hashText } from '../../src/domain/draws.ts';
import {
  describePair,
  describeReach,
  formatShare,
  listCaveats,
  listReach,
  points,
} from '../../src/domain/evaluation/describe.ts';
import type { Cell, Evaluation } from '../../src/domain/evaluation/result.ts';
import {
  drawSubsets,
  mostUnseen,
  sumGroups,
  typicalInterval,
} from '../../src/domain/evaluation/statistics/intervals.ts';
import { questionsNeeded, smallestDifference, testSigns } from '../../src/domain/evaluation/statistics/signs.ts';
import { adjustByHolm, countEffectiveVotes, summarise } from '../../src/domain/evaluation/statistics/summarise.ts';
import { inCampaign, inCi, times } from '../support/campaign.ts';

/** In whole numbers: every outcome of so many tosses, counted. */
function exactByCounting(one: number, other: number): number {
  const n = one + other;
  const choose = (k: number) => {
    let product = 1n;
    for (let i = 1n; i <= BigInt(k); i += 1n) product = (product * (BigInt(n) - i + 1n)) / i;
    return product;
  };
  let tail = 0n;
  for (let k = 0; k <= Math.min(one, other); k += 1) tail += choose(k);
  const share = Number((2n * tail * 10n ** 15n) / 2n ** BigInt(n)) / 1e15;
  return Math.min(1, share);
}

/** Questions that are each a group, so many of which only one arm gets right. */
const exactMcNemar = (one: number, other: number) =>
  testSigns([...Array.from({ length: one }, () => 1), ...Array.from({ length: other }, () => -1), 0]);

describe('the exact test of McNemar', () => {
  it('gives what is published: Armitage and Berry (1994), p. 127, 12 against 2 cultures', () => {
    expect(exactMcNemar(12, 2)).toBeCloseTo(0.0129, 4);
  });

  it.each([
    [0, 0, 1],
    [1, 0, 1],
    [0, 5, 0.0625],
    [0, 6, 0.03125],
    [4, 4, 1],
  ])('of %i against %i is %f', (one, other, p) => expect(exactMcNemar(one, other)).toBeCloseTo(p, 12));

  it('counts what whole numbers count, and does not care which arm is which', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (one, other) => {
        expect(exactMcNemar(one, other)).toBeCloseTo(exactByCounting(one, other), 9);
        expect(exactMcNemar(other, one)).toBe(exactMcNemar(one, other));
      }),
    );
  });

  it('holds for many thousand questions', () => {
    expect(exactMcNemar(50_000, 50_000)).toBe(1);
    expect(exactMcNemar(51_000, 49_000)).toBeLessThan(1e-8);
  });
});

describe('the exact test of signs', () => {
  it.each([
    ['five groups, all for one arm', [20, 20, 20, 20, 20], 0.0625],
    ['six', [1, 2, 3, 4, 5, 6], 0.03125],
    ['two, whatever they hold', [-500, -500], 0.5],
    ['one large against many small', [8, -1, -1, -1, -1, -1, -1, -1, -1], 1],
    ['nobody', [], 1],
  ])('of %s', (_, differences, p) => expect(testSigns(differences)).toBeCloseTo(p, 12));

  it('counts every way to toss the signs of groups', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 10 }), (differences) => {
        const sum = (signs: number) =>
          Math.abs(differences.reduce((total, each, index) => total + ((signs >> index) % 2 === 1 ? -each : each), 0));
        const all = Array.from({ length: 2 ** differences.length }, (__, signs) => sum(signs));
        const asFar = all.filter((each) => each >= sum(0)).length;
        expect(testSigns(differences)).toBeCloseTo(asFar / all.length, 10);
      }),
    );
  });
});

describe('the number of questions', () => {
  it('is that of Connor (1987): 5% against 45% of pairs need 22 of them', () => {
    expect(questionsNeeded(0.5, 0.4)).toBe(Math.ceil(22.01));
  });

  it('is what a simulated evaluation of so many questions finds in four of five', () => {
    const [discordance, difference] = [0.1, 0.05];
    const n = questionsNeeded(discordance, difference);
    const random = createRandom(7);
    const runs = times(2_000, 400);
    let found = 0;
    for (let run = 0; run < runs; run += 1) {
      let [one, other] = [0, 0];
      for (let question = 0; question < n; question += 1) {
        const draw = random();
        if (draw < (discordance + difference) / 2) one += 1;
        else if (draw < discordance) other += 1;
      }
      if (exactMcNemar(one, other) < 0.05) found += 1;
    }
    // The exact test is a little more careful than the formula.
    expect(found / runs).toBeGreaterThan(0.72);
    expect(found / runs).toBeLessThan(0.86);
  });

  it('is infinite where there is no difference, and turns round into the smallest difference', () => {
    expect(questionsNeeded(0.1, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(questionsNeeded(0.1, 0.02)).toBe(questionsNeeded(0.1, -0.02));
    const smallest = smallestDifference(0.08, 300) ?? Number.NaN;
    expect(questionsNeeded(0.08, smallest)).toBeLessThanOrEqual(300);
    expect(questionsNeeded(0.08, smallest * 0.98)).toBeGreaterThan(300);
    expect(smallestDifference(0.05, 10)).toBeUndefined();
  });

  it('is said before anybody is asked', () => {
    expect(describeReach(listReach(300), 300)).toEqual([
      'What 300 questions can show, in four of five evaluations:',
      '  where two arms differ on 5 of 100 questions: a difference of 3.6 points or more',
      '  where two arms differ on 10 of 100 questions: a difference of 5.1 points or more',
      '  where two arms differ on 20 of 100 questions: a difference of 7.2 points or more',
    ]);
  });
});

describe('votes that err together', () => {
  it('are worth fewer: nine with a correlation of 0.4375 are worth two (Kish)', () => {
    // 1 + 8 * 0.4375 = 4.5
    const rows: boolean[][] = [];
    const random = createRandom(3);
    for (let row = 0; row < 20_000; row += 1) {
      const common = random() < 0.5;
      rows.push(Array.from({ length: 9 }, () => (random() < Math.sqrt(0.4375) ? common : random() < 0.5)));
    }
    const { correlation, effective } = countEffectiveVotes(rows);
    expect(correlation).toBeCloseTo(0.4375, 1);
    expect(effective).toBeGreaterThan(1.9);
    expect(effective).toBeLessThan(2.1);
  });

  it.each([
    [
      'all alike',
      [
        [true, true],
        [false, false],
      ],
      1,
    ],
    [
      'opposite, which nobody counts on',
      [
        [true, false],
        [false, true],
      ],
      2,
    ],
    [
      'always right',
      [
        [true, true],
        [true, true],
      ],
      null,
    ],
    ['none', [], null],
  ] as const)('%s', (_, rows, effective) => expect(countEffectiveVotes(rows).effective).toBe(effective));
});

describe('intervals', () => {
  it('hold whole groups together: copies of a question do not make it surer', () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({ group: `${index}`, row: [Number(index % 3 === 0), 1] }));
    const copies = rows.flatMap((row) => Array.from({ length: 10 }, () => row));
    const share = (sums: Float64Array) => (sums[0] as number) / (sums[1] as number);
    const interval = (each: typeof rows) => typicalInterval(drawSubsets(sumGroups(each), 'a'), share);
    const alone = interval(rows);
    expect(interval(copies)).toEqual(alone);
    const narrow = interval(copies.map((row, index) => ({ ...row, group: `${index}` })));
    expect((narrow?.high ?? 1) - (narrow?.low ?? 0)).toBeLessThan(((alone?.high ?? 0) - (alone?.low ?? 0)) / 2);
  });

  it('hold what the exact test does not reject', () => {
    const group = fc.record({ more: fc.integer({ min: -4, max: 4 }), questions: fc.integer({ min: 4, max: 6 }) });
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 11 }), (groups) => {
        const rows = groups.map(({ more, questions }, index) => ({ group: `${index}`, row: [more, questions] }));
        const share = ([more = 0, questions = 0]: Float64Array) => (questions === 0 ? null : more / questions);
        const interval = typicalInterval(drawSubsets(sumGroups(rows), 'a'), share);
        const isShown = interval !== null && (interval.low > 0 || interval.high < 0);
        expect(isShown).toBe(testSigns(groups.map(({ more }) => more)) < 0.05);
        if (groups.length < 6) expect(interval).toBeNull();
      }),
    );
  });

  it('of what was never seen are those of Clopper and Pearson: 0 of 10 is at most 30.85%', () => {
    expect(mostUnseen(10)).toBeCloseTo(0.3085, 4);
  });

  it('are adjusted for several pairs as Holm has it', () => {
    expect(adjustByHolm([0.01, 0.04, 0.03, 0.005]).map((p) => Number(p.toFixed(3)))).toEqual([0.03, 0.06, 0.06, 0.02]);
    expect(adjustByHolm([])).toEqual([]);
  });
});

it.each([
  [0, '0.0%', '0.0'],
  [-0, '0.0%', '0.0'],
  [0.00001, '0.1%', '0.0'],
  [0.0004, '0.1%', '0.0'],
  [0.0006, '0.1%', '+0.1'],
  [0.00125, '0.1%', '+0.1'],
  [2999 / 3000, '99.9%', '+100.0'],
  [0.9994, '99.9%', '+99.9'],
  [0.285, '28.5%', '+28.5'],
  [1, '100.0%', '+100.0'],
])('%f is said as %s, without claiming certainty', (share, percent, more) => {
  expect([formatShare(share), points(share), points(-share)]).toEqual([percent, more, more.replace('+', '−')]);
});

const ARMS: Evaluation['arms'] = [
  { name: 'vote:3', kind: 'vote', size: 3, agents: ['a'] },
  { name: 'run:standard', kind: 'debate', format: 'wind-wall-door', recipe: 'standard', agents: ['a'] },
];

function cell(question: string, arm: string, right: boolean, more: Partial<Cell> = {}): Cell {
  const base = { failed: false, answer: right ? '1' : '2', acts: true, forecast: null, calls: 3, costMicroUsd: 30_000 };
  return { question, arm, right, openings: [], ...base, ...more };
}

const question = (id: string, group = id) => ({ id, group }) as Evaluation['questions'][number];

/** `pairs`: for each question whether vote and debate are right. */
function count(pairs: readonly (readonly [boolean, boolean])[], seed: string, groups?: readonly string[]) {
  const cells = pairs.flatMap(([vote, debate], index) => [
    cell(`${index}`, 'vote:3', vote),
    cell(`${index}`, 'run:standard', debate),
  ]);
  const questions = pairs.map((_, index) => question(`${index}`, groups?.[index]));
  return summarise({ seed, arms: ARMS, questions, openings: [], cells });
}

describe('caveats', () => {
  it.each([undefined, true] as const)(
    'name an agent once, in however many versions it took part: rehearsed %s',
    (rehearsal) => {
      const agents = ['1', '2'].map((cliVersion) => ({
        name: 'a',
        kind: 'a',
        cliVersion,
        ...(rehearsal && { rehearsal }),
      }));
      const opening = { agent: 'a', number: 0, right: false, confidence: null, calls: 1, costMicroUsd: null };
      const openings = [null, '1'].map((code, index) => ({
        ...opening,
        question: `${index}`,
        answer: code,
        debate: 'd',
        seat: 's',
      }));
      const statistics = { questions: 40, groups: 40, arms: [], pairs: [] };
      expect(listCaveats({ agents, openings, statistics })).toEqual([
        ...(rehearsal ? ['REHEARSAL in a: no model was called, so its figures mean nothing.'] : []),
        'a failed at 1 of 2 blind answers; votes are counted without those.',
      ]);
    },
  );
});

describe('a summary', () => {
  it.runIf(inCi)('says in a sentence what 33 against 22 of 1,000 show', () => {
    const pairs = Array.from({ length: 1_000 }, (_, index): [boolean, boolean] =>
      index < 33 ? [false, true] : index < 55 ? [true, false] : [index < 755, index < 755],
    );
    const { pairs: found, questions } = count(pairs, 's');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      one: 'run:standard',
      onlyOne: 33,
      onlyOther: 22,
      both: 700,
      neither: 245,
      shown: false,
    });
    const sentence = describePair(found[0] as never, questions);
    expect(sentence).toMatch(
      /^run:standard alone is right on 33 of 1,000 questions, vote:3 alone on 22: no difference shown \(\+1\.1 points, 95% interval −0\.\d to \+2\.\d, p = 0\.177\)\. /,
    );
    expect(sentence).toContain('about 3,600 questions would be needed to show it.');
  });

  it.each<[string, readonly (readonly [boolean, boolean])[], object]>([
    ['nobody', [], { questions: 0, arms: [], pairs: [] }],
    ['one question', [[true, false]], { questions: 1, pairs: [{ p: 1, shown: false, needed: null }] }],
    [
      'no discordant question',
      Array.from({ length: 40 }, () => [true, true] as const),
      { pairs: [{ p: 1, difference: { value: 0, interval: { low: -mostUnseen(40), high: mostUnseen(40) } } }] },
    ],
    [
      'six for one arm',
      Array.from({ length: 40 }, (_, index) => [index >= 6, true] as const),
      { pairs: [{ onlyOne: 6, onlyOther: 0, p: expect.closeTo(0.03125, 12), shown: true }] },
    ],
    [
      'five for one arm',
      Array.from({ length: 40 }, (_, index) => [index >= 5, true] as const),
      { pairs: [{ onlyOne: 5, shown: false, needed: null }] },
    ],
  ])('of %s', (_, pairs, expected) => expect(count(pairs, 's')).toMatchObject(expected));

  it.each([
    ['one text, of which only one arm gets half', 1, 20, 10, false],
    ['one text, of which only one arm gets all', 1, 20, 20, false],
    ['two texts', 2, 40, 20, false],
    ['five texts', 5, 200, 100, false],
    ['three questions, all for one arm', 3, 3, 3, false],
    ['five questions, all for one arm', 5, 5, 5, false],
    ['six questions, all for one arm', 6, 6, 6, true],
    ['ten texts', 10, 200, 190, true],
  ])('of %s shows no more than groups can show', (_, texts, questions, right, shown) => {
    const pairs = Array.from({ length: questions }, (__, index) => [index < right, false] as const);
    const groups = pairs.map((__, index) => `text ${index % texts}`);
    const { arms, pairs: found } = count(pairs, 's', groups);
    const [value, most] = [right / questions, mostUnseen(texts)];
    expect(found[0]).toMatchObject({ shown, difference: { value: -value } });
    const sentence = describePair(found[0] as never, questions);
    expect(sentence).toMatch(shown ? /: vote:3 is right more often \(\+[\d.]+ points, / : /: no difference shown/);
    expect(arms[0]?.share?.interval?.high).toBeCloseTo(value + most * (1 - value), 9);
    expect(arms[0]?.share?.interval?.low).toBeCloseTo(value - most * value, 9);
    expect(found[0]?.difference?.interval?.low).toBeCloseTo(-value - most * (1 - value), 9);
    expect(found[0]?.difference?.interval?.high).toBeCloseTo(-value + most * (1 + value), 9);
  });

  it('of a few groups that differ has no interval', () => {
    for (const groups of [2, 5]) {
      const pairs = Array.from({ length: 40 }, (_, index) => [index % groups === 0, true] as const);
      const found = count(
        pairs,
        's',
        pairs.map((_, index) => `text ${index % groups}`),
      );
      expect(found.pairs[0]).toMatchObject({ difference: { interval: null }, shown: false });
      expect(found.arms[0]?.share?.interval).toBeNull();
    }
  });

  it.each([
    [0, undefined, null],
    [1, 1, { low: 1 - mostUnseen(1), high: 1 }],
    [1, 0, { low: 0, high: mostUnseen(1) }],
    [5, 1, { low: 1 - mostUnseen(5), high: 1 }],
    [40, 1, { low: 1 - mostUnseen(40), high: 1 }],
  ])(
    'of 40 questions of which an arm acts on %i, right on %s of them, is as sure as these allow',
    (acting, value, interval) => {
      const ids = Array.from({ length: 40 }, (_, index) => `${index}`);
      const cells = ids.flatMap((id, index) => [
        cell(id, 'vote:3', true),
        cell(id, 'run:standard', value === 1, { acts: index < acting }),
      ]);
      const { arms } = summarise({
        seed: 's',
        arms: ARMS,
        questions: ids.map((id) => question(id)),
        openings: [],
        cells,
      });
      expect(arms[1]?.precision).toEqual(value === undefined ? null : { value, interval });
    },
  );

  it('leaves out questions that one arm has not answered', () => {
    const cells = [cell('a', 'vote:3', true), cell('a', 'run:standard', true), cell('b', 'vote:3', false)];
    const { questions, arms } = summarise({
      seed: 's',
      arms: ARMS,
      questions: [question('a'), question('b')],
      openings: [],
      cells,
    });
    expect(questions).toBe(1);
    expect(arms.map(({ right }) => right)).toEqual([1, 1]);
  });

  it('gives costs only where every call reported one, and coverage and precision of what can be acted on', () => {
    const cells = [
      ...[cell('a', 'vote:3', true), cell('b', 'vote:3', false, { acts: false })],
      ...[
        cell('a', 'run:standard', true, { costMicroUsd: null }),
        cell('b', 'run:standard', true, { acts: false, failed: true }),
      ],
    ];
    const { arms } = summarise({
      seed: 's',
      arms: ARMS,
      questions: [question('a'), question('b')],
      openings: [],
      cells,
    });
    expect(arms[0]).toMatchObject({
      costMicroUsd: 60_000,
      costPerRight: { value: 60_000 },
      coverage: { value: 0.5 },
      precision: { value: 1 },
    });
    expect(arms[1]).toMatchObject({ costMicroUsd: null, costPerRight: null, failed: 1, callsPerRight: { value: 3 } });
  });

  it('is the same for the same seed', () => {
    const pairs = Array.from({ length: 199 }, (_, index): [boolean, boolean] => [index % 3 === 0, index % 4 === 0]);
    expect(count(pairs, 'x')).toEqual(count(pairs, 'x'));
    expect(count(pairs, 'y').pairs[0]?.difference?.interval).not.toEqual(
      count(pairs, 'x').pairs[0]?.difference?.interval,
    );
  });
});

/** Simulated agents: three votes that err together at times, and a debate that turns some of their errors round. */
function simulate(seed: string, gain: number, questions: number, isGrouped: boolean) {
  const random = createRandom(hashText(seed));
  let ease = 0;
  const pairs: [boolean, boolean][] = [];
  const groups: string[] = [];
  for (let index = 0; index < questions; index += 1) {
    if (!isGrouped || index % 4 === 0) ease = random();
    const vote = random() < 0.5 + 0.4 * ease;
    // Of the 70% that votes get right, and the 30% that they do not, as many are turned as make the gain.
    const lost = vote && random() < 0.05 / 0.7;
    const won = !vote && random() < (0.05 + gain) / 0.3;
    pairs.push([vote, (vote && !lost) || won]);
    groups.push(isGrouped ? `${Math.floor(index / 4)}` : `${index}`);
  }
  return count(pairs, seed, groups).pairs[0];
}

describe.runIf(inCampaign)('evaluations of simulated agents', () => {
  it.each([
    [0, false],
    [0.05, false],
    [0.05, true],
  ])('with a planted gain of %f, groups: %s: 95% intervals hold it, and false alarms are rare', (gain, isGrouped) => {
    const runs = times(300, 0, 1_000);
    let [held, shown] = [0, 0];
    for (let run = 0; run < runs; run += 1) {
      const pair = simulate(`${gain} ${isGrouped} ${run}`, gain, 300, isGrouped);
      const interval = pair?.difference?.interval;
      if (interval != null && interval.low <= gain && gain <= interval.high) held += 1;
      if (pair?.shown === true) shown += 1;
    }
    expect(held / runs).toBeGreaterThanOrEqual(0.93);
    expect(held / runs).toBeLessThanOrEqual(0.97);
    if (gain === 0) expect(shown / runs).toBeLessThanOrEqual(0.05);
    else expect(shown / runs).toBeGreaterThan(0.4);
  });
});
