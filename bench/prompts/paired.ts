// Differences between two series about the same questions, with the interval that they can be told apart from chance by.
import { randomFrom } from '../random.ts';

const RESAMPLES = 10_000;

export interface Paired {
  readonly pairs: number;
  readonly old: number;
  readonly new: number;
  /** new - old. */
  readonly difference: number;
  /** 95 % of the differences of resampled questions: B. Efron, R. Tibshirani, An Introduction to the Bootstrap (1993), chapter 13. */
  readonly interval: readonly [low: number, high: number];
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** `undefined` without a pair. */
export function comparePaired(pairs: readonly (readonly [before: number, after: number])[]): Paired | undefined {
  if (pairs.length === 0) return undefined;
  const differences = pairs.map(([before, after]) => after - before);
  const random = randomFrom(11);
  const draw = () => differences[Math.floor(random() * differences.length)] as number;
  const resampled = Array.from({ length: RESAMPLES }, () => mean(differences.map(draw))).sort((a, b) => a - b);
  const at = (share: number) => resampled[Math.round(share * (RESAMPLES - 1))] as number;
  return {
    pairs: pairs.length,
    old: mean(pairs.map(([before]) => before)),
    new: mean(pairs.map(([, after]) => after)),
    difference: mean(differences),
    interval: [at(0.025), at(0.975)],
  };
}
