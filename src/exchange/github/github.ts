// The contract of GitHub: what the operations need of it, in their words, and the names of repositories. `api/` speaks to the real one.
import type { ThreadKind } from '../../domain/github-events.ts';
import type { CommentRef } from './comment-ref.ts';

/** A repository as people write it: "owner/name". */
export type Repo = string;

/** Where a discussion or an issue is. */
interface ThreadPlace {
  /** As GitHub calls it now. */
  readonly repo: Repo;
  readonly kind: ThreadKind;
  /** Node id of a discussion, number of an issue. */
  readonly id: string;
  readonly url: string;
}

export interface Thread extends ThreadPlace {
  /** Names it whatever its repository is called. */
  readonly nodeId: string;
}

export interface Comment {
  /** Node id in a discussion, number in an issue, `discussion_r…` on a line of a pull request. */
  readonly id: string;
  readonly url: string;
  /** Login, with "[bot]" behind that of an App; "ghost" when the account is gone. */
  readonly author: string;
  readonly body: string;
}

/** A comment that was asked for by its id, with where it stands. */
export interface PlacedComment extends Comment {
  readonly thread: ThreadPlace;
  /** The comment that it answers, in a discussion. */
  readonly replyTo?: string;
}

interface RepositoryInfo {
  /** As GitHub calls it now, which also answers to the names that it had before. */
  readonly name: Repo;
  readonly defaultBranch: string;
  /** False when GitHub says that the token may not push; `undefined` when it says nothing. */
  readonly canPush?: boolean;
}

export interface Pull {
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly open: boolean;
  readonly merged: boolean;
}

/**
 * Every method throws HallError: `not-found`, `github-login`, `github-refused` (`details.status` is GitHub's),
 * `github-limited`, `github-unreachable` (what was written may have arrived nevertheless) and `cancelled`.
 * Reads are tried again by themselves; writes are not, since only the caller can tell whether one arrived.
 */
export interface GitHub {
  /** Login of the account behind the token; `undefined` when GitHub does not say, as for tokens of some Apps. */
  viewer(): Promise<string | undefined>;
  /** `id` is a node id or the number in the repository. */
  thread(repo: Repo, kind: ThreadKind, id: string): Promise<Thread>;
  /** All comments but answers to comments, oldest first. */
  comments(thread: Thread): Promise<readonly Comment[]>;
  /** The same with the answers, each behind the comment that it answers. */
  conversation(thread: Thread): Promise<readonly Comment[]>;
  /** `within` says in which repository and thread a number counts. */
  comment(within: Pick<Thread, 'repo' | 'kind' | 'id'>, ref: CommentRef): Promise<PlacedComment>;
  post(thread: Thread, body: string): Promise<Comment>;
  /** False when the comment is gone from a thread that can be read. */
  edit(thread: Thread, commentId: string, body: string): Promise<boolean>;
  /** Deletes a comment; one that is gone already stays so. */
  remove(thread: Thread, commentId: string): Promise<void>;

  repository(repo: Repo): Promise<RepositoryInfo>;
  /** Commit at the end of a branch; `undefined` when there is no such branch. */
  branchHead(repo: Repo, branch: string): Promise<string | undefined>;
  /** Names of all branches that begin so. */
  branches(repo: Repo, prefix: string): Promise<readonly string[]>;
  createBranch(repo: Repo, branch: string, commit: string): Promise<void>;
  deleteBranch(repo: Repo, branch: string): Promise<void>;
  /** Names of the files in a folder; none when there is no such folder. */
  folder(repo: Repo, path: string, branch: string): Promise<readonly string[]>;
  /** Its text. */
  file(repo: Repo, path: string, branch: string): Promise<string | undefined>;
  /** How a branch, or a commit, differs from its base; `undefined` when there is no such branch or commit. */
  compare(repo: Repo, base: string, branch: string): Promise<BranchDifference | undefined>;
  /** Makes a commit with this one file changed, which no branch has yet, and returns its name. */
  commitFile(repo: Repo, commit: CommitToMake): Promise<string>;
  /** Puts another commit at the end of a branch that still ends with `from`. Without `rewrite` it is refused when that would drop commits. */
  moveBranch(repo: Repo, move: { branch: string; from: string; commit: string; rewrite: boolean }): Promise<void>;
  /** Pull requests from a branch of the repository itself, newest first. */
  pullsFrom(repo: Repo, branch: string): Promise<readonly Pull[]>;
  openPull(repo: Repo, pull: PullToOpen): Promise<Pull>;
  updatePull(repo: Repo, number: number, text: { readonly title: string; readonly body: string }): Promise<Pull>;
  /** Where git reaches the repository, and what lets it in: the token, for this address alone. */
  remote(repo: Repo): { readonly address: string; readonly settings: Readonly<Record<string, string>> };
}

export interface BranchDifference {
  /** Commits that the branch has and the base has not. */
  readonly commits: number;
  /** Files that these change. */
  readonly paths: readonly string[];
}

interface CommitToMake {
  readonly parent: string;
  readonly path: string;
  readonly text: string;
  readonly message: string;
}

export interface PullToOpen {
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
}

/** What one operation lets GitHub do with its time. */
export interface GitHubCall {
  readonly signal: AbortSignal;
  /** Full sentences on what is going on, such as a wait for a rate limit. */
  readonly onProgress?: (sentence: string) => void;
  /** Longest total wait for rate limits in one operation; 60 seconds by default. */
  readonly maxWaitMs?: number;
}

export interface GuardedCall extends GitHubCall {
  /** Comes right before each request that may write, after all waits for it; what it throws keeps the request back. */
  readonly beforeWrite?: () => Promise<void>;
}

/** "https://github.com" for its API at "https://api.github.com"; an Enterprise server has both on one host. */
export function toSite(baseUrl: string): URL {
  const { protocol, host } = new URL(baseUrl);
  return new URL(`${protocol}//${host.replace(/^api\.(?=github\.com$|[\w-]+\.ghe\.com$)/, '')}`);
}

export function ownerAndName(repo: string): { owner: string; repo: string } {
  const [owner = '', name = ''] = repo.split('/');
  return { owner, repo: name };
}

/** "https://github.com/acme/shop.git", "ssh://git@github.com/acme/shop" */
const LONG = /^(?:https?|ssh):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/+([^/]+\/[^/]+?)(?:\.git)?\/?$/;
/** "git@github.com:acme/shop.git", "github.com:/acme/shop" */
const SHORT = /^(?:[\w.-]+@)?([\w.-]+):\/?([^/]+\/[^/]+?)(?:\.git)?\/?$/;
/** Where GitHub takes SSH on the port of HTTPS. */
const SSH_OVER_HTTPS = 'ssh.github.com';

interface RemoteAddress {
  readonly host: string;
  /** "owner/name", as it stands there. */
  readonly repo: string;
}

/** `undefined` for what cannot be a repository on GitHub. */
export function parseRemoteAddress(address: string): RemoteAddress | undefined {
  const [, named, repo] = LONG.exec(address) ?? SHORT.exec(address) ?? [];
  if (named === undefined || repo === undefined) return undefined;
  const host = named.toLowerCase();
  return { host: host === SSH_OVER_HTTPS ? 'github.com' : host, repo };
}
