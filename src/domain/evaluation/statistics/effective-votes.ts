// How many independent votes several votes are worth that err together.

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Pearson's correlation; undefined where one of the two never varies. */
function correlate(one: readonly number[], other: readonly number[]): number | undefined {
  const [first, second] = [mean(one), mean(other)];
  const products = mean(one.map((value, index) => (value - first) * ((other[index] as number) - second)));
  const spread = (values: readonly number[], middle: number) => mean(values.map((value) => (value - middle) ** 2));
  const deviations = Math.sqrt(spread(one, first) * spread(other, second));
  return deviations === 0 ? undefined : products / deviations;
}

export interface EffectiveVotes {
  readonly votes: number;
  /** Mean correlation of being right over all pairs of votes; null where nobody is right and wrong at times. */
  readonly correlation: number | null;
  readonly effective: number | null;
}

/**
 * n / (1 + (n - 1) ρ), ρ being the mean correlation between votes of being right: the design effect of Kish, "Survey Sampling" (1965),
 * section 5.4. Votes that are always right together are worth one. `rows`: for each question, whether each vote is right.
 */
export function countEffectiveVotes(rows: readonly (readonly boolean[])[]): EffectiveVotes {
  const votes = rows[0]?.length ?? 0;
  const columns = Array.from({ length: votes }, (_, vote) => rows.map((row) => (row[vote] === true ? 1 : 0)));
  const pairs = columns.flatMap((one, index) =>
    columns.slice(index + 1).flatMap((other) => correlate(one, other) ?? []),
  );
  if (pairs.length === 0) return { votes, correlation: null, effective: null };
  const correlation = mean(pairs);
  // Errors that avoid each other would be worth more than as many votes; nobody should count on that.
  return { votes, correlation, effective: votes / (1 + (votes - 1) * Math.max(0, correlation)) };
}
