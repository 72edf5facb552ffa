// What the tools for history share: which commits may be looked at, and how git is asked.
import { cleanText } from '../../../support/text.ts';
import { findCommitId } from '../../context/git/repository.ts';
import { MAX_FILE_BYTES } from '../files/disk.ts';
import type { GitHistory, Sources } from '../sources.ts';
import { UnreadableError } from '../unreadable.ts';

const NO_HISTORY = 'This debate has no history to read.';

export function requireHistory({ histories }: Sources): readonly GitHistory[] {
  if (histories.length === 0) throw new UnreadableError(NO_HISTORY);
  return histories;
}

/** Commits of the history, for `git log` and its like. */
export function listRevisions({ from, to }: GitHistory): readonly string[] {
  return from === undefined ? [to] : [to, `^${from}`];
}

export const listScopeArguments = ({ scope }: GitHistory): readonly string[] => (scope === '' ? [] : ['--', scope]);

/** What git prints, cleaned. @throws UnreadableError; HallError `context-unreadable` for more than a file may have */
export async function askGit({ repository }: GitHistory, args: readonly string[]): Promise<string> {
  const { code, stdout } = await repository.git(args, { maxBytes: MAX_FILE_BYTES });
  if (code === 0) return cleanText(stdout);
  throw new UnreadableError(
    'git cannot show it: something is missing here, as in a shallow or partial clone, or damaged.',
  );
}

/** The history that holds the commit, and its whole ID. @throws UnreadableError */
export async function findCommit(sources: Sources, commit: string): Promise<{ history: GitHistory; id: string }> {
  for (const history of requireHistory(sources)) {
    const { git } = history.repository;
    const id = await findCommitId(git, commit);
    if (id === undefined) continue;
    const isIn = async (tip: string) => (await git(['merge-base', '--is-ancestor', id, tip])).code === 0;
    if ((await isIn(history.to)) && (history.from === undefined || !(await isIn(history.from)))) return { history, id };
  }
  throw new UnreadableError('There is no such commit in the history that this debate may read.');
}
