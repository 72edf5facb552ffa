// How far a figure would vary with other questions of the same kind.
import { createRandom, hashText } from '../../draws.ts';
import { groupBy } from '../../group-by.ts';
import type { Interval } from '../result.ts';

/** Of one question: what is summed over questions. All rows have the same length. */
type Row = readonly number[];

export interface Grouped {
  /** Questions that belong together, such as those on one text, stay together. */
  readonly group: string;
  readonly row: Row;
}

/** Where there are more subsets, so many are drawn. */
const MOST_SUBSETS = 2_048;
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

export const sumGroups = (rows: readonly Grouped[]): readonly Float64Array[] =>
  [...groupBy(rows, ({ group }) => group).values()].map(sumRows);

function sumSubset(groups: readonly Float64Array[], isIn: (index: number) => boolean): Float64Array {
  const sum = new Float64Array(groups[0]?.length ?? 0);
  groups.forEach((each, index) => {
    if (isIn(index)) add(sum, each);
  });
  return sum;
}

/** The sums of all subsets of the groups, the empty one too; of many groups those of random ones, the same for the same seed. */
export function drawSubsets(groups: readonly Float64Array[], seed: string): readonly Float64Array[] {
  const random = createRandom(hashText(seed));
  const isFew = 2 ** groups.length <= MOST_SUBSETS;
  return Array.from({ length: isFew ? 2 ** groups.length : MOST_SUBSETS }, (_, subset) =>
    sumSubset(groups, isFew ? (index) => (subset >> index) % 2 === 1 : () => random() < 0.5),
  );
}

/**
 * The interval that holds the figure in 95% of evaluations: the middle values that it has in subsets of the groups. Exact for any number
 * of groups if they lie about the figure symmetrically: Hartigan, "Using subsample values as typical values", Journal of the American
 * Statistical Association 64 (1969). It holds what the exact test of `signs.ts` does not reject. Subsets without the figure, such as the
 * empty one, may lie on either side; so there is no interval of fewer than six groups, nor of the costs of very few right answers.
 */
export function typicalInterval(
  subsets: readonly Float64Array[],
  figure: (sums: Float64Array) => number | null,
): Interval | null {
  const values = subsets.flatMap((sums) => figure(sums) ?? []).toSorted((one, other) => one - other);
  const outside = Math.floor((subsets.length * (1 - LEVEL)) / 2) - (subsets.length - values.length);
  const [low, high] = [values[outside], values.at(-1 - outside)];
  return outside < 0 || low === undefined || high === undefined ? null : { low, high };
}

/** What can be said of a share of which no case was seen: at most so much, by Clopper and Pearson, Biometrika 26 (1934), for 0 of n. */
export const mostUnseen = (groups: number): number => 1 - ((1 - LEVEL) / 2) ** (1 / groups);
