// Scores as whole thousandths: balanced to a sum of zero, and averaged without losing that sum.

export const UNIT = 1_000;

/** Furthest that one judgment may move an earlier score. */
export const MAX_DELTA = 500;

/** Whole thousandths, or parts of them, as a score with at most four decimals. */
export const toScore = (thousandths: number): number => Math.round(thousandths * 10) / 10_000 || 0;

/** "0.650", "-0.300" */
export function formatScore(score: number): string {
  return (score / UNIT).toFixed(3);
}

/** "+0.650", "-0.300", "0.000" */
export function formatSigned(score: number): string {
  return score > 0 ? `+${formatScore(score)}` : formatScore(score);
}

export const addUp = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/**
 * The values with a sum of zero: what they are off is taken out one thousandth at a time, from one value after the other
 * in the order given, but never from one that is at the bound it would cross.
 */
export function balanceValues(
  values: readonly number[],
  lowest: (index: number) => number,
  highest: (index: number) => number,
) {
  const result = [...values];
  const step = -Math.sign(addUp(values));
  const canMove = (index: number, value: number) => (step < 0 ? value > lowest(index) : value < highest(index));
  for (let left = Math.abs(addUp(values)); left > 0; ) {
    const before = left;
    for (let index = 0; index < result.length && left > 0; index += 1) {
      const value = result[index] as number;
      if (!canMove(index, value)) continue;
      result[index] = value + step;
      left -= 1;
    }
    if (left === before) throw new RangeError('Values at their bounds cannot be balanced.');
  }
  return result;
}

/**
 * `sums[i] / count` in whole thousandths, whose sum is zero if that of `sums` is: each is rounded, halves towards zero, and
 * what the rounding left over is taken from the values that it had moved furthest, of equals from the first.
 */
export function divideEvenly(sums: readonly number[], count: number): number[] {
  const result = sums.map((sum) => Math.sign(sum) * Math.ceil((2 * Math.abs(sum) - count) / (2 * count)) || 0);
  for (let left = addUp(result); left !== 0; left = addUp(result)) {
    const step = Math.sign(left);
    const moved = result.map((value, index) => step * (value * count - (sums[index] as number)));
    const furthest = moved.indexOf(Math.max(...moved));
    result[furthest] = (result[furthest] as number) - step;
  }
  return result;
}
