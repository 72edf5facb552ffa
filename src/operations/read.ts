// Looking at debates: one as a whole, one as it goes on, and whether one can be trusted.
import { HallError } from '../domain/errors.ts';
import type { DebateRecord } from '../domain/record.ts';
import { outcomeOf, toRecord } from '../engine/record.ts';
import { type Verification, verifyLedger } from '../engine/verify.ts';
import type { LiveEvent } from '../runner/live.ts';
import type { Chunk } from '../stores/store.ts';
import { neverAborted } from '../support/wait.ts';
import { recordedHead } from './export-debate.ts';
import type { Hall } from './hall.ts';

export async function showDebate(hall: Hall, threadId: string): Promise<DebateRecord> {
  return toRecord(await hall.engine.snapshot(threadId));
}

export interface VerifyOutput extends Omit<Verification, 'debate'> {
  readonly threadId: string;
  readonly status: DebateRecord['status'] | null;
  readonly outcome: DebateRecord['outcome'];
  /** Bytes of an unfinished last line; the next write cuts them off. */
  readonly tornBytes: number;
}

/** `head` is a hash noted elsewhere that the chain must hold. The committed record's head is looked up by itself. */
export async function verifyDebate(hall: Hall, input: { threadId: string; head?: string }): Promise<VerifyOutput> {
  const { threadId, head } = input;
  let tornBytes = 0;
  async function* chunks(): AsyncGenerator<Chunk> {
    for (let chunk: Chunk | undefined; chunk === undefined || chunk.more; ) {
      chunk = await hall.store.read(threadId, chunk?.cursor);
      if (chunk === undefined) {
        throw new HallError('not-found', `There is no debate "${threadId}".`, {
          hint: 'List them with "debate-hall list".',
        });
      }
      tornBytes = chunk.tornBytes;
      yield chunk;
    }
  }
  const recorded = await recordedHead(hall, threadId);
  const knownHeads = [
    ...(recorded === undefined ? [] : [{ hash: recorded.hash, from: recorded.file }]),
    ...(head === undefined ? [] : [{ hash: head, from: '--head' }]),
  ];
  const verification = await verifyLedger({ threadId, chunks: chunks(), knownHeads, format: hall.format });
  const { debate, ...rest } = verification;
  return {
    threadId,
    ...rest,
    status: debate?.status ?? null,
    outcome: debate === undefined ? null : outcomeOf(debate),
    tornBytes,
  };
}

export type Watched =
  | { readonly kind: 'so-far'; readonly record: DebateRecord }
  | { readonly kind: 'live'; readonly event: LiveEvent }
  /** Nobody runs it now. `over` when nothing more can come. */
  | { readonly kind: 'idle'; readonly over: boolean };

/** First what was said so far, then what a run in any process tells, until the debate is over or nobody runs it. */
export async function* watchDebate(hall: Hall, threadId: string, signal = neverAborted): AsyncGenerator<Watched> {
  const record = await showDebate(hall, threadId);
  yield { kind: 'so-far', record };
  const known = record.ledger.events;
  for await (const line of hall.store.followFeed(threadId, signal)) {
    const event = JSON.parse(line) as LiveEvent;
    if (event.type === 'turn-recorded' && event.seq < known) continue;
    yield { kind: 'live', event };
    if (event.type === 'run-ended') break;
  }
  const { debate } = await hall.engine.snapshot(threadId);
  yield { kind: 'idle', over: debate.status !== 'open' };
}
