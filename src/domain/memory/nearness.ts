// How near the vectors of past decisions are to that of a question, and which of them stand out.

export interface Near {
  /** Cosine, from -1 to 1. What counts as near differs from model to model. */
  readonly nearness: number;
  /** It stands out from the others by more than chance gives. */
  readonly clear: boolean;
}

/** Fewer do not show what is usual. */
const ENOUGH = 20;
/** What 32 bits leave of a difference of nothing. */
const ROUNDING = 1e-9;
/** How often a hall may have a decision by chance that stands out so far. */
const FALSE_ALARMS = 0.05;

/** Vectors are of one length, and none is zero. */
export function cosine(one: Float32Array, other: Float32Array): number {
  let product = 0;
  let ones = 0;
  let others = 0;
  for (let index = 0; index < one.length; index += 1) {
    const [a, b] = [one[index] ?? 0, other[index] ?? 0];
    product += a * b;
    ones += a * a;
    others += b * b;
  }
  return product / Math.sqrt(ones * others);
}

/**
 * A decision stands out if it is so many standard deviations above the mean of the others that chance would put one of them there in one of
 * twenty halls: of normal figures a part of at most exp(−t²/2)/2 is above t. Few others give mean and deviation only roughly, so with these
 * it takes more: ν(exp(t²/ν) − 1) in place of t², nearly as Student's distribution has it.
 */
export function findNear(
  question: Float32Array,
  decisions: ReadonlyMap<string, Float32Array>,
): ReadonlyMap<string, Near> {
  const found = Array.from(decisions, ([id, vector]) => [id, cosine(question, vector)] as const);
  const others = found.length - 1;
  const sum = found.reduce((total, [, nearness]) => total + nearness, 0);
  const squares = found.reduce((total, [, nearness]) => total + nearness * nearness, 0);
  const degrees = Math.max(1, others - 1);
  const needed = degrees * (Math.exp((2 * Math.log(found.length / (2 * FALSE_ALARMS))) / degrees) - 1);
  const isClear = (nearness: number) => {
    if (others < ENOUGH) return false;
    const mean = (sum - nearness) / others;
    const variance = Math.max(0, (squares - nearness * nearness - others * mean * mean) / degrees);
    return nearness > mean && (nearness - mean) ** 2 > needed * variance * (1 + 1 / others) + ROUNDING;
  };
  return new Map(found.map(([id, nearness]) => [id, { nearness, clear: isClear(nearness) }]));
}

/** The constant of Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion" (2009). */
const RANK = 60;

/** One order of several, whose figures cannot be compared; what a list lacks comes after its last. */
export function fuseRanks(lists: readonly (readonly string[])[]): readonly string[] {
  const scores = new Map<string, number>();
  for (const list of lists) {
    list.forEach((id, index) => {
      scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK + index + 1));
    });
  }
  return [...scores].sort(([, one], [, other]) => other - one).map(([id]) => id);
}
