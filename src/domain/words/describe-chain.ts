// A chain of reviews and fixes in a few words, for doors without links.
import type { FixChain } from '../results/fixing.ts';

export interface ChainWords {
  /** "review 1 (r), fix 1 (r-fix-1), review 2 (r-2)" */
  readonly debates: string;
  /** What it came to, or how far it is. */
  readonly summary: string;
  /** "Branch debate-hall/r. In the repository: git log --patch main..debate-hall/r" */
  readonly where: string;
}

export function describeChainWords({ debates, branch, summary, next }: FixChain): ChainWords {
  const rounds = debates.map(({ threadId, kind, round }) => `${kind} ${round} (${threadId})`);
  const where = `${branch === null ? '' : `Branch ${branch}. `}In the repository: ${next}`;
  return { debates: rounds.join(', '), summary, where };
}
