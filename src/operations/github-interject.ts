// Brings a comment from GitHub into the debate: words of a person that every later seat sees.
import { alreadyLinked } from '../domain/debate.ts';
import { HallError, problemToError } from '../domain/errors.ts';
import { isEvent, type LedgerEvent } from '../domain/events.ts';
import { markerIn } from '../github/comment.ts';
import type { PlacedComment } from '../github/github.ts';
import { interject } from './by-hand.ts';
import {
  callOf,
  type GitHubInput,
  isLinkedTo,
  requireGitHub,
  sameRepo,
  type TargetInput,
  targetOf,
} from './github-input.ts';
import { knownComments } from './github-sync.ts';
import type { Hall } from './hall.ts';

/** The modes of thought of the seats, by which clients of the Python server tell interjections apart. */
const TYPES: Readonly<Record<string, 'pathos' | 'ethos' | 'logos'>> = { wind: 'pathos', wall: 'ethos', door: 'logos' };

export interface InterjectFromGitHubInput extends GitHubInput, TargetInput {
  /** `DC_…` of a discussion's comment, or the number of an issue's comment. */
  readonly commentId: string;
}

export interface InterjectFromGitHubOutput {
  readonly threadId: string;
  readonly status: 'added' | 'already_processed';
  readonly commentId: string;
  /** After the turn that the comment answers; null when it was processed before. */
  readonly injectionType: 'pathos' | 'ethos' | 'logos' | 'general' | null;
  readonly author: string;
  /** Of the comment. */
  readonly url: string;
  /** `seq` of the interjection. */
  readonly event: number;
}

const keyOf = (commentId: string) => `github-comment:${commentId}`;

function recorded(log: readonly LedgerEvent[], key: string) {
  const event = log.find((each) => isEvent(each, 'interjection-added') && each.data.key === key);
  return event?.type === 'interjection-added' ? event : undefined;
}

function typeOf(comment: PlacedComment, log: readonly LedgerEvent[]) {
  const answered = [...knownComments(log).values()].find(({ commentId }) => commentId === comment.replyTo);
  const event = answered === undefined ? undefined : log[answered.event];
  return (event?.type === 'turn-recorded' ? TYPES[event.data.seat] : undefined) ?? 'general';
}

/** Throws `github-refused` unless these words may enter the debate. */
function checkAuthor(hall: Hall, { author, body }: PlacedComment): void {
  if (markerIn(body) !== undefined) {
    throw new HallError('bad-input', 'That comment was posted by Debate Hall itself.', {
      hint: 'Name a comment of a person.',
    });
  }
  const allowed = hall.loaded.config.github.allowedAuthors;
  if (allowed === undefined || allowed.some((login) => login.toLowerCase() === author.toLowerCase())) return;
  throw new HallError('github-refused', `The author of that comment is not among "github.allowedAuthors".`, {
    hint: 'Add the login there if their words may enter debates.',
    details: { author },
  });
}

/**
 * Records the comment as an interjection; the same comment a second time adds nothing.
 * Throws `not-active`, `not-found`, `not-linked`, `already-linked`, `bad-input`, `github-refused`, `github-disabled`, and what
 * GitHub throws.
 */
export async function interjectFromGitHub(
  hall: Hall,
  input: InterjectFromGitHubInput,
): Promise<InterjectFromGitHubOutput> {
  requireGitHub(hall);
  const { threadId } = input;
  const commentId = input.commentId.trim();
  if (!/^(?:[1-9]\d{0,15}|DC_[A-Za-z0-9_=-]{4,150})$/.test(commentId)) {
    throw new HallError('bad-input', 'That names no comment.', {
      hint: "Give the node id of a discussion's comment (DC_…) or the number of an issue's comment.",
    });
  }
  const { debate, log } = await hall.engine.snapshot(threadId);
  const { linked } = debate;
  const targetType = input.targetType ?? (/^\d/.test(commentId) ? 'issue' : 'discussion');
  const { repo, kind, id } = targetOf({ ...input, targetType }, linked);
  const output = { threadId, commentId };
  const earlier = recorded(log, keyOf(commentId));
  if (earlier !== undefined) {
    const { author, source = '' } = earlier.data;
    return { ...output, status: 'already_processed', injectionType: null, author, url: source, event: earlier.seq };
  }
  if (debate.status !== 'open') {
    throw new HallError('not-active', `"${threadId}" does not take interjections any more (status ${debate.status}).`);
  }

  const github = await hall.github(callOf(input));
  const comment = await github.comment(repo, commentId);
  if (linked !== undefined && !isLinkedTo(linked, comment.thread)) throw problemToError(alreadyLinked(linked));
  // A discussion may be named by its number, which its comments do not tell.
  const wanted =
    linked ?? (/^\d+$/.test(id) && kind === 'discussion' ? await github.thread(repo, kind, id) : undefined);
  const wantedId = wanted === undefined ? id : 'targetId' in wanted ? wanted.targetId : wanted.id;
  const { thread } = comment;
  if (thread.kind !== kind || thread.id !== wantedId || !sameRepo(thread.repo, repo)) {
    throw new HallError('bad-input', `That comment does not stand in ${kind} ${id} of ${repo}.`, {
      hint: 'Only comments of the thread of this debate can enter it.',
    });
  }
  checkAuthor(hall, comment);
  const { author, url: source, body: content } = comment;
  const done = await interject(hall, { threadId, author, content, source, key: keyOf(commentId) });
  const [event] = done.events.filter((each) => each.type === 'interjection-added');
  return {
    ...output,
    status: done.repeated ? 'already_processed' : 'added',
    injectionType: done.repeated ? null : typeOf(comment, log),
    author,
    url: source,
    event: event?.seq ?? -1,
  };
}
