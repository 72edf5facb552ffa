// What became of citations, in words.

import type { Citation } from '../reading/citations.ts';
import { countNoun } from './format-figures.ts';

/** "3 citations: 1 read, 1 not read, 1 wrong" */
export function summarizeCitations(citations: readonly Citation[]): string {
  const count = (status: Citation['status']) => citations.filter((each) => each.status === status).length;
  const parts = [
    [count('read'), 'read'],
    [count('unread'), 'not read before'],
    [count('wrong'), 'wrong'],
  ] as const;
  const told = parts.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`);
  return `${countNoun(citations.length, 'citation')}: ${told.join(', ')}`;
}

/** What others have to know of a citation; `undefined` for one that holds. */
export function describeFault({ cited, status, why }: Citation): string | undefined {
  if (status === 'read') return undefined;
  return status === 'wrong' ? `${cited} is wrong: ${why}` : `${cited} was not read before it was cited`;
}
