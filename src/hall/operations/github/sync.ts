// Shows a debate in a discussion or an issue: one comment for each turn and one for the ending, each exactly once.
import { defined } from '../../../domain/defined.ts';
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import type { ThreadKind } from '../../../domain/github-events.ts';
import { createCommentMarker, markerIn, shownEvents } from '../../../exchange/github/comment.ts';
import type { Comment, GitHub, Thread } from '../../../exchange/github/github.ts';
import { withoutPaths } from '../../../exchange/without-paths.ts';
import { toRecord } from '../../../ledger/engine/record/record.ts';
import { type Snapshot, snapshotAt } from '../../../ledger/engine/snapshot.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import type { Hall } from '../hall.ts';
import {
  findThread,
  type GitHubInput,
  refuseOtherThread,
  requireGitHub,
  resolveTarget,
  type TargetInput,
  withPostingClaim,
} from './input.ts';
import { findOwnComments, isNeverPosted, type KnownIds, type OwnComments, postOnce } from './own-comments.ts';

const HISTORY_WARNING =
  'GitHub keeps the earlier text of an edited comment: delete it there, under "edited" at the top of the comment.';

export type SyncInput = GitHubInput & TargetInput;

export interface PostedComment {
  /** `seq` of the event that it shows. */
  readonly event: number;
  readonly commentId: string;
  readonly url: string;
}

export interface SyncOutput {
  readonly threadId: string;
  readonly repo: string;
  readonly targetType: ThreadKind;
  readonly targetId: string;
  readonly url: string;
  /** Comments that this call posted. */
  readonly syncedCount: number;
  /** Comments that an interrupted call had posted and that this one found. */
  readonly adoptedCount: number;
  /** Comments that this call brought into line with a redaction. */
  readonly editedCount: number;
  /** All comments of this debate, in the order of its events. */
  readonly comments: readonly PostedComment[];
  /** Full sentences. */
  readonly warnings: readonly string[];
}

interface Known extends PostedComment {
  readonly bodySha256: string;
  readonly gone: boolean;
}

/** What the ledger remembers of its comments, by event. */
export function knownComments(log: readonly LedgerEvent[]): ReadonlyMap<number, Known> {
  const known = new Map<number, Known>();
  for (const { type, data } of log) {
    if (type === 'comment-posted') {
      const { target, commentId, url, bodySha256 } = data;
      known.set(target, { event: target, commentId, url, bodySha256, gone: false });
    } else if (type === 'comment-edited') {
      const before = known.get(data.target);
      if (before === undefined) continue;
      known.set(data.target, { ...before, bodySha256: data.bodySha256, gone: data.gone === true });
    }
  }
  return known;
}

/** What strangers get to read names no path of this machine. */
const toPublicRecord = (snapshot: Snapshot) => withoutPaths(toRecord(snapshot));

/** The debate as it stands now; somebody may have spoken or redacted since the last look. */
async function look(hall: Hall, threadId: string) {
  const snapshot = await hall.engine.snapshot(threadId);
  const { log, debate } = snapshot;
  const redacted = log.flatMap((event) => (isEvent(event, 'texts-redacted') ? [event.data.target] : []));
  const shown = shownEvents(toPublicRecord(snapshot), log, ({ seq }) => toPublicRecord(snapshotAt(snapshot, seq)));
  return { shown, known: knownComments(log), linked: debate.linked, firstRedacted: Math.min(...redacted) };
}

interface Posting {
  readonly github: GitHub;
  readonly thread: Thread;
  readonly own: OwnComments;
  readonly input: SyncInput;
}

const listCommentIds = (known: ReadonlyMap<number, Known>): KnownIds =>
  new Set([...known.values()].map((each) => each.commentId));

/** The comment that begins as this body does and is not known yet. */
async function findMarked(own: OwnComments, known: ReadonlyMap<number, Known>, body: string) {
  return (await own.find(listCommentIds(known))).get(markerIn(body) ?? '')?.[0];
}

async function postMissing(hall: Hall, posting: Posting) {
  const { own, input } = posting;
  const { threadId } = input;
  let synced = 0;
  let adopted = 0;
  let marked: ReadonlyMap<string, readonly Comment[]> | undefined;
  const { shown: atStart } = await look(hall, threadId);
  for (const { event } of atStart) {
    const { shown, known } = await look(hall, threadId);
    const wanted = shown.find((each) => each.event.seq === event.seq);
    if (wanted === undefined || known.has(event.seq)) continue;
    marked ??= await own.find(listCommentIds(known));
    const body = wanted.body();
    const [found] = marked.get(createCommentMarker(threadId, event)) ?? [];
    const comment = found ?? (await postOnce(posting, body, () => findMarked(own, known, body)));
    if (found === undefined) synced += 1;
    else adopted += 1;
    // GitHub may store a body in its own way; what was sent is what is compared later.
    const bodySha256 = sha256Hex(found?.body ?? body);
    const data = { target: event.seq, commentId: comment.id, url: comment.url, bodySha256 };
    await hall.engine.dispatch(threadId, { type: 'comment-posted', data });
    input.onProgress?.(`${found === undefined ? 'Posted' : 'Found'} ${wanted.title} (event ${event.seq}).`);
  }
  return { synced, adopted };
}

