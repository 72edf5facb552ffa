// Who stands behind a finding, and how far the reviews overlap.
import type { Severity } from '../../../domain/results/review-result.ts';

/** The latest clear word of a reviewer on a finding; making it is one. */
export interface ReviewerStance {
  readonly valid: boolean;
  /** How bad the reviewer holds it to be. */
  readonly severity: Severity | null;
  /** A reason came with it. */
  readonly argued?: true | undefined;
}

/** By seat. */
export type ReviewerStances = Readonly<Record<string, ReviewerStance>>;

export type FindingStatus = 'confirmed' | 'disputed' | 'unchecked' | 'withdrawn';

export function countStances(stances: ReviewerStances): { readonly valid: number; readonly invalid: number } {
  const all = Object.values(stances);
  const valid = all.filter((stance) => stance.valid).length;
  return { valid, invalid: all.length - valid };
}

/**
 * unchecked: at most one reviewer has judged it, who found it; confirmed: of two or more, more than half hold it valid;
 * withdrawn: nobody does, not even who found it.
 */
export function classifyStances(stances: ReviewerStances): FindingStatus {
  const { valid, invalid } = countStances(stances);
  if (valid === 0 && invalid > 0) return 'withdrawn';
  if (valid + invalid < 2) return 'unchecked';
  return valid > invalid ? 'confirmed' : 'disputed';
}

/** Whether someone says why a finding is invalid that someone else holds valid. */
export function isContested(stances: ReviewerStances): boolean {
  const all = Object.values(stances);
  return all.some(({ valid }) => valid) && all.some(({ valid, argued }) => !valid && argued === true);
}

/** Percent of two sets that they have in common: half of all or more is 100. */
function compareReviews(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const all = new Set([...one, ...other]).size;
  const common = [...one].filter((id) => other.has(id)).length;
  return all === 0 ? 100 : Math.min(100, Math.round((200 * common) / all));
}

/**
 * Percent: 0.6 × share of findings that are confirmed + 0.4 × mean likeness of the reviews, two by two. `found` has for each
 * reviewer which findings its blind review made. `null` when fewer than two reviewed, or nobody found anything.
 */
export function computeOverlap(
  stances: readonly ReviewerStances[],
  found: readonly ReadonlySet<string>[],
): number | null {
  if (found.length < 2 || stances.length === 0) return null;
  const standings = stances.map(classifyStances).filter((standing) => standing !== 'withdrawn');
  const confirmed = standings.filter((standing) => standing === 'confirmed').length;
  const agreed = standings.length === 0 ? 100 : Math.round((100 * confirmed) / standings.length);
  const likenesses = found.flatMap((one, index) => found.slice(index + 1).map((other) => compareReviews(one, other)));
  const sum = likenesses.reduce((total, each) => total + each, 0);
  // One division at the end, so that halves are rounded alike on every machine.
  return Math.round((3 * agreed * likenesses.length + 2 * sum) / (5 * likenesses.length));
}
