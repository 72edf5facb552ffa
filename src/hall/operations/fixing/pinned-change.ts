// The change between two commits, which no working tree can change any more: the person's, and what an author has made of it.
import { defined } from '../../../domain/defined.ts';
import type { LeftOut } from '../../../domain/event-parts.ts';
import { type ErrorCode, HallError, unlessRefused } from '../../../domain/failures/errors.ts';
import { isThreadId } from '../../../domain/ids.ts';
import { listMissed, summarizeLeftOut } from '../../../domain/left-out.ts';
import type { ContextItem } from '../../../material/context/collection.ts';
import type { Git } from '../../../material/context/git/git.ts';
import { findCommitId, listChanged, resolveHeadOrEmpty } from '../../../material/context/git/repository.ts';
import { type ReviewDiff, readDiff } from '../../../material/context/git/review-diff.ts';
import { snapshotChanges } from '../../../material/work-tree/snapshot.ts';
import { cleanName } from '../../../support/text.ts';
import type { Hall } from '../hall.ts';
import { COMMIT, type ReadChange, type ReviewInput, readChange } from '../review/review-diff.ts';
import { CHANGES_OF_AUTHOR, type Link, NOTHING_CHANGED, readCommits } from './chain.ts';
import { toDocument } from './documents.ts';
import { createHallCheck, openGit, type Work } from './work-place.ts';

/** Nobody can be written to there. */
export const HALL_IDENTITY = { name: 'Debate Hall', email: 'debate-hall@localhost.invalid' };

/** What is half merged is nothing that a branch could have. Throws `bad-input`. */
async function refuseHalfMerged(git: Git): Promise<void> {
  const hasConflicts = (await git(['ls-files', '--unmerged', '-z'])).stdout !== '';
  if (!hasConflicts && (await findCommitId(git, 'MERGE_HEAD')) === undefined) return;
  throw new HallError(
    'bad-input',
    hasConflicts ? 'There are conflicts that are not resolved.' : 'There is a merge that is not committed.',
    { hint: 'Run "git status", which says how to finish that, and start again.' },
  );
}

/** The same change, between two commits: what is not committed becomes one that no branch has. Writes objects to the repository. */
export async function pinChange(hall: Hall, input: ReviewInput): Promise<ReadChange> {
  const change = await readChange(hall, input);
  const { git, diff } = change;
  const here = await (await openGit(hall, hall.cwd)).place();
  if (typeof here !== 'object' || here.root !== diff.root) {
    throw new HallError(
      'bad-input',
      'The change is in another repository, and an author works in that of the current folder.',
      {
        hint: 'Run "debate-hall review --fix" in the repository of the change.',
      },
    );
  }
  if (COMMIT.test(diff.at)) return change;
  await refuseHalfMerged(git);
  const head = await resolveHeadOrEmpty(git);
  const isUnborn = (await git(['cat-file', '-t', head])).stdout.trim() !== 'commit';
  if (isUnborn) {
    throw new HallError('bad-input', 'A repository without a commit has no branch that a fix can be made on.', {
      hint: 'Commit something first.',
    });
  }
  const isOfHall = await createHallCheck(hall, diff.root);
  const commit = await snapshotChanges(git, head, {
    staged: diff.at === 'index',
    paths: new Set(diff.committable.filter((path) => !isOfHall(path))),
    gone: new Set(diff.gone),
    message: `Keep ${diff.range} as they were reviewed\n`,
    author: HALL_IDENTITY,
  });
  const { root, from, range: name } = diff;
  const pinned = await readPinned(hall, { root, from, to: commit, name, path: input.path });
  return addLeftOut(pinned, listUncommitted(diff.leftOut, pinned.diff));
}

/** What no commit has anything of, such as files that hold secrets. */
function listUncommitted(rows: readonly LeftOut[], { files, leftOut }: ReviewDiff): readonly LeftOut[] {
  const committed = new Set([...files.map(({ path }) => cleanName(path)), ...leftOut.map(({ source }) => source)]);
  return rows.filter(({ source }) => !committed.has(source));
}

const addLeftOut = ({ git, diff }: ReadChange, rows: readonly LeftOut[]): ReadChange => ({
  git,
  diff: { ...diff, leftOut: summarizeLeftOut([...diff.leftOut, ...rows]) },
});

interface Pinned {
  readonly root: string;
  readonly from: string;
  readonly to: string;
  /** What people call the change. */
  readonly name: string;
  readonly path?: string | undefined;
  /** What an author wrote is never taken for a document of the hall, which reviewers would not see. */
  readonly byAuthor?: ReadonlySet<string>;
}

async function readPinned(hall: Hall, { root, from, to, name, path, byAuthor }: Pinned): Promise<ReadChange> {
  const git = await openGit(hall, path === undefined ? root : hall.cwd);
  const { maxBytes, allowSecrets } = hall.loaded.config.context;
  const diff = await readDiff(git, {
    range: `${from}..${to}`,
    ...defined({ path }),
    maxBytes,
    allowSecrets,
    hallFolder: hall.loaded.config.hall,
    isKnown: async (threadId, file) =>
      byAuthor?.has(file) !== true && isThreadId(threadId) && (await hall.store.exists(threadId)),
  });
  return { git, diff: { ...diff, range: name } };
}

interface WorkedOn {
  readonly chain: readonly [Link, ...Link[]];
  readonly work: Work;
  /** That of the author's last round. */
  readonly commit: string;
  readonly name?: string;
}

/** What the first review missed and no commit had, so that no review of the chain sees it. */
async function listNeverSeen(hall: Hall, first: Link, root: string): Promise<readonly LeftOut[]> {
  const missed = listMissed(first.record.contextLeftOut);
  if (missed.length === 0) return [];
  const { diff } = await readPinned(hall, { root, ...readCommits(first), name: first.threadId });
  return listUncommitted(missed, diff);
}

/** The whole change as its author has left it; `undefined` where nothing is left of it. */
export async function readWorkedOn(
  hall: Hall,
  { chain, work, commit, name = 'the change' }: WorkedOn,
): Promise<ReadChange | undefined> {
  const { repository: root, from } = work;
  const byAuthor = await listChanged(await openGit(hall, root), readCommits(chain[0]).to, commit);
  const pinned = { root, from, to: commit, name, byAuthor };
  const change = await unlessRefused(() => readPinned(hall, pinned), 'nothing-to-review');
  return change && addLeftOut(change, await listNeverSeen(hall, chain[0], root));
}

/** Why a diff has nothing to show, which the rest of the change may have all the same. */
const UNSEEN: Partial<Record<ErrorCode, (words: string) => string>> = {
  'nothing-to-review': () => NOTHING_CHANGED,
  'secret-found': (words) => words,
  'bad-input': (words) => words,
};

/** What an author changed in its last round, as a document. */
export async function readAuthorsChanges(hall: Hall, { repository, head }: Work, commit: string): Promise<ContextItem> {
  const byAuthor = await listChanged(await openGit(hall, repository), head, commit);
  const pinned = { root: repository, from: head, to: commit, name: 'last changes of the author', byAuthor };
  const text = await readPinned(hall, pinned).then(
    ({ diff }) => diff.text,
    (error: unknown) => {
      const unseen = error instanceof HallError ? UNSEEN[error.code]?.(error.message) : undefined;
      if (unseen === undefined) throw error;
      return unseen;
    },
  );
  return toDocument(CHANGES_OF_AUTHOR, text);
}
