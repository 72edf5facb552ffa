// Reading ledgers: whether one can be trusted, and one while it runs.
import { defined } from '../../../domain/defined.ts';
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { HallError, unlessRefused } from '../../../domain/failures/errors.ts';
import type { LiveEvent } from '../../../domain/live-events.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { WRITTEN } from '../../../exchange/exporters/exporter.ts';
import { ChangeNotice } from '../../../ledger/engine/change-notice.ts';
import { getOutcome, toRecord } from '../../../ledger/engine/record/record.ts';
import { findBlindStart, type Snapshot } from '../../../ledger/engine/snapshot.ts';
import { type Verification, verifyLedger } from '../../../ledger/engine/verify.ts';
import type { Chunk } from '../../../ledger/stores/store.ts';
import { eachChunk, eachId } from '../../../ledger/stores/walk.ts';
import { neverAborted } from '../../../support/wait.ts';
import type { Hall } from '../hall.ts';
import { checkSignatures, type SignatureReport, type SignersInput } from './signatures/check-signatures.ts';

export interface VerifyOutput extends Omit<Verification, 'debate' | 'otherWarnings'> {
  readonly threadId: string;
  readonly status: DebateRecord['status'] | null;
  readonly outcome: DebateRecord['outcome'];
  /** Bytes of an unfinished last line; the next write cuts them off. */
  readonly tornBytes: number;
  /** When they were asked for; `null` of a ledger that does not hold, whose signatures say nothing. */
  readonly signatures?: SignatureReport | null;
}

export interface VerifyInput {
  readonly threadId: string;
  /** A hash noted elsewhere that the chain must hold. That of the committed record is looked up without being asked for. */
  readonly head?: string;
  /** Also demand a signature by somebody whose key is known; `ok` then says whether there is one. */
  readonly signed?: SignersInput;
}

/** Throws `not-found`, `storage`, and with `signed` also `signing-failed`. */
export async function verifyDebate(hall: Hall, input: VerifyInput): Promise<VerifyOutput> {
  const { otherWarnings: _, ...verified } = await verifyChain(hall, input);
  if (input.signed === undefined) return verified;
  if (!verified.ok) return { ...verified, signatures: null };
  const signatures = await checkSignatures(hall, input.threadId, input.signed);
  return { ...verified, ok: signatures.ok, signatures };
}

/** A debate that cannot even be read, such as without permission, does not verify either. */
export type VerifiedDebate =
  | VerifyOutput
  | { readonly threadId: string; readonly ok: false; readonly error: ReturnType<HallError['toJSON']> };

/** Every debate of the hall, sorted by name; one that is wrong hides none of the others. */
export async function verifyAll(
  hall: Hall,
  demand: Pick<VerifyInput, 'signed'> = {},
): Promise<readonly VerifiedDebate[]> {
  const results: VerifiedDebate[] = [];
  for await (const threadId of eachId(hall.store)) {
    try {
      results.push(await verifyDebate(hall, { threadId, ...demand }));
    } catch (error) {
      if (!(error instanceof HallError) || error.code === 'signing-failed') throw error;
      results.push({ threadId, ok: false, error: error.toJSON() });
    }
  }
  return results;
}

/** The log of the parent of a fork; one that is damaged is not there, and its own check says why. */
async function findLog(hall: Hall, threadId: string): Promise<readonly LedgerEvent[] | undefined> {
  if (!(await hall.store.exists(threadId))) return undefined;
  return (await unlessRefused(() => hall.engine.snapshot(threadId), 'ledger-damaged'))?.log;
}

/** In bytes; nearly always enough, and the whole document may be long. */
const HEAD_WITHIN = 64 * 1024;

function headIn(document: string | undefined): string | undefined {
  return /^\s*LEDGER_HEAD::"?([0-9a-f]{64})/m.exec(document ?? '')?.[1];
}

