// Brings a comment from GitHub into the debate: words of a person that every later seat sees, or the turn of a seat.
import { alreadyLinkedProblem } from '../../../domain/admit-event.ts';
import { type EventData, type EventOf, isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { HallError, problemToError } from '../../../domain/failures/errors.ts';
import { markerIn } from '../../../exchange/github/comment.ts';
import { type NamedComment, parseCommentRef } from '../../../exchange/github/comment-ref.ts';
import type { PlacedComment } from '../../../exchange/github/github.ts';
import type { Gate } from '../../../platform/access/gate.ts';
import { interject, MAX_INTERJECTION, say } from '../debate/take-part/manual-turns.ts';
import type { Hall } from '../hall.ts';
import {
  checkRepo,
  findThread,
  type GitHubInput,
  isSameThread,
  refuseOtherThread,
  requireGitHub,
  resolveTarget,
  type TargetInput,
} from './input.ts';
import { knownComments } from './sync.ts';

/** The modes of thought of the seats, by which clients of the Python server tell interjections apart. */
const TYPES: Readonly<Record<string, 'pathos' | 'ethos' | 'logos'>> = { wind: 'pathos', wall: 'ethos', door: 'logos' };

export interface InterjectFromGitHubInput extends GitHubInput, TargetInput {
  /** The address of the comment, the number in it, or the node id (`DC_…`) of a discussion's comment. */
  readonly commentId: string;
  /** The comment is what this seat says, such as an opening or a final answer; left out: words from outside the seats. */
  readonly seat?: string;
}

export interface InterjectFromGitHubOutput {
  readonly threadId: string;
  readonly status: 'added' | 'already_processed';
  readonly commentId: string;
  /** After the turn that the comment answers; null when it was processed before. */
  readonly injectionType: 'pathos' | 'ethos' | 'logos' | 'general' | null;
  /** As the debate names them: "ana (github.com)". */
  readonly author: string;
  /** Of the comment. */
  readonly url: string;
  /** `seq` of the interjection or of the turn. */
  readonly event: number;
}

const KEY = 'github-comment:';
export const commentKey = (commentId: string) => `${KEY}${commentId}`;

type Linked = EventData<'thread-linked'> | undefined;
type Taken = EventOf<'interjection-added'> | EventOf<'turn-recorded'>;

function findRecorded(log: readonly LedgerEvent[], given: string): Taken | undefined {
  const key = commentKey(given);
  const events = log.filter((each) => isEvent(each, 'interjection-added') || isEvent(each, 'turn-recorded'));
  return events.find(({ data }) => data.key === key || ('by' in data ? data.by : data).source === given);
}

function toEarlierOutput(threadId: string, { seq, data }: Taken): InterjectFromGitHubOutput {
  const { key = '' } = data;
  const { author = '', source = '' } = 'by' in data ? data.by : data;
  const commentId = key.slice(KEY.length);
  return { threadId, commentId, status: 'already_processed', injectionType: null, author, url: source, event: seq };
}

/** Where the comment is looked for: what the caller says, else what its address says, else the linked thread. */
function chooseTarget(input: TargetInput, { ref, place }: NamedComment, linked: Linked): TargetInput {
  if (input.targetId !== undefined || linked !== undefined || place === undefined) {
    const kind = input.targetType ?? (input.targetId === undefined ? linked?.kind : undefined);
    return { ...input, targetType: kind ?? (ref.by === 'node' ? 'discussion' : 'issue') };
  }
  return { repo: place.repo, targetId: place.number, targetType: place.kind, ...input };
}

/** GitHub takes comments twice as long as an interjection may be. */
/** The words that enter; of a comment that is too long its beginning, and where all of it is. */
export function cutToInterjection({ body, url }: Pick<PlacedComment, 'body' | 'url'>): string {
  const characters = [...body];
  if (characters.length <= MAX_INTERJECTION) return body;
  const note = `\n\n[Cut here: the comment has ${characters.length} characters. All of it: ${url}]`;
  return `${characters.slice(0, MAX_INTERJECTION - note.length).join('')}${note}`;
}

function chooseType(comment: PlacedComment, log: readonly LedgerEvent[]) {
  const answered = [...knownComments(log).values()].find(({ commentId }) => commentId === comment.replyTo);
  const event = answered === undefined ? undefined : log[answered.event];
  return (event?.type === 'turn-recorded' ? TYPES[event.data.seat] : undefined) ?? 'general';
}

/** Throws `github-refused` unless these words may enter the debate. */
function checkAuthor(hall: Hall, { author, body }: PlacedComment): void {
  if (markerIn(body) !== undefined) {
    throw new HallError('bad-input', 'That comment was posted by Debate Hall itself.', {
      hint: 'Choose a comment by a person.',
    });
  }
  const allowed = hall.loaded.config.github.allowedAuthors;
  if (allowed === undefined || allowed.some((login) => login.toLowerCase() === author.toLowerCase())) return;
  throw new HallError('github-refused', `The author of that comment is not among "github.allowedAuthors".`, {
    hint: 'Add the login there to allow its comments.',
    details: { author },
  });
}

/**
 * Records the comment as an interjection, or as the turn of a seat; the same comment a second time adds nothing.
 * Throws `not-active`, `not-your-turn`, `rule-violation`, `not-found`, `not-linked`, `already-linked`, `bad-input`, `github-refused`, `github-disabled`, and what
 * GitHub throws.
 */
export async function interjectFromGitHub(
  hall: Hall,
  gate: Gate,
  input: InterjectFromGitHubInput,
): Promise<InterjectFromGitHubOutput> {
  requireGitHub(hall);
  const { threadId } = input;
  const given = input.commentId.trim();
  const named = parseCommentRef(given);
  const { debate, log } = await hall.engine.snapshot(threadId);
  const { linked } = debate;
  const { repo, kind, id } = resolveTarget(chooseTarget(input, named, linked), linked);
  const before = findRecorded(log, given);
  if (before !== undefined) return toEarlierOutput(threadId, before);
  if (debate.status !== 'open') {
    throw new HallError('not-active', `"${threadId}" no longer takes interjections (status ${debate.status}).`, {
      hint: `Ask its seats: debate-hall ask ${threadId} "…".`,
    });
  }

  const github = await hall.github(input);
  const { place } = named;
  const within =
    place === undefined ? { repo, kind, id } : { repo: checkRepo(place.repo), kind: place.kind, id: place.number };
  const comment = await github.comment(within, named.ref);
  const thread = await findThread(github, { repo, kind, id }, linked);
  await refuseOtherThread(github, linked, thread);
  const elsewhere = place !== undefined && place.host !== new URL(comment.url).host.toLowerCase();
  const isThere = isSameThread(comment.thread, thread);
  if (linked !== undefined && !isThere) throw problemToError(alreadyLinkedProblem(linked));
  if (elsewhere || !isThere) {
    throw new HallError('bad-input', `That comment is not in ${kind} ${id} of ${repo}.`, {
      hint: "Only comments in this debate's thread can enter it.",
    });
  }
  const same = findRecorded(log, comment.id);
  if (same !== undefined) return toEarlierOutput(threadId, same);
  checkAuthor(hall, comment);
  const { id: commentId, url: source } = comment;
  // As whoever signs in by a token is called: a login of GitHub is nobody's name in the hall.
  const author = `${comment.author} (${new URL(source).host})`;
  const key = commentKey(commentId);
  const done =
    input.seat === undefined
      ? await interject(hall, { threadId, author, content: cutToInterjection(comment), source, key })
      : await say(hall, gate, { threadId, seat: input.seat, author, content: comment.body, source, key });
  const [event] = done.events.filter(({ type }) => type === 'interjection-added' || type === 'turn-recorded');
  return {
    threadId,
    commentId,
    status: done.repeated ? 'already_processed' : 'added',
    injectionType: done.repeated || input.seat !== undefined ? null : chooseType(comment, log),
    author,
    url: source,
    event: event?.seq ?? -1,
  };
}
