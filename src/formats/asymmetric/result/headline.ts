// The result in one sentence.
import { countNoun } from '../../../domain/words/format-figures.ts';
import type { Overview } from '../overview.ts';
import { countCategories, type Status } from './data.ts';

export const percent = (confidence: number) => `${Math.round(confidence * 100)}%`;

export function buildHeadline(account: Overview, status: Status): string {
  const { points, figures } = account;
  if (status === 'rejected') return 'Rejected by the reviewer';
  if (status === 'incomplete' && points.length === 0)
    return 'Incomplete: the debate ended before the sides answered each other';
  if (points.length === 0) return 'No challenges: the positions are untested';
  const counts = countCategories(account);
  const degraded = account.left.length === 0 ? '' : `; without ${account.left.map(({ seat }) => seat).join(', ')}`;
  const incomplete = status === 'incomplete' ? 'Incomplete: ' : '';
  return `${incomplete}${counts.agreement} of ${countNoun(points.length, 'point')} agreed (${percent(figures.confidence)}), ${counts.productive_disagreement} open, ${counts.irreducible} irreducible${degraded}`;
}
