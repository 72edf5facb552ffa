// What the GitHub of the tests holds, and the ways in which it changes.
import { createHash } from 'node:crypto';

export interface StoredComment {
  readonly number: number;
  readonly id: string;
  readonly url: string;
  readonly author: string | null;
  body: string;
  readonly replyTo: string | null;
  /** `line` for one on a line of a pull request. */
  readonly place: 'thread' | 'line';
}

export interface StoredThread {
  readonly kind: 'discussion' | 'issue';
  readonly number: number;
  readonly id: string;
  readonly url: string;
  readonly comments: StoredComment[];
}

export interface StoredCommit {
  readonly parents: readonly string[];
  readonly message: string;
  readonly files: Map<string, string>;
}

export interface StoredBranch {
  commit: string;
  /** Those of its last commit. */
  readonly files: Map<string, string>;
}

export interface StoredPull {
  readonly number: number;
  readonly url: string;
  readonly head: string;
  readonly base: string;
  title: string;
  body: string;
  state: 'open' | 'closed';
  merged_at: string | null;
}

export const REPO = 'acme/shop';
const SITE = 'https://github.test';
/** The account that the token belongs to. */
export const BOT = 'hall-bot';

export const sha = (text: string) => createHash('sha1').update(text).digest('hex');

export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A repository with a discussion 7, an issue 12 and one commit on main. */
export class RepositoryState {
  readonly id = Number.parseInt(sha(String(Math.random())).slice(0, 8), 16);
  /** The last one is that of now. */
  readonly names: string[] = [];
  /** Where threads that were transferred are now. */
  readonly transferred = new Map<string, { readonly repo: RepositoryState; readonly number: number }>();
  readonly threads: StoredThread[];
  /** Every commit that was ever made; GitHub shows them by their address when no branch has them any more. */
  readonly commits = new Map<string, StoredCommit>();
  readonly trees = new Map<string, Map<string, string>>();
  readonly branches = new Map<string, StoredBranch>();
  readonly pulls: StoredPull[] = [];
  canPush = true;
  #next = 1_000;

