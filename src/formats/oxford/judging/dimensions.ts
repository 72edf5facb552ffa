// What a judge marks in an argument, and the rule that makes one score of the marks.
import { addUp, divideEvenly, UNIT } from '../scoring.ts';

export const MAX_MARK = 10;

/** By how much each mark counts; ten together, so that the best argument comes to one whole. */
const WEIGHTS = { soundness: 4, evidence: 3, responsiveness: 2, clarity: 1 } as const;

export type Dimension = keyof typeof WEIGHTS;
export type Marks = Readonly<Record<Dimension, number>>;

export const DIMENSIONS = Object.keys(WEIGHTS) as readonly Dimension[];

const MOST = MAX_MARK * addUp(Object.values(WEIGHTS));

/** 0 to 1,000 thousandths. */
function computeQuality(marks: Marks): number {
  return (UNIT / MOST) * addUp(DIMENSIONS.map((dimension) => WEIGHTS[dimension] * marks[dimension]));
}

/** The values less their mean, in whole thousandths that sum to zero. */
export function centreValues(values: readonly number[]): number[] {
  const sum = addUp(values);
  return divideEvenly(
    values.map((value) => value * values.length - sum),
    values.length,
  );
}

/** By how much each argument of an exchange is better than the mean of all of them. */
export function computeScores(marks: readonly Marks[]): number[] {
  return centreValues(marks.map(computeQuality));
}