/** The head of the ledger that the record beside it was written from; `undefined` when there is no record. */
export async function recordedHead(hall: Hall, threadId: string): Promise<{ hash: string; file: string } | undefined> {
  const extension = WRITTEN.octave;
  const hash =
    headIn(await hall.store.readDocument(threadId, extension, HEAD_WITHIN)) ??
    headIn(await hall.store.readDocument(threadId, extension));
  return hash === undefined ? undefined : { hash, file: `${threadId}${extension}` };
}

/** `watch`: see `VerifyRequest`. */
export async function verifyChain(
  hall: Hall,
  { threadId, head }: VerifyInput,
  watch?: (snapshot: Snapshot) => Promise<boolean>,
): Promise<VerifyOutput & Pick<Verification, 'otherWarnings'>> {
  let tornBytes = 0;
  async function* chunks(): AsyncGenerator<Chunk> {
    for await (const chunk of eachChunk(hall.store, threadId)) {
      tornBytes = chunk.tornBytes;
      yield chunk;
    }
  }
  const recorded = await recordedHead(hall, threadId);
  const knownHeads = [
    ...(recorded === undefined ? [] : [{ hash: recorded.hash, from: recorded.file }]),
    ...(head === undefined ? [] : [{ hash: head, from: '--head' }]),
  ];
  const verification = await verifyLedger({
    ...{ threadId, chunks: chunks(), knownHeads, format: hall.format },
    findParent: async (parent) => await findLog(hall, parent),
    ...defined({ watch }),
  });
  const { debate, ...rest } = verification;
  return {
    threadId,
    ...rest,
    status: debate?.status ?? null,
    outcome: debate === undefined ? null : getOutcome(debate),
    tornBytes,
  };
}

export type Watched =
  | { readonly kind: 'so-far'; readonly record: DebateRecord }
  | { readonly kind: 'live'; readonly event: LiveEvent }
  /** A worker is to run it, and none has begun. */
  | { readonly kind: 'queued' }
  /** Nobody runs it now. `over` when nothing more can come. */
  | { readonly kind: 'idle'; readonly over: boolean };

/** What a feed, which is read from its beginning, tells again of what the record has. */
function knownIn(snapshot: Snapshot): (event: LiveEvent) => boolean {
  const { nextSeq } = snapshot.debate;
  const withheldFrom = Math.min(findBlindStart(snapshot), nextSeq);
  const steps = new Set(snapshot.log.flatMap((event) => (isEvent(event, 'turn-recorded') ? [event.data.key] : [])));
  return (event) => {
    if (event.type === 'turn-revealed' || event.type === 'details-revealed') return event.seq < withheldFrom;
    if ('seq' in event && event.seq < nextSeq) return true;
    return 'step' in event && steps.has(event.step);
  };
}

async function isQueued(hall: Hall, threadId: string): Promise<boolean> {
  if (hall.loaded.config.queue.kind === 'inline') return false;
  return (await (await hall.queue()).list({ threadId, states: ['waiting', 'running'], most: 1 })).length > 0;
}

/** First what was said so far, then what a run in any process tells, until the debate is over or nobody runs it or is to. */
export async function* watchDebate(hall: Hall, threadId: string, signal = neverAborted): AsyncGenerator<Watched> {
  const snapshot = await hall.engine.snapshot(threadId);
  const record = toRecord(snapshot);
  yield { kind: 'so-far', record };
  const isKnown = knownIn(snapshot);
  const notice = new ChangeNotice(hall.store, threadId);
  try {
    for (let isTold = false; ; isTold = true) {
      let hasEnded = false;
      for await (const line of hall.store.followFeed(threadId, signal)) {
        const event = JSON.parse(line) as LiveEvent;
        if (isKnown(event)) continue;
        yield { kind: 'live', event };
        hasEnded = event.type === 'run-ended';
        if (hasEnded) break;
      }
      const { debate } = await hall.engine.snapshot(threadId);
      const isOpen = debate.status === 'open';
      if (hasEnded || !isOpen || signal.aborted || !(await isQueued(hall, threadId))) {
        return yield { kind: 'idle', over: !isOpen };
      }
      if (!isTold) yield { kind: 'queued' };
      await notice.next(signal);
    }
  } finally {
    notice.close();
  }
}
