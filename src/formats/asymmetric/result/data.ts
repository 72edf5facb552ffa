// The points and counts of the result as data.
import { CATEGORIES, type Category } from '../convergence.ts';
import type { Overview, StandingPoint } from '../overview.ts';

export type Status = 'open' | 'complete' | 'rejected' | 'incomplete';

/** Characters of a point that stand in a list. */
const SUMMARY_LENGTH = 300;
export const NOTHING_CHALLENGED = 'Nobody answered the other positions, so all of them are untested.';
export const REDACTED = '(This text was redacted.)';
export const shorten = (text: string) => [...text].slice(0, SUMMARY_LENGTH).join('');

export function buildPointData({ synthesis }: Overview, point: StandingPoint) {
  const { index, category, action, side, seat, target, said } = point;
  const cause = synthesis?.causes.get(index);
  return {
    index,
    category,
    action,
    side,
    seat: seat ?? null,
    target,
    summary: said === undefined ? null : shorten(said.point),
    reason: said?.reason ?? null,
    resolution: said === undefined ? null : (said.resolution ?? (action === 'synthesize' ? said.point : null)),
    root_cause: cause?.cause ?? null,
    why: cause?.why ?? null,
  };
}

export function countCategories({ points, positions }: Overview): Record<Category, number> {
  const count = (category: Category) => points.filter((point) => point.category === category).length;
  const counts = Object.fromEntries(CATEGORIES.map((category) => [category, count(category)]));
  return { ...(counts as Record<Category, number>), no_challenges: isUntested({ points, positions }) ? 1 : 0 };
}

export function isUntested({ points, positions }: Pick<Overview, 'points' | 'positions'>): boolean {
  return points.length === 0 && positions.length > 1;
}
