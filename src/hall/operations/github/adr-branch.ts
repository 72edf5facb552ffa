// The branch of a decision record: made, replaced and taken away, without dropping what others pushed.
import { HallError } from '../../../domain/failures/errors.ts';
import type { BranchDifference, GitHub, GuardedCall } from '../../../exchange/github/github.ts';
import { startTimeLimit } from '../../../support/wait.ts';
import type { Hall } from '../hall.ts';
import type { AdrTexts, Plan } from './adr-plan.ts';
import { createOvertakenError, writeUntilVisible } from './pull-requests.ts';

const CLEANUP_MS = 15_000;

export interface Work {
  readonly github: GitHub;
  readonly call: GuardedCall;
  readonly plan: Plan;
  /** By the caller. */
  readonly isNumberChosen: boolean;
  readonly base: string;
  readonly texts: AdrTexts;
}

export const UNTOUCHED: Branch = { did: 'nothing', shared: false };

export interface Branch {
  readonly did: 'created' | 'replaced' | 'nothing';
  /** True when somebody else changed other files on it, so that its commits were kept. */
  readonly shared: boolean;
}

/** The branch, one commit ahead of its base: a text that was taken back is in no commit of it any more. */
export async function ensureBranch(work: Work): Promise<Branch> {
  const { github, call, base, texts } = work;
  const { repo, path, branch } = work.plan;
  let head: string | undefined;
  let there: BranchDifference | undefined;
  let created = false;
  const shared = () => there?.paths.some((each) => each !== path) === true;

  const look = async () => {
    head = await github.branchHead(repo, branch);
    there = head === undefined ? undefined : await github.compare(repo, base, head);
    const done = there !== undefined && (there.commits === 1 || shared());
    return done && (await github.file(repo, path, branch)) === texts.file ? true : undefined;
  };
  const move = async (from: string, commit: string) => {
    try {
      await github.moveBranch(repo, { branch, from, commit, rewrite: !shared() });
    } catch (error) {
      // GitHub says only in words that somebody has pushed since the look.
      if ((await github.branchHead(repo, branch)) !== from) throw createOvertakenError(branch);
      throw error;
    }
  };
  const write = async () => {
    const parent = shared() ? head : await github.branchHead(repo, base);
    if (parent === undefined) {
      throw new HallError('github-refused', `${repo} has no commit on ${base}.`, { hint: 'Make a first commit.' });
    }
    const commit = await github.commitFile(repo, { parent, path, text: texts.file, message: texts.title });
    created ||= head === undefined;
    if (head === undefined) await github.createBranch(repo, branch, commit);
    else await move(head, commit);
    return true;
  };
  const { changed } = await writeUntilVisible(call.signal, look, write);
  return { did: created ? 'created' : changed ? 'replaced' : 'nothing', shared: shared() };
}

/** Takes a branch away that leads nowhere, and says what is left on GitHub. */
export async function deleteBranch(hall: Hall, { call, plan: { repo, branch } }: Work): Promise<string> {
  try {
    const github = await hall.github({ ...call, signal: startTimeLimit(CLEANUP_MS), maxWaitMs: 0 });
    const pull = (await github.pullsFrom(repo, branch)).find(({ open }) => open);
    if (pull !== undefined) return `The pull request was opened anyway: ${pull.url}`;
    await github.deleteBranch(repo, branch);
    return 'The branch was deleted again; nothing is left on GitHub.';
  } catch (error) {
    if (!(error instanceof HallError)) throw error;
    return `The branch ${branch} may still exist in ${repo}: run this again to finish, or delete it.`;
  }
}
