// The comments of a debate's thread, with what the ledger knows of each, so that one of them can be named.
import { isEvent } from '../../../domain/events.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import { missingTextNote } from '../../../domain/words/missing-text.ts';
import { getVisibility } from '../../../ledger/engine/record/visibility.ts';
import { cleanText } from '../../../support/text.ts';
import type { Hall } from '../hall.ts';
import {
  findThread,
  type GitHubInput,
  refuseOtherThread,
  requireGitHub,
  resolveTarget,
  type TargetInput,
} from './input.ts';
import { commentKey, cutToInterjection } from './interject.ts';
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
  /** True when it has other words by now than the event that it became. */
  readonly edited: boolean;
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
  const github = await hall.github(input);
  const thread = await findThread(github, resolveTarget(input, linked), linked);
  await refuseOtherThread(github, linked, thread);
  const posted = new Map([...knownComments(log).values()].map(({ commentId, event }) => [commentId, event]));
  const taken = new Map(
    log
      .filter((event) => isEvent(event, 'interjection-added') || isEvent(event, 'turn-recorded'))
      .flatMap((event) => (event.data.key === undefined ? [] : [[event.data.key, event] as const])),
  );
  const { showEvent } = getVisibility(snapshot);
  const comments = (await github.conversation(thread)).map(({ id: commentId, url, author, body }) => {
    const became = taken.get(commentKey(commentId));
    const event = posted.get(commentId) ?? became?.seq ?? null;
    const turn = event === null ? undefined : log[event];
    // GitHub shows it all the same; no seat shall read it through the hall before all have answered.
    const isWithheld = turn !== undefined && showEvent(turn) !== turn;
    const shown = isWithheld ? `(${missingTextNote({ withheld: true })})` : body;
    const content = became === undefined ? undefined : readSealed(became.data.content);
    const words = became?.type === 'interjection-added' ? cutToInterjection({ body, url }) : body;
    const edited = content !== undefined && content !== cleanText(words);
    return { commentId, url, author, body: shown, event, posted: posted.has(commentId), edited };
  });
  return { threadId, url: thread.url, comments };
}
