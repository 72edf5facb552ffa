// Plays a debate back: reads its ledger as `verify` does, event by event, and tells of each as a run did.
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import type { LiveListener } from '../../../domain/live-events.ts';
import { renderWhole } from '../../../exchange/exporters/exporter.ts';
import { toRecord } from '../../../ledger/engine/record/record.ts';
import { listSpecs, type Snapshot } from '../../../ledger/engine/snapshot.ts';
import { LedgerFollower } from '../../../runner/live/ledger-follower.ts';
import { describeSeatAgent } from '../../../runner/run-debate.ts';
import { wait } from '../../../support/wait.ts';
import type { Hall } from '../hall.ts';
import { toWrittenRecord, writtenFormats } from './copies/export-debate.ts';
import { type VerifyOutput, verifyChain } from './verify-debate.ts';

export interface ReplayInput {
  readonly threadId: string;
  /** Number of the last event. */
  readonly until?: number;
  /** How many times as fast as it was; left out: without a pause. */
  readonly speed?: number;
  readonly signal: AbortSignal;
  readonly listen: LiveListener;
}

export interface ReplayedDocument {
  readonly file: string;
  /** Whether this version writes the same bytes from the same ledger. */
  readonly same: boolean;
}

export interface ReplayOutput extends VerifyOutput {
  /** What each turn, each event of the rules and the end came to was read again, without one. */
  readonly calls: 0;
  /** Turns of which the rules warn in other words now. */
  readonly otherWarnings: readonly number[];
  readonly documents: readonly ReplayedDocument[];
}

/** Documents are written after the last event, so that only a whole replay can be compared with them. */
async function compareDocuments(hall: Hall, { threadId, head }: VerifyOutput): Promise<readonly ReplayedDocument[]> {
  const snapshot = await hall.engine.snapshot(threadId);
  if (snapshot.debate.head !== head) return [];
  const record = toWrittenRecord(snapshot);
  const documents: ReplayedDocument[] = [];
  for (const exporter of await writtenFormats(hall)) {
    const written = await hall.store.readDocument(threadId, exporter.extension);
    if (written === undefined) continue;
    const same = written === renderWhole(exporter, record);
    documents.push({ file: `${threadId}${exporter.extension}`, same });
  }
  return documents;
}

function announce(snapshot: Snapshot, listen: LiveListener): void {
  const { threadId, debate } = snapshot;
  const seats = listSpecs(snapshot).filter(({ id }) => debate.seats[id] !== undefined);
  listen({
    ...{ type: 'run-started', threadId, resumed: false },
    topic: toRecord(snapshot).topic ?? '',
    seats: seats.map(({ id, label }) => ({ seat: id, label, agent: describeSeatAgent(snapshot, id) })),
  });
}

/** Throws `not-found`, `storage`. */
export async function replayDebate(hall: Hall, input: ReplayInput): Promise<ReplayOutput> {
  const { threadId, until = Number.POSITIVE_INFINITY, speed, signal, listen } = input;
  let follower: LedgerFollower | undefined;
  let before: LedgerEvent | undefined;
  const result = await verifyChain(hall, { threadId }, async (snapshot) => {
    const event = snapshot.log.at(-1) as LedgerEvent;
    if (speed !== undefined && before !== undefined) {
      await wait((Date.parse(event.at) - Date.parse(before.at)) / speed, signal);
    }
    before = event;
    if (signal.aborted) return false;
    if (isEvent(event, 'debate-opened')) {
      announce(snapshot, listen);
      follower = new LedgerFollower(snapshot);
    }
    for (const news of follower?.takeNew(snapshot) ?? []) listen(news);
    return event.seq < until;
  });
  const documents = result.ok && !signal.aborted ? await compareDocuments(hall, result) : [];
  return { ...result, calls: 0, documents };
}
