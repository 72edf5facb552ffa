// Whether two arms differ, from the questions that only one of them got right.

/**
 * ln C(n, k) by the product of its factors: exact enough for millions, and without a gamma function.
 */
function logChoose(n: number, k: number): number {
  let sum = 0;
  for (let factor = 1; factor <= k; factor += 1) sum += Math.log((n - k + factor) / factor);
  return sum;
}

/**
 * The exact test of McNemar, "Note on the sampling error of the difference between correlated proportions or percentages",
 * Psychometrika 12 (1947): if both arms are equally good, each discordant question is a toss of a coin. Twice the smaller tail of the
 * binomial distribution, at most 1. `one` and `other`: how many questions only this arm got right.
 */
export function exactMcNemar(one: number, other: number): number {
  const n = one + other;
  const fewer = Math.min(one, other);
  let term = Math.exp(logChoose(n, fewer) - n * Math.LN2);
  let tail = 0;
  // From the largest term down, each from the one before.
  for (let k = fewer; k >= 0; k -= 1) {
    tail += term;
    term *= k / (n - k + 1);
  }
  return Math.min(1, 2 * tail);
}

/** Of the standard normal distribution: 97.5% and 80% lie below. */
const Z_TWO_SIDED = 1.959_964;
const Z_POWER = 0.841_621;

/**
 * How many questions show a difference in four of five evaluations, by a two-sided test at 5%. Connor, "Sample size for testing
 * differences in proportions for the paired-sample design", Biometrics 43 (1987). `discordance`: the share of questions that only one
 * of two arms gets right; `difference`: between the shares that each gets right. Infinite where there is no difference.
 */
export function questionsNeeded(discordance: number, difference: number): number {
  const size = Math.abs(difference);
  if (size === 0) return Number.POSITIVE_INFINITY;
  const root = Z_TWO_SIDED * Math.sqrt(discordance) + Z_POWER * Math.sqrt(Math.max(0, discordance - size ** 2));
  return Math.ceil((root / size) ** 2);
}

const STEPS = 60;

/** The smallest difference that so many questions show in four of five evaluations; undefined where none does. */
export function smallestDifference(discordance: number, questions: number): number | undefined {
  if (questionsNeeded(discordance, discordance) > questions) return undefined;
  let [low, high] = [0, discordance];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (questionsNeeded(discordance, middle) > questions) low = middle;
    else high = middle;
  }
  return high;
}
