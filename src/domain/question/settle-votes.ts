// The labels of debates in which no answers are compared: by votes on a decision, by points, by what holds for each of several things.
import type { OutcomeKind } from '../outcomes.ts';
import { findOneSpeaker, type ManualSeats } from '../speakers.ts';

/** Of a decision by one seat: how those vote on it that debated, if they are asked, and a reviewer from outside. */
export function settleApproval(
  votes: readonly { readonly vote: 'approve' | 'reject' | 'unclear' | undefined; readonly isOutside: boolean }[],
): OutcomeKind {
  if (votes.some(({ vote }) => vote === 'reject')) return 'stable-disagreement';
  // Nobody disagrees whose vote cannot be read.
  if (votes.some(({ vote }) => vote !== 'approve')) return 'not-settled';
  return votes.every(({ isOutside }) => isOutside) ? 'decided' : 'accepted';
}

/** Where sides answer each other's points and nobody is asked for an answer that can be compared, or for a vote. */
export function settlePoints(
  { points, agreements }: { readonly points: number; readonly agreements: number },
  hasFinalWord: boolean,
): OutcomeKind {
  if (points !== agreements) return 'stable-disagreement';
  // That every point was agreed with, or none was made, does not say that the sides hold the same.
  return points === 0 && !hasFinalWord ? 'decided' : 'not-settled';
}

/** Of several things that are each voted on, such as findings and steps: what holds for all of those that are kept. */
export function settleItems({
  isSplit,
  isUnchecked,
  isUnanimous,
  people,
}: {
  /** As many are against one of them as for it. */
  readonly isSplit: boolean;
  /** One rests on one seat alone. */
  readonly isUnchecked: boolean;
  /** All seats hold each of them, and nobody wants one back that was left out. */
  readonly isUnanimous: boolean;
  /** Who spoke for each seat manually. */
  readonly people: ManualSeats;
}): OutcomeKind {
  if (isSplit) return 'stable-disagreement';
  if (isUnchecked) return 'decided';
  if (!isUnanimous) return 'majority';
  return findOneSpeaker(people).length === 0 ? 'agreed' : 'accepted';
}
