// The documented points, against values that were worked out by hand.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  consensusPercent,
  consensusPoints,
  type ScoredPlan,
  scoreClarity,
  scoreCompleteness,
  scoreFeasibility,
} from '../../../src/formats/plan/scoring.ts';
import cases from './scoring-cases.json' with { type: 'json' };

interface Step {
  readonly p?: number;
  readonly t?: number;
  readonly d?: number;
  readonly f?: readonly string[];
  readonly n?: readonly number[];
}

const POINT = 1_000;

function planOf(steps: readonly Step[], more: Partial<ScoredPlan> = {}): ScoredPlan {
  const plain = { summary: '', risks: [], questions: [], mended: false };
  const made = steps.map(({ p = 1, t = 0, d = 0, f = [], n = [] }) => {
    return { phase: p, title: 'x'.repeat(t), description: 'x'.repeat(d), files: f, needs: n };
  });
  return { ...plain, steps: made, ...more };
}

const named = <T extends { readonly name: string }>(list: readonly T[]) =>
  list.map((each) => [each.name, each] as const);
const texts = (count: number) => Array.from({ length: count }, () => 'said');

describe('points of a plan', () => {
  it.each(named(cases.clarity))('clarity: %s', (_, { summary, steps, points }) => {
    expect(scoreClarity(planOf(steps, { summary: 'x'.repeat(summary) }))).toBe(points * POINT);
  });

  it.each(named(cases.completeness))('completeness: %s', (_, { changed, steps, risks, questions, points }) => {
    const plan = planOf(steps, { risks: texts(risks), questions: texts(questions) });
    expect(scoreCompleteness(plan, changed)).toBe(Math.round(points * POINT));
  });

  it.each(named(cases.feasibility))('feasibility: %s', (_, each) => {
    const steps = 'count' in each ? Array.from({ length: Number(each.count) }, () => ({})) : each.steps;
    expect(scoreFeasibility(planOf(steps, { mended: each.mended }))).toBe(each.points * POINT);
  });

  it.each(named(cases.consensusPercent))('consensus: %s', (_, { holders, planners, percent }) => {
    expect(consensusPercent(holders, planners) ?? null).toBe(percent);
  });

  it.each(named(cases.consensusPoints))('points for consensus: %s', (_, { own, percent, points }) => {
    const [first = 0, second = 0, third = 0] = own.map((part) => part * POINT);
    expect(consensusPoints({ clarity: first, completeness: second, feasibility: third }, percent)).toBe(points * POINT);
  });

  it('never leaves 0 to 100, whatever the plan', () => {
    const step = fc.record({
      phase: fc.integer({ min: 1, max: 99 }),
      title: fc.string(),
      description: fc.string({ maxLength: 60 }),
      files: fc.array(fc.string(), { maxLength: 3 }),
      needs: fc.array(fc.nat(30), { maxLength: 3 }),
    });
    const plan = fc.record({
      summary: fc.string({ maxLength: 60 }),
      steps: fc.array(step, { maxLength: 30 }),
      risks: fc.array(fc.string()),
      questions: fc.array(fc.string()),
      mended: fc.boolean(),
    });
    const holders = fc.integer({ min: 2, max: 5 }).chain((planners) => {
      return fc.tuple(fc.constant(planners), fc.array(fc.integer({ min: 0, max: planners }), { minLength: 1 }));
    });
    fc.assert(
      fc.property(plan, fc.array(fc.string()), holders, (any, changed, [planners, held]) => {
        const own = {
          clarity: scoreClarity(any),
          completeness: scoreCompleteness(any, changed),
          feasibility: scoreFeasibility(any),
        };
        expect(Object.values(own).every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
        expect([own.clarity <= 30_000, own.completeness <= 30_000, own.feasibility <= 20_000]).not.toContain(false);
        const percent = consensusPercent(held, planners) as number;
        expect(percent >= 0 && percent <= 100).toBe(true);
        const points = consensusPoints(own, percent);
        expect(points >= 0 && points <= 20_000).toBe(true);
      }),
    );
  });
});
