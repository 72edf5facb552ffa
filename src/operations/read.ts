// Looking at debates: one as a whole, all as a list, one as it goes on, and whether one can be trusted.
import { HallError } from '../domain/errors.ts';
import { isEvent } from '../domain/events.ts';
import type { DebateRecord } from '../domain/record.ts';
import { outcomeOf, toRecord } from '../engine/record.ts';
import type { Snapshot } from '../engine/snapshot.ts';
import { type Verification, verifyLedger } from '../engine/verify.ts';
import type { LiveEvent } from '../runner/live.ts';
import type { Chunk } from '../stores/store.ts';
import { neverAborted } from '../support/wait.ts';
import { recordedHead } from './export-debate.ts';
import type { Hall } from './hall.ts';

export async function showDebate(hall: Hall, threadId: string): Promise<DebateRecord> {
  return toRecord(await hall.engine.snapshot(threadId));
}

export type ListedDebate =
  | {
      readonly threadId: string;
      readonly topic: string | null;
      readonly status: DebateRecord['status'];
      readonly outcome: DebateRecord['outcome'];
      readonly running: boolean;
      readonly full: boolean;
      /** Contributions of all seats: turns, votes, revisions, reviews; who speaks next is none. */
      readonly turns: number;
      readonly openedAt: string;
    }
  | { readonly threadId: string; readonly damaged: string };

/** All debates, newest first; a damaged one is listed as such and hides none of the others. */
export async function listDebates(hall: Hall): Promise<readonly ListedDebate[]> {
  const rows: ListedDebate[] = [];
  for (const threadId of await hall.store.list()) {
    try {
      const record = await showDebate(hall, threadId);
      rows.push({
        threadId,
        topic: record.topic,
        status: record.status,
        outcome: record.outcome,
        running: await hall.store.isRunning(threadId),
        full: record.authority.full,
        turns: record.entries.filter((entry) => entry.kind === 'turn' && entry.act !== 'pick').length,
        openedAt: record.openedAt,
      });
    } catch (error) {
      if (!(error instanceof HallError)) throw error;
      rows.push({ threadId, damaged: error.message });
    }
  }
  return rows.sort((a, b) => ('openedAt' in b ? b.openedAt : '').localeCompare('openedAt' in a ? a.openedAt : ''));
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

/** What a feed, which is read from its beginning, tells again of what the record has. */
function knownIn({ log }: Snapshot, { entries, ledger }: DebateRecord): (event: LiveEvent) => boolean {
  const turns = log.filter((event) => isEvent(event, 'turn-recorded'));
  const steps = new Set(turns.map(({ data }) => data.key));
  const withheld = new Set(
    entries.flatMap((entry) => ('withheld' in entry && entry.withheld === true ? [entry.seq] : [])),
  );
  return (event) => {
    if (event.type === 'turn-revealed') return event.seq < ledger.events && !withheld.has(event.seq);
    if ('seq' in event) return event.seq < ledger.events;
    return 'step' in event && steps.has(event.step);
  };
}

/** First what was said so far, then what a run in any process tells, until the debate is over or nobody runs it. */
export async function* watchDebate(hall: Hall, threadId: string, signal = neverAborted): AsyncGenerator<Watched> {
  const snapshot = await hall.engine.snapshot(threadId);
  const record = toRecord(snapshot);
  yield { kind: 'so-far', record };
  const isKnown = knownIn(snapshot, record);
  for await (const line of hall.store.followFeed(threadId, signal)) {
    const event = JSON.parse(line) as LiveEvent;
    if (isKnown(event)) continue;
    yield { kind: 'live', event };
    if (event.type === 'run-ended') break;
  }
  const { debate } = await hall.engine.snapshot(threadId);
  yield { kind: 'idle', over: debate.status !== 'open' };
}
