// How far a figure would vary with other questions of the same kind.
import { createRandom, hashText } from '../../draws.ts';
import { groupBy } from '../../group-by.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Of one question: what is summed over questions. All rows have the same length. */
type Row = readonly number[];

export interface Grouped {
  /** Questions that belong together, such as those on one text, stay together. */
  readonly group: string;
  readonly row: Row;
}

const RESAMPLES = 2_000;
const LEVEL = 0.95;

const add = (sum: Float64Array, row: Row | Float64Array) => {
  for (let column = 0; column < sum.length; column += 1)
    sum[column] = (sum[column] as number) + (row[column] as number);
};

export function sumRows(rows: readonly Grouped[]): Float64Array {
  const sum = new Float64Array(rows[0]?.row.length ?? 0);
  for (const { row } of rows) add(sum, row);
  return sum;
}

/**
 * The sums of samples of as many groups, drawn with replacement: the paired bootstrap, since a row holds all arms of its question.
 * Efron and Tibshirani, "An Introduction to the Bootstrap" (1993); whole groups: Davison and Hinkley, "Bootstrap Methods and Their
 * Application" (1997), section 3.8. The same rows and seed give the same samples. One group alone says nothing of how groups differ, so
 * there are none of it.
 */
export function resample(rows: readonly Grouped[], seed: string): readonly Float64Array[] {
  const columns = rows[0]?.row.length ?? 0;
  const groups = [...groupBy(rows, ({ group }) => group).values()].map(sumRows);
  const random = createRandom(hashText(seed));
  return Array.from({ length: groups.length < 2 ? 0 : RESAMPLES }, () => {
    const sum = new Float64Array(columns);
    for (let drawn = 0; drawn < groups.length; drawn += 1)
      add(sum, groups[Math.floor(random() * groups.length)] as Float64Array);
    return sum;
  });
}

/** The value with this share of sorted values below it, between two of them in proportion. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const [low = 0, high = low] = [sorted[below], sorted[below + 1]];
  return low + (high - low) * (place - below);
}

/**
 * The middle 95% of the figure over all samples; null where some samples do not have it, such as costs of right answers without a right
 * answer.
 */
export function percentileInterval(
  samples: readonly Float64Array[],
  figure: (sums: Float64Array) => number | null,
): Interval | null {
  const values: number[] = [];
  for (const sums of samples) {
    const value = figure(sums);
    if (value === null) return null;
    values.push(value);
  }
  if (values.length === 0) return null;
  values.sort((one, other) => one - other);
  return { low: quantile(values, (1 - LEVEL) / 2), high: quantile(values, (1 + LEVEL) / 2) };
}

/** What can be said of a share of which no case was seen: at most so much, by Clopper and Pearson, Biometrika 26 (1934), for 0 of n. */
export const mostUnseen = (groups: number): number => 1 - ((1 - LEVEL) / 2) ** (1 / groups);
