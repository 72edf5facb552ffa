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
import { learnWeights, type PastVote } from '../../src/domain/hindsight/weights.ts';
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
});
