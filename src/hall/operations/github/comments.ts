// The comments of a debate's thread, with what the ledger knows of each, so that one of them can be named.
import { isEvent } from '../../../domain/events.ts';
import { missingTextNote } from '../../../domain/words/missing-text.ts';
import { getVisibility } from '../../../ledger/engine/record/visibility.ts';
import type { Hall } from '../hall.ts';
import { type GitHubInput, refuseOtherThread, requireGitHub, resolveTarget, type TargetInput } from './input.ts';
import { commentKey } from './interject.ts';
import { knownComments } from './sync.ts';

export interface ThreadComment {
  readonly commentId: string;
  /** What `interjectFromGitHub` takes. */
  readonly url: string;
  readonly author: string;
  /** Untrusted. */
  readonly body: string;
  /** The event that it shows, or that it became; null for one that is not part of the debate. */
  readonly event: number | null;
  /** True when the hall posted it. */
  readonly posted: boolean;
}

export interface ThreadCommentsOutput {
  readonly threadId: string;
  readonly url: string;
  /** Oldest first, answers behind the comment that they answer. Comments on lines of a pull request are not among them. */
  readonly comments: readonly ThreadComment[];
}

/** Throws `not-linked`, `already-linked`, `bad-input`, `github-disabled`, and what GitHub throws. */
export async function listThreadComments(hall: Hall, input: GitHubInput & TargetInput): Promise<ThreadCommentsOutput> {
  requireGitHub(hall);
  const { threadId } = input;
  const snapshot = await hall.engine.snapshot(threadId);
  const { debate, log } = snapshot;
  const { linked } = debate;
  const { repo, kind, id } = resolveTarget(input, linked);
  const github = await hall.github(input);
  const thread = await github.thread(repo, kind, id);
  refuseOtherThread(linked, thread);
  const posted = new Map([...knownComments(log).values()].map(({ commentId, event }) => [commentId, event]));
  const taken = new Map(
    log.flatMap((event) =>
      (isEvent(event, 'interjection-added') || isEvent(event, 'turn-recorded')) && event.data.key !== undefined
        ? [[event.data.key, event.seq]]
        : [],
    ),
  );
  const { showEvent } = getVisibility(snapshot);
  const comments = (await github.conversation(thread)).map(({ id: commentId, url, author, body }) => {
    const event = posted.get(commentId) ?? taken.get(commentKey(commentId)) ?? null;
    const turn = event === null ? undefined : log[event];
    // GitHub shows it all the same; no seat shall read it through the hall before all have answered.
    const isWithheld = turn !== undefined && showEvent(turn) !== turn;
    const shown = isWithheld ? `(${missingTextNote({ withheld: true })})` : body;
    return { commentId, url, author, body: shown, event, posted: posted.has(commentId) };
  });
  return { threadId, url: thread.url, comments };
}
