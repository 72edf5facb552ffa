// Proposes what an author has made of a change: pushes its branch to GitHub, never by force, and opens a pull request with the
// summary. Every step looks first whether it is done, so that a second run finishes what a first one began.
import { join } from 'node:path';
import { createRedactor } from '../../../agents/failures/redact.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { type GitHub, type GitHubCall, parseRemoteAddress } from '../../../exchange/github/github.ts';
import type { Git } from '../../../material/context/git/git.ts';
import { canReach, pushCommit } from '../../../material/context/git/git-remote.ts';
import { cleanName } from '../../../support/text.ts';
import { checkRepo, requireGitHub, withPostingClaim } from '../github/input.ts';
import { ensurePull, refuseClosed } from '../github/pull-requests.ts';
import type { Hall } from '../hall.ts';
import { type FixingSummary, renderForPull } from './summary.ts';
import { openGit } from './work-place.ts';

/** Where a branch is proposed. */
export interface PullTarget {
  /** "owner/name". */
  readonly repo: string;
  /** The branch that it is to be merged into. */
  readonly base: string;
}

export interface ProposedPull extends PullTarget {
  readonly number: number;
  readonly url: string;
  readonly status: 'created' | 'updated' | 'unchanged' | 'merged';
}

const ORIGIN = 'remote.origin.url';
/** The repository on GitHub that this one was cloned from. Throws `bad-input`. */
async function findOrigin(git: Git, github: GitHub): Promise<string> {
  const place = await git.place();
  const folder = typeof place === 'object' ? place.common : '';
  const asked = ['config', '--file', join(folder, 'config'), '--no-includes', '--get', ORIGIN];
  const origin = (await git(asked)).stdout.trim();
  const host = new URL(github.remote('owner/name').address).hostname;
  const nameIt = (command: string) =>
    `Name it with "git remote ${command} origin https://${host}/OWNER/NAME.git", or push the branch yourself.`;
  if (origin === '') {
    throw new HallError('bad-input', 'The repository has no remote "origin", so there is nowhere to push to.', {
      hint: nameIt('add'),
    });
  }
  const named = parseRemoteAddress(origin);
  if (named?.host !== host) {
    throw new HallError('bad-input', `The remote "origin" is not a repository on ${host}.`, {
      hint: nameIt('set-url'),
    });
  }
  return checkRepo(named.repo);
}

/** The branch that is checked out; `undefined` for a commit that is. */
async function findOwnBranch(git: Git): Promise<string | undefined> {
  const { code, stdout } = await git(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return code === 0 ? stdout.trim() : undefined;
}

export interface PullOrder {
  /** Folder of the repository whose branch it will be. */
  readonly repository: string;
  /** The branch to propose it for; by default the one that is checked out, where GitHub has it, else the default branch. */
  readonly base?: string | undefined;
}

/** Finds out where a branch can be proposed, before anybody works on it. Throws `bad-input`, `github-disabled`, and what GitHub throws. */
export async function findPullTarget(
  hall: Hall,
  { repository, base }: PullOrder,
  call: GitHubCall,
): Promise<PullTarget> {
  requireGitHub(hall);
  const github = await hall.github(call);
  const git = await openGit(hall, repository, call.signal);
  const { name, defaultBranch, canPush } = await github.repository(await findOrigin(git, github));
  // git follows no redirect from a name that the repository had before.
  const repo = checkRepo(name);
  if (canPush === false) {
    throw new HallError('github-refused', `The token cannot write to ${repo}.`, {
      hint: 'It needs the "repo" scope, or write access to contents and pull requests.',
    });
  }
  const remote = github.remote(repo);
  if (!(await canReach(git, remote))) {
    throw new HallError('github-unreachable', `git cannot reach ${remote.address}, where the branch would be pushed.`, {
      hint: 'Check that the token may read contents, and the proxy and the certificates that git needs.',
    });
  }
  const wanted = base ?? (await findOwnBranch(git));
  if (wanted !== undefined && (await github.branchHead(repo, wanted)) !== undefined) return { repo, base: wanted };
  if (base === undefined) return { repo, base: defaultBranch };
  throw new HallError('bad-input', `${repo} has no branch "${cleanName(base)}".`, {
    hint: `Leave it out for ${defaultBranch}, or push it first.`,
  });
}

/** Throws `already-exists`, `github-refused`, `github-unreachable`. */
async function push(git: Git, github: GitHub, repo: string, branch: string, commit: string): Promise<void> {
  const done = await pushCommit(git, github.remote(repo), { branch, commit });
  if (done.kind === 'pushed' || done.kind === 'unchanged') return;
  if (done.kind === 'behind') {
    throw new HallError('already-exists', `The branch "${branch}" of ${repo} has commits that are not part of this.`, {
      hint: 'Nothing is overwritten: fetch and merge them, or delete the branch there, and run this again.',
    });
  }
  if (done.kind === 'refused') {
    throw new HallError(
      'github-refused',
      `${repo} does not take the branch "${branch}": ${cleanName(createRedactor()(done.words))}`,
      {
        hint: 'Rules of the repository may say who creates branches, and which commits they may have.',
      },
    );
  }
  throw new HallError('github-unreachable', `git could not push to ${repo}.`, {
    hint: 'Run it again: finished steps are not repeated. The token needs write access to contents, and to workflows if the branch changes one.',
  });
}

export interface FixProposal {
  readonly summary: FixingSummary & { readonly branch: string; readonly commit: string };
  readonly target: PullTarget;
  /** Root of the repository that has the branch. */
  readonly repository: string;
}

/**
 * Pushes the branch and opens the pull request, or brings both up to date; `undefined` where the other branch has its commits already.
 * Safe to repeat after any end. Throws `already-exists`, `already-running`, `github-disabled`, and what GitHub throws.
 */
export async function proposeFix(
  hall: Hall,
  { summary, target: { repo, base }, repository }: FixProposal,
  input: GitHubCall,
): Promise<ProposedPull | undefined> {
  requireGitHub(hall);
  const { branch, commit, debates } = summary;
  const [threadId = ''] = debates;
  return await withPostingClaim(hall, { ...input, threadId }, async (call) => {
    const github = await hall.github(call);
    const wanted = {
      repo,
      branch,
      base,
      title: `Fix findings of the review ${threadId}`,
      body: renderForPull(summary, createRedactor(hall.loaded.env)),
    };
    const newest = await refuseClosed(github, wanted, 'push the branch under another name yourself');
    const there = await github.branchHead(repo, branch);
    if (newest?.merged === true && (there === undefined || there === commit)) {
      return { repo, base, number: newest.number, url: newest.url, status: 'merged' };
    }
    if (newest?.open !== true && (await github.compare(repo, base, commit))?.commits === 0) return undefined;
    if (there !== commit) await push(await openGit(hall, repository, call.signal), github, repo, branch, commit);
    const { pull, status } = await ensurePull(github, wanted, call.signal);
    return { repo, base, number: pull.number, url: pull.url, status };
  });
}