  constructor(name: string) {
    this.names.push(name);
    this.#setBranch(
      'main',
      this.commit({ parents: [], message: 'first', files: new Map([['README.md', '# Shop\n']]) }),
    );
    this.threads = [
      this.#createThread('discussion', 7),
      this.#createThread('discussion', 8),
      this.#createThread('issue', 12),
    ];
  }

  get name(): string {
    return this.names.at(-1) as string;
  }

  /** Renames it; the IDs of its discussions and all numbers stay. */
  set name(name: string) {
    this.names.push(name);
  }

  addIssue(number: number, comments: StoredComment[] = []): StoredThread {
    const thread = this.#createThread('issue', number, comments);
    this.threads.push(thread);
    return thread;
  }

  #createThread(kind: StoredThread['kind'], number: number, comments: StoredComment[] = []): StoredThread {
    const address = () => `${SITE}/${this.name}/${kind}s/${number}`;
    const id = `${kind === 'issue' ? 'I' : 'D'}_kwDO${this.name.replace(/^acme./, '')}${number}`;
    return {
      ...{ kind, number, id, comments },
      get url() {
        return address();
      },
    };
  }

  /** What a person does with "Transfer issue". */
  transferIssue(from: number, repo: RepositoryState, number: number): StoredThread {
    const [thread] = this.threads.splice(this.threads.indexOf(this.thread('issue', from)), 1);
    this.transferred.set(`issue ${from}`, { repo, number });
    return repo.addIssue(number, thread?.comments);
  }

  transferDiscussion(from: number, repo: RepositoryState, number: number): void {
    this.threads.splice(this.threads.indexOf(this.thread('discussion', from)), 1);
    this.transferred.set(`discussion ${from}`, { repo, number });
  }

  thread(kind: StoredThread['kind'], number: number): StoredThread {
    const found = this.threads.find((thread) => thread.kind === kind && thread.number === number);
    if (found === undefined) throw new Refusal(404, 'Not Found');
    return found;
  }

  comment(
    thread: StoredThread,
    {
      body,
      author = BOT,
      replyTo = null,
      place = 'thread',
    }: { body: string; author?: string | null; replyTo?: string | null; place?: StoredComment['place'] },
  ): StoredComment {
    if (body.length > 65_536) throw new Refusal(422, 'Validation Failed: body is too long');
    this.#next += 1;
    const anchor = place === 'line' ? 'discussion_r' : thread.kind === 'issue' ? 'issuecomment-' : 'discussioncomment-';
    const number = this.#next;
    const comment = {
      number,
      id: `${thread.kind === 'issue' ? 'IC' : 'DC'}_kwDO${this.#next}`,
      get url() {
        return `${thread.url}#${anchor}${number}`;
      },
      author,
      body,
      replyTo,
      place,
    };
    thread.comments.push(comment);
    return comment;
  }

  find(
    id: string | number,
    place: StoredComment['place'] = 'thread',
  ): { thread: StoredThread; comment: StoredComment } {
    for (const thread of this.threads) {
      const comment = thread.comments.find((each) => each.place === place && (each.id === id || each.number === id));
      if (comment !== undefined) return { thread, comment };
    }
    throw new Refusal(404, 'Not Found');
  }

  branch(name: string): StoredBranch {
    const found = this.branches.get(name);
    if (found === undefined) throw new Refusal(404, 'Not Found');
    return found;
  }

  #setBranch(name: string, commit: string): void {
    const { commits } = this;
    const branch = {
      commit,
      get files(): Map<string, string> {
        return (commits.get(branch.commit) as StoredCommit).files;
      },
    };
    this.branches.set(name, branch);
  }

  commit(commit: StoredCommit): string {
    const name = sha(`commit ${this.commits.size} of ${this.name}`);
    this.commits.set(name, commit);
    return name;
  }

  commitNamed(name: string): StoredCommit {
    const found = this.commits.get(name);
    if (found === undefined) throw new Refusal(404, 'Not Found');
    return found;
  }

  /** What the API calls a tree: the files of `base` with these in place. */
  tree(base: string, files: readonly { path: string; content: string }[]): string {
    const name = sha(`tree ${this.trees.size} of ${this.name}`);
    const before = this.trees.get(base) ?? new Map();
    this.trees.set(name, new Map([...before, ...files.map(({ path, content }) => [path, content] as const)]));
    return name;
  }

  createBranch(name: string, commit: string): void {
    if (this.branches.has(name)) throw new Refusal(422, 'Reference already exists');
    if (!this.commits.has(commit)) throw new Refusal(422, 'Object does not exist');
    this.#setBranch(name, commit);
  }

  moveBranch(name: string, from: string, commit: string, force: boolean): void {
    const branch = this.branch(name);
    if (branch.commit !== from) throw new Refusal(422, 'The reference does not point to the expected object');
    if (!force && !this.history(commit).has(branch.commit)) throw new Refusal(422, 'Update is not a fast forward');
    branch.commit = commit;
  }

  deleteBranch(name: string): void {
    if (!this.branches.delete(name)) throw new Refusal(422, 'Reference does not exist');
    for (const pull of this.pulls) if (pull.head === name) pull.state = 'closed';
  }

  /** A commit and all before it. */
  history(commit: string): Set<string> {
    const all = new Set<string>();
    for (const todo = [commit]; todo.length > 0; ) {
      const next = todo.pop() as string;
      if (all.has(next)) continue;
      all.add(next);
      todo.push(...this.commitNamed(next).parents);
    }
    return all;
  }

  /** Commits that only the other one has, which is a branch or a commit, and the files that they change. */
  compare(base: string, other: string): { commits: string[]; paths: string[] } {
    const common = this.history(this.branch(base).commit);
    const head = this.branches.get(other)?.commit ?? other;
    const commits = [...this.history(head)].filter((each) => !common.has(each));
    const from = commits.flatMap((each) => this.commitNamed(each).parents).find((each) => common.has(each));
    const before = this.commitNamed(from ?? this.branch(base).commit).files;
    const now = this.commitNamed(head).files;
    return { commits, paths: [...now.keys()].filter((path) => now.get(path) !== before.get(path)) };
  }

  /** What git has pushed: a commit whose files this does not know. */
  receive(name: string, commit: string): void {
    if (!this.commits.has(commit)) this.commits.set(commit, { parents: [], message: '', files: new Map() });
    this.#setBranch(name, commit);
  }

  /** What a person does on a branch. */
  push(branchName: string, path: string, text: string): void {
    const branch = this.branch(branchName);
    const files = new Map([...branch.files, [path, text]]);
    branch.commit = this.commit({ parents: [branch.commit], message: `Change ${path}`, files });
  }

  openPull({ head, base, title, body }: Pick<StoredPull, 'head' | 'base' | 'title' | 'body'>): StoredPull {
    if (this.branch(head).commit === this.branch(base).commit) throw new Refusal(422, 'No commits between them');
    if (this.pulls.some((pull) => pull.head === head && pull.state === 'open')) {
      throw new Refusal(422, `A pull request already exists for ${head}.`);
    }
    this.#next += 1;
    const number = this.#next;
    const pull: StoredPull = {
      number,
      url: `${SITE}/${this.name}/pull/${number}`,
      head,
      base,
      title,
      body,
      state: 'open',
      merged_at: null,
    };
    this.pulls.unshift(pull);
    return pull;
  }

  /** What a person does with the green button, or with a grey one. */
  merge(number: number): void {
    const pull = this.pulls.find((each) => each.number === number) as StoredPull;
    const base = this.branch(pull.base);
    const head = this.branch(pull.head);
    const files = new Map([...base.files, ...head.files]);
    base.commit = this.commit({ parents: [base.commit, head.commit], message: `Merge #${number}`, files });
    pull.state = 'closed';
    pull.merged_at = '2026-11-20T12:00:00Z';
    this.branches.delete(pull.head);
  }
}
