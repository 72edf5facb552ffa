// Whether two arms differ, from the questions that only one of them got right, and how many would show it.

/**
 * ln C(n, k) by the product of its factors: exact enough for millions, and without a gamma function.
 */
function logChoose(n: number, k: number): number {
  let sum = 0;
  for (let factor = 1; factor <= k; factor += 1) sum += Math.log((n - k + factor) / factor);
  return sum;
}

/** For each number of heads of so many coins how likely it is, from the middle outwards, each from the one before. */
function tossCoins(coins: number): Float64Array {
  const shares = new Float64Array(coins + 1);
  const middle = Math.floor(coins / 2);
  const most = Math.exp(logChoose(coins, middle) - coins * Math.LN2);
  for (let term = most, k = middle; k >= 0; term *= k / (coins - k + 1), k -= 1) shares[k] = term;
  for (let term = most, k = middle; k <= coins; term *= (coins - k) / (k + 1), k += 1) shares[k] = term;
  return shares;
}

/** With one coin more, which counts so much. */
function addCoin(shares: Float64Array, size: number): Float64Array {
  const sums = new Float64Array(shares.length + size);
  shares.forEach((share, sum) => {
    sums[sum] = (sums[sum] as number) + share / 2;
    sums[sum + size] = (sums[sum + size] as number) + share / 2;
  });
  return sums;
}

/**
 * How often groups whose signs are tossed differ as much as these, or more. `differences`: for each group of questions, how many more of
 * them one arm gets right than the other. If both arms are equally good, each group could as well be the other way round, whatever goes
 * together within it: Fisher, "The Design of Experiments" (1935), section 21; of clusters Canay, Romano and Shaikh, "Randomization tests
 * under an approximate symmetry assumption", Econometrica 85 (2017). Where each question is a group, it is the exact test of McNemar,
 * "Note on the sampling error of the difference between correlated proportions or percentages", Psychometrika 12 (1947). With fewer than
 * six groups that differ it shows nothing, even if all are for one arm: 2 / 2^5 is above 5%.
 */
export function testSigns(differences: readonly number[]): number {
  const sizes = differences.map(Math.abs).filter((size) => size > 0);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const found = Math.abs(differences.reduce((sum, each) => sum + each, 0));
  const shares = sizes.filter((size) => size > 1).reduce(addCoin, tossCoins(sizes.filter((size) => size === 1).length));
  const tail = shares.subarray((all + found) / 2).reduce((sum, share) => sum + share, 0);
  return Math.min(1, 2 * tail);
}

/** Of the standard normal distribution: 97.5% and 80% lie below. */
const Z_TWO_SIDED = 1.959_964;
const Z_POWER = 0.841_621;

/**
 * How many questions show a difference in four of five evaluations, by a two-sided test at 5%. Connor, "Sample size for testing
 * differences in proportions for the paired-sample design", Biometrics 43 (1987). `discordance`: the share of questions that only one
 * of two arms gets right, or of groups of them the mean square of the difference for each question; `difference`: between the shares that each gets right. Infinite where there is no difference.
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