/**
 * Takes redacted words out of the comments that show them: that of their event, and those of later ones that repeat them. One that was
 * gone is looked for again, since it may have been taken for gone while the token could not see it. Of one that was posted twice, as two
 * halls may have done, both are edited: the one that the ledger remembers last, so that a killed call is repeated.
 */
async function editRedacted(hall: Hall, { github, thread, own, input }: Posting): Promise<number> {
  const { threadId } = input;
  const { shown, known, firstRedacted } = await look(hall, threadId);
  let edited = 0;
  let there: KnownIds | undefined;
  let marked: ReadonlyMap<string, readonly Comment[]> | undefined;
  for (const { event, title, body: render } of shown) {
    const posted = known.get(event.seq);
    if (event.seq < firstRedacted || posted === undefined) continue;
    if (posted.gone) {
      there ??= new Set((await github.comments(thread)).map(({ id }) => id));
      if (!there.has(posted.commentId)) continue;
    }
    const body = render();
    const bodySha256 = sha256Hex(body);
    if (!posted.gone && posted.bodySha256 === bodySha256) continue;
    marked ??= await own.find(listCommentIds(known));
    for (const { id } of marked.get(createCommentMarker(threadId, event)) ?? []) await github.edit(thread, id, body);
    const done = await github.edit(thread, posted.commentId, body);
    const data = { target: event.seq, commentId: posted.commentId, bodySha256 };
    await hall.engine.dispatch(threadId, { type: 'comment-edited', data: done ? data : { ...data, gone: true } });
    if (done) edited += 1;
    input.onProgress?.(done ? `Redacted ${title} (event ${event.seq}).` : `${title} is gone from GitHub.`);
  }
  return edited;
}

/** Of a thread that GitHub has moved: its comments may have other IDs now. What is not found there stays as it was known. */
async function findMovedComments(hall: Hall, { github, thread, own, input }: Posting): Promise<void> {
  const { threadId } = input;
  const { shown, known } = await look(hall, threadId);
  const there = new Set((await github.comments(thread)).map(({ id }) => id));
  const isLost = (seq: number) => known.has(seq) && !there.has(known.get(seq)?.commentId ?? '');
  if (![...known.keys()].some(isLost)) return;
  const marked = await own.find(listCommentIds(known));
  for (const { event } of shown) {
    const [found] = isLost(event.seq) ? (marked.get(createCommentMarker(threadId, event)) ?? []) : [];
    if (found === undefined) continue;
    const data = { target: event.seq, commentId: found.id, url: found.url, bodySha256: sha256Hex(found.body) };
    await hall.engine.dispatch(threadId, { type: 'comment-posted', data });
  }
}

/**
 * The thread of the debate, which it is linked to before anything is posted, so that whatever happens it is known; again where GitHub has
 * moved it to the one that is meant, or nothing was posted.
 */
async function linkThread(hall: Hall, github: GitHub, input: SyncInput): Promise<Omit<Posting, 'github' | 'input'>> {
  const { threadId } = input;
  const { linked, known } = await look(hall, threadId);
  const target = resolveTarget(input, linked);
  const thread = await findThread(github, target, linked);
  const own = findOwnComments(github, thread, threadId);
  const isFree = linked === undefined || (known.size === 0 && (await isNeverPosted(github, linked, threadId)));
  if (!isFree) await refuseOtherThread(github, linked, thread);
  const { repo, kind, id, url } = thread;
  const nodeId = kind === 'issue' ? thread.nodeId : undefined;
  if (linked !== undefined && linked.url !== url) await findMovedComments(hall, { github, thread, own, input });
  if (linked?.url !== url || linked.nodeId !== nodeId) {
    const data = { repo, kind, targetId: id, ...defined({ nodeId }), url, ...defined({ movedFrom: linked?.url }) };
    await hall.engine.dispatch(threadId, { type: 'thread-linked', data });
  }
  return { thread, own };
}

/**
 * Posts what is not posted yet, in order, and takes redacted words out of what is. Safe to repeat after any end.
 * Throws `already-linked`, `not-linked`, `already-running`, `bad-input`, `github-disabled`, and what GitHub throws.
 */
export async function syncDebate(hall: Hall, wanted: SyncInput): Promise<SyncOutput> {
  requireGitHub(hall);
  const { threadId } = wanted;
  // What is malformed is refused before anybody needs a login.
  resolveTarget(wanted, (await look(hall, threadId)).linked);
  return await withPostingClaim(hall, wanted, async (input) => {
    const github = await hall.github(input);
    const { thread, own } = await linkThread(hall, github, input);
    const posting = { github, thread, own, input };
    const { synced, adopted } = await postMissing(hall, posting);
    const edited = await editRedacted(hall, posting);
    const { known } = await look(hall, threadId);
    return {
      threadId,
      repo: thread.repo,
      targetType: thread.kind,
      targetId: thread.id,
      url: thread.url,
      syncedCount: synced,
      adoptedCount: adopted,
      editedCount: edited,
      comments: [...known.values()]
        .map(({ event, commentId, url }) => ({ event, commentId, url }))
        .sort((a, b) => a.event - b.event),
      warnings: [...own.warnings(), ...(edited === 0 ? [] : [HISTORY_WARNING])],
    };
  });
}
