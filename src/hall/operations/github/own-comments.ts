// Which comments of a thread are ours. The line that our comments begin with is not a secret, so anybody can write one: only
// what the account behind the token wrote counts.
import type { EventData } from '../../../domain/events.ts';
import { HallError, unlessRefused } from '../../../domain/failures/errors.ts';
import { markerIn } from '../../../exchange/github/comment.ts';
import type { Comment, GitHub, GitHubCall, Thread } from '../../../exchange/github/github.ts';
import { wait } from '../../../support/wait.ts';
import { findThread, isSameName, toTarget } from './input.ts';

/** Ids of comments that the ledger remembers. */
export type KnownIds = ReadonlySet<string>;

export interface OwnComments {
  /** Reads the thread: comments of this debate that the ledger does not remember, by marker, oldest first. */
  find(known: KnownIds): Promise<ReadonlyMap<string, readonly Comment[]>>;
  /** Full sentences on what was found and not taken for ours. */
  warnings(): readonly string[];
}

const POST_TRIES = 3;
const PAUSE_MS = 1_000;

interface Place {
  readonly github: GitHub;
  readonly thread: Thread;
  readonly input: GitHubCall;
}

/** Posts, and when no answer comes, looks whether the comment arrived before it is posted again. */
export async function postOnce(
  { github, thread, input }: Place,
  body: string,
  findArrived: () => Promise<Comment | undefined>,
): Promise<Comment> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await github.post(thread, body);
    } catch (error) {
      const uncertain = error instanceof HallError && error.code === 'github-unreachable';
      if (!uncertain || tries === POST_TRIES) throw error;
      input.onProgress?.('GitHub did not answer; checking whether the comment was posted.');
      await wait(PAUSE_MS * tries, input.signal);
      const arrived = await findArrived();
      if (arrived !== undefined) return arrived;
    }
  }
}

const isOfDebate = (marker: string | undefined, threadId: string) =>
  marker?.startsWith(`<!-- debate-hall v1 ${threadId} #`) === true;

/** Whether nothing shows the debate where it is linked, as after a first sync that GitHub refused. */
export async function isNeverPosted(github: GitHub, linked: EventData<'thread-linked'>, threadId: string) {
  const read = async () => await github.comments(await findThread(github, toTarget(linked), linked));
  const comments = (await unlessRefused(read, 'not-found')) ?? [];
  return !comments.some(({ body }) => isOfDebate(markerIn(body), threadId));
}

export function findOwnComments(github: GitHub, thread: Thread, threadId: string): OwnComments {
  const warnings = new Set<string>();
  let viewer: Promise<string | undefined> | undefined;

  /** An App may not ask who it is. Then the author of a comment that the ledger remembers is known to be it. */
  async function account(comments: readonly Comment[], known: KnownIds): Promise<string | undefined> {
    viewer ??= github.viewer();
    const login = await viewer;
    if (login !== undefined) return login;
    const earlier = comments.find(({ id }) => known.has(id))?.author;
    warnings.add(
      earlier === undefined
        ? 'GitHub does not say which account this token belongs to, so no comment in the thread counts as ours.'
        : `GitHub does not say which account this token belongs to; comments by ${earlier}, who posted earlier ones, count as ours.`,
    );
    return earlier;
  }

  return {
    async find(known) {
      const comments = await github.comments(thread);
      const marked = comments.flatMap((comment) => {
        const marker = known.has(comment.id) ? undefined : markerIn(comment.body);
        return marker !== undefined && isOfDebate(marker, threadId) ? [{ marker, comment }] : [];
      });
      if (marked.length === 0) return new Map();
      const ours = await account(comments, known);
      const found = new Map<string, Comment[]>();
      for (const { marker, comment } of marked) {
        const { author, url } = comment;
        if (ours === undefined || !isSameName(author, ours)) {
          warnings.add(`A comment by ${author} looks like one of ours but is not; it was left alone: ${url}`);
        } else found.set(marker, [...(found.get(marker) ?? []), comment]);
      }
      return found;
    },
    warnings: () => [...warnings],
  };
}
