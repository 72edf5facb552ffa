// Scores of confidence, and weights that are learnt from what turned out.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeBrier,
  computeReliability,
  computeScore,
  ENOUGH,
  type Forecast,
} from '../../src/domain/hindsight/scores.ts';
import { type Learnt, learnWeights, type PastVote } from '../../src/domain/hindsight/weights.ts';
import type { Answer } from '../../src/domain/question/answer.ts';

const YES: Answer = { kind: 'option', option: 1 };
const NO: Answer = { kind: 'option', option: 2 };
const times = (count: number, forecast: Forecast): Forecast[] => Array.from({ length: count }, () => forecast);

const forecasts = fc.array(fc.record({ percent: fc.integer({ min: 0, max: 100 }), happened: fc.boolean() }), {
  minLength: 1,
  maxLength: 60,
});

describe('scores', () => {
  it('are those of the literature', () => {
    expect(computeBrier([{ percent: 100, happened: true }])).toBe(0);
    expect(computeBrier(times(4, { percent: 50, happened: false }))).toBe(0.25);
    const calibrated = [...times(8, { percent: 80, happened: true }), ...times(2, { percent: 80, happened: false })];
    expect(computeBrier(calibrated)).toBeCloseTo(0.16);
    expect(computeReliability(calibrated)).toBeCloseTo(0);
    expect(computeReliability(times(10, { percent: 90, happened: false }))).toBeCloseTo(0.81);
  });

  it('of any forecasts are shares, and nobody loses more by calibration than in all', () => {
    fc.assert(
      fc.property(forecasts, (given) => {
        const [brier, reliability] = [computeBrier(given), computeReliability(given)];
        expect(brier).toBeGreaterThanOrEqual(0);
        expect(brier).toBeLessThanOrEqual(1);
        expect(reliability).toBeGreaterThanOrEqual(0);
        expect(reliability).toBeLessThanOrEqual(brier + 1e-9);
      }),
    );
  });

  it('say nothing with too little data', () => {
    const sure = { percent: 90, happened: true };
    expect(computeScore(times(ENOUGH - 1, sure))).toMatchObject({
      answers: 19,
      right: 19,
      brier: null,
      reliability: null,
    });
    const nearlySure = [...times(204, { percent: 100, happened: true }), { percent: 99, happened: false }];
    expect(computeScore(nearlySure).meanConfidence).toBe(99);
    expect(computeScore(times(ENOUGH, sure))).toMatchObject({ brier: 0.01, reliability: 0.01, meanConfidence: 90 });
  });
});

/** `right`: who gives the right answer. */
function vote(right: readonly string[], agents: readonly string[]): PastVote {
  return {
    voices: agents.map((agent) => ({ agent, answer: right.includes(agent) ? YES : NO })),
    judge: (answer) => (answer.kind === 'option' && answer.option === 1 ? 'right' : 'wrong'),
  };
}

describe('weights', () => {
  const agents = ['ada', 'ben', 'cleo'];
  const past = (count: number, rightOf: (index: number) => readonly string[]) =>
    Array.from({ length: count }, (_, index) => vote(rightOf(index), agents));

  it('make one count more who was right where the majority was wrong', () => {
    const learnt = learnWeights(
      past(30, (index) => (index % 3 === 0 ? agents : ['ada'])),
      agents,
    );
    if (learnt.kind !== 'learnt') throw new Error(learnt.kind);
    const { weights } = learnt;
    expect(weights.get('ada')).toBeGreaterThan((weights.get('ben') ?? 0) + (weights.get('cleo') ?? 0));
    for (const weight of weights.values()) expect(Number.isInteger(weight) && weight >= 1).toBe(true);
  });

  it('stay off with too little data, also of one agent alone', () => {
    expect(
      learnWeights(
        past(19, () => ['ada']),
        agents,
      ),
    ).toEqual({ kind: 'too-little-data' });
    expect(
      learnWeights(
        past(30, () => ['ada']),
        [...agents, 'dora'],
      ),
    ).toEqual({ kind: 'too-little-data' });
  });

  it('stay off where they would not have helped', () => {
    expect(
      learnWeights(
        past(30, (index) => agents.filter((_, at) => at !== index % 3)),
        agents,
      ),
    ).toEqual({ kind: 'no-gain' });
  });

  it.each<[string, Omit<PastVote['voices'][number], 'answer'>, boolean]>([
    ['people who are wrong', { agent: 'Nora', person: true }, true],
    ['a person called like an agent', { agent: 'ada', person: true }, true],
    ['rehearsals', { agent: 'rehearsal', rehearsal: true }, true],
    ['a rehearsal that is to be weighed', { agent: 'ada', rehearsal: true }, false],
    ['an agent that is not to be weighed', { agent: 'dora' }, false],
  ])('are drawn towards the mean of agents: %s', (_, who, isSame) => {
    const known = past(30, (index) => (index % 3 === 0 ? agents : ['ada']));
    const others = Array.from({ length: 5 }, (): PastVote => {
      const voices = Array.from({ length: 5 }, () => ({ ...who, answer: NO }));
      return { ...vote([], []), voices };
    });
    const isSaid = known.map((each, index) => ({
      ...each,
      voices: [...each.voices, ...(others[index]?.voices ?? [])],
    }));
    const before = learnWeights(known, agents);
    for (const judged of [[...known, ...others], [...others, ...known], isSaid]) {
      if (isSame) expect(learnWeights(judged, agents)).toEqual(before);
      else expect(learnWeights(judged, agents)).not.toEqual(before);
    }
  });

  it('are those of the documented rule, whoever answered what', () => {
    const kinds = new Set<Learnt['kind']>();
    fc.assert(
      fc.property(pasts, ({ votes, asked }) => {
        const learnt = learnWeights(votes.map(toPastVote), asked);
        kinds.add(learnt.kind);
        expect(learnt).toEqual(followRule(votes, asked));
      }),
      { numRuns: 80, seed: 7 },
    );
    expect([...kinds].toSorted()).toEqual(['learnt', 'no-gain', 'too-little-data']);
  });
});

