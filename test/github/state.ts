// What the GitHub of the tests holds, and the ways in which it changes.
import { createHash } from 'node:crypto';

export interface StoredComment {
  readonly number: number;
  readonly id: string;
  readonly url: string;
  readonly author: string | null;
  body: string;
  readonly replyTo: string | null;
}

export interface StoredThread {
  readonly kind: 'discussion' | 'issue';
  readonly number: number;
  readonly id: string;
  readonly url: string;
  readonly comments: StoredComment[];
}

export interface StoredBranch {
  commit: string;
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
}

export const REPO = 'acme/shop';
export const SITE = 'https://github.test';
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
  readonly name: string;
  readonly threads: StoredThread[];
  readonly branches = new Map<string, StoredBranch>([
    ['main', { commit: sha('first'), files: new Map([['README.md', '# Shop\n']]) }],
  ]);
  readonly pulls: StoredPull[] = [];
  canPush = true;
  #next = 1_000;

  constructor(name: string) {
    this.name = name;
    this.threads = [
      { kind: 'discussion', number: 7, id: 'D_kwDOshop7', url: `${SITE}/${name}/discussions/7`, comments: [] },
      { kind: 'discussion', number: 8, id: 'D_kwDOshop8', url: `${SITE}/${name}/discussions/8`, comments: [] },
      { kind: 'issue', number: 12, id: 'I_kwDOshop12', url: `${SITE}/${name}/issues/12`, comments: [] },
    ];
  }

  thread(kind: StoredThread['kind'], number: number): StoredThread {
    const found = this.threads.find((thread) => thread.kind === kind && thread.number === number);
    if (found === undefined) throw new Refusal(404, 'Not Found');
    return found;
  }

  comment(
    thread: StoredThread,
    { body, author = BOT, replyTo = null }: { body: string; author?: string | null; replyTo?: string | null },
  ): StoredComment {
    if (body.length > 65_536) throw new Refusal(422, 'Validation Failed: body is too long');
    this.#next += 1;
    const anchor = thread.kind === 'issue' ? 'issuecomment' : 'discussioncomment';
    const comment = {
      number: this.#next,
      id: `${thread.kind === 'issue' ? 'IC' : 'DC'}_kwDO${this.#next}`,
      url: `${thread.url}#${anchor}-${this.#next}`,
      author,
      body,
      replyTo,
    };
    thread.comments.push(comment);
    return comment;
  }

  find(id: string | number): { thread: StoredThread; comment: StoredComment } {
    for (const thread of this.threads) {
      const comment = thread.comments.find((each) => each.id === id || each.number === id);
      if (comment !== undefined) return { thread, comment };
    }
    throw new Refusal(404, 'Not Found');
  }

  branch(name: string): StoredBranch {
    const found = this.branches.get(name);
    if (found === undefined) throw new Refusal(404, 'Not Found');
    return found;
  }

  createBranch(name: string, commit: string): void {
    if (this.branches.has(name)) throw new Refusal(422, 'Reference already exists');
    const from = [...this.branches.values()].find((branch) => branch.commit === commit);
    if (from === undefined) throw new Refusal(422, 'Object does not exist');
    this.branches.set(name, { commit, files: new Map(from.files) });
  }

  deleteBranch(name: string): void {
    if (!this.branches.delete(name)) throw new Refusal(422, 'Reference does not exist');
    for (const pull of this.pulls) if (pull.head === name) pull.state = 'closed';
  }

  writeFile(
    branchName: string,
    path: string,
    { text, replaces }: { text: string; replaces: string | undefined },
  ): void {
    const branch = this.branch(branchName);
    const current = branch.files.get(path);
    if (current !== undefined && replaces === undefined) throw new Refusal(422, `"sha" wasn't supplied.`);
    if (current !== undefined && replaces !== sha(current))
      throw new Refusal(409, `${path} does not match ${replaces}`);
    branch.files.set(path, text);
    branch.commit = sha(branch.commit + path + text);
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
    };
    this.pulls.unshift(pull);
    return pull;
  }

  /** What a person does with the green button. */
  merge(number: number): void {
    const pull = this.pulls.find((each) => each.number === number) as StoredPull;
    const base = this.branch(pull.base);
    for (const [path, text] of this.branch(pull.head).files) base.files.set(path, text);
    base.commit = sha(base.commit + pull.head);
    pull.state = 'closed';
    this.branches.delete(pull.head);
  }
}
