// What a message does in a debate that was opened before: it is recorded as what its user was told that it would be, or not at all.
import { HallError, orRefusal, unlessRefused } from '../../domain/failures/errors.ts';
import { UNREADABLE } from '../../domain/failures/unreadable.ts';
import { describeReadAnswer } from '../../domain/words/describe-read-answer.ts';
import { interject, say } from '../../hall/operations/debate/take-part/manual-turns.ts';
import { listPersonSteps } from '../../hall/operations/debate/take-part/person-steps.ts';
import type { Hall } from '../../hall/operations/hall.ts';
import type { Snapshot } from '../../ledger/engine/snapshot.ts';
import { OPEN_GATE } from '../../platform/access/gate.ts';
import { tellEnding } from './ending.ts';
import { refuseFiles, type UserMessage } from './prompt.ts';
import { createMessage, createRemark, type Send } from './speech.ts';

/** What the next message is, besides the turn of a seat. */
export const NEXT_QUESTION = 'question';
export const INTERJECTION = 'interjection';

/** What the next message is, as `tellEnding` says it: the ID of the step that it answers, or one of these. */
export function readNextMessage(snapshot: Snapshot): string {
  if (snapshot.debate.status !== 'open') return NEXT_QUESTION;
  return listPersonSteps(snapshot)[0]?.id ?? INTERJECTION;
}

const ALREADY_RUNNING = createRemark('This debate is already running.');
const NOT_RECORDED = createRemark('Your message was not recorded, since the debate has moved on.');

/** How a debate stands, wherever it runs. */
export async function tellStanding(hall: Hall, snapshot: Snapshot, send: Send): Promise<void> {
  const isRunning = snapshot.debate.status === 'open' && (await hall.store.isRunning(snapshot.threadId));
  send(isRunning ? ALREADY_RUNNING : createMessage(await tellEnding(hall, snapshot)));
}

/** Why the debate of a session can no longer be read; `undefined` where it can. */
export async function findWhyLost(hall: Hall, threadId: string): Promise<string | undefined> {
  const read = await orRefusal(hall.engine.snapshot(threadId));
  if (!(read instanceof HallError)) return undefined;
  if (read.code !== 'not-found' && !UNREADABLE.includes(read.code)) throw read;
  return read.message;
}

interface Joining {
  readonly threadId: string;
  readonly author: string;
  readonly message: UserMessage;
  readonly send: Send;
}

/** An interjection in a debate that is running, as far as it still is. */
export async function interjectInRun(hall: Hall, { threadId, author, message, send }: Joining): Promise<void> {
  refuseFiles(message);
  const content = message.words;
  const done = await unlessRefused(async () => await interject(hall, { threadId, author, content }), 'not-active');
  if (done === undefined) send(NOT_RECORDED);
}

export interface Joined {
  /** Whether a run is to follow, or the message is the question of another debate. */
  readonly follows: 'run' | 'question' | 'nothing';
  /** What the message after it is. */
  readonly next: string;
}

/** `expected`: what the user was told that the message would be. Without words it only continues the debate. */
export async function joinDebate(hall: Hall, expected: string, joining: Joining): Promise<Joined> {
  const { threadId, author, message, send } = joining;
  const { words: content } = message;
  const snapshot = await hall.engine.snapshot(threadId);
  const next = readNextMessage(snapshot);
  if (content !== '' && next !== expected) {
    send(NOT_RECORDED);
    await tellStanding(hall, snapshot, send);
    return { follows: 'nothing', next };
  }
  if (next === NEXT_QUESTION) return { follows: 'question', next };
  if (content === '') return { follows: 'run', next: INTERJECTION };
  refuseFiles(message);
  const due = listPersonSteps(snapshot).find(({ id }) => id === next);
  if (due === undefined) await interject(hall, { threadId, author, content });
  else {
    const { id, seat, act } = due;
    const done = await say(hall, OPEN_GATE, { threadId, author, seat, act, step: id, content, key: id });
    const readAs = describeReadAnswer(done.events, snapshot.debate.opened.question);
    if (readAs !== undefined) send(createRemark(readAs));
  }
  if (!(await hall.store.isRunning(threadId))) return { follows: 'run', next: INTERJECTION };
  send(ALREADY_RUNNING);
  return { follows: 'nothing', next: INTERJECTION };
}