/** Answers by agent, as numbers of options, and what option 1, 2 and 3 turned out to be. */
interface Plain {
  readonly answers: Readonly<Record<string, number>>;
  readonly turnedOut: readonly ('right' | 'wrong' | 'mixed' | undefined)[];
}

const toPastVote = ({ answers, turnedOut }: Plain): PastVote => ({
  voices: Object.entries(answers).map(([agent, option]) => ({ agent, answer: { kind: 'option', option } })),
  judge: (answer) => (answer.kind === 'option' ? turnedOut[answer.option - 1] : undefined),
});

/** `skill`: of 10 answers so many are the right one. One in 10 agents is away, and some outcomes say nothing of some answers. */
const pasts = fc
  .record({
    skills: fc.array(fc.integer({ min: 3, max: 10 }), { minLength: 2, maxLength: 4 }),
    debates: fc.integer({ min: 18, max: 60 }),
    dice: fc.infiniteStream(fc.integer({ min: 0, max: 9 })),
    other: fc.constantFrom('wrong' as const, 'mixed' as const, undefined),
  })
  .map(({ skills, debates, dice, other }) => {
    const roll = () => dice.next().value;
    const names = ['ada', 'ben', 'cleo', 'dora'].slice(0, skills.length);
    const votes = Array.from({ length: debates }, (): Plain => {
      const present = names.filter((_, index) => index === 0 || roll() > 0);
      const pick = (name: string) => (roll() < (skills[names.indexOf(name)] ?? 0) ? 1 : 2 + (roll() % 2));
      return {
        answers: Object.fromEntries(present.map((name) => [name, pick(name)])),
        turnedOut: ['right', 'wrong', other],
      };
    });
    return { votes, asked: names };
  });

/** docs/outcomes.md, "Weights", in arithmetic of its own. */
function followRule(votes: readonly Plain[], asked: readonly string[]): Learnt {
  const judged = (group: readonly Plain[], name: string, verdicts: readonly string[]) =>
    group.filter(({ answers, turnedOut }) => verdicts.includes(`${turnedOut[(answers[name] ?? 0) - 1]}`)).length;
  const learnFrom = (group: readonly Plain[]) => {
    const rows = asked.flatMap((name) => {
      const [right, all] = [judged(group, name, ['right']), judged(group, name, ['right', 'wrong'])];
      return all === 0 ? [] : [{ name, right, all }];
    });
    const rights = rows.reduce((sum, { right }) => sum + right, 0);
    const usual = (1 + rights) / (2 + rows.reduce((sum, { all }) => sum + all, 0));
    return new Map(
      rows.map(({ name, right, all }) => {
        const logit = Math.log(right + 20 * usual) - Math.log(all - right + 20 * (1 - usual));
        return [name, Math.max(1, Math.round(100 * logit))];
      }),
    );
  };
  if (asked.some((name) => judged(votes, name, ['right', 'wrong']) < 20)) return { kind: 'too-little-data' };
  const winner = ({ answers }: Plain, weigh: (name: string) => number) => {
    const weights = Object.entries(answers).map(([name, option]) => ({ option, weight: weigh(name) }));
    const total = weights.reduce((sum, { weight }) => sum + weight, 0);
    return [1, 2, 3].find(
      (option) => weights.reduce((sum, each) => sum + (each.option === option ? each.weight : 0), 0) * 2 > total,
    );
  };
  const balance = { gains: 0, losses: 0 };
  for (const half of [0, 1]) {
    const weights = learnFrom(votes.filter((_, index) => index % 2 !== half));
    for (const vote of votes.filter((_, index) => index % 2 === half)) {
      const equal = winner(vote, () => 1);
      const weighted = winner(vote, (name) => weights.get(name) ?? 0);
      if (equal === undefined || weighted === undefined || Object.keys(vote.answers).some((name) => !weights.has(name)))
        continue;
      if (weighted === 1 && equal !== 1) balance.gains += 1;
      if (weighted !== 1 && equal === 1) balance.losses += 1;
    }
  }
  const { gains, losses } = balance;
  if (gains <= losses || (gains - losses) ** 2 <= gains + losses) return { kind: 'no-gain' };
  const weights = learnFrom(votes);
  return { kind: 'learnt', weights: new Map(asked.map((name) => [name, weights.get(name) ?? 1])) };
}
