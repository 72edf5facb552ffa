// Waits until something happens in a debate, in whatever process it does.
import { ChangeNotice } from '../../../../ledger/engine/change-notice.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { Hall } from '../../hall.ts';

export interface AwaitInput {
  readonly threadId: string;
  /** News is an event with this `seq` or a later one; left out: whatever comes after this call. */
  readonly from: number | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A run that paused waits for its caller, so nothing will come by itself. */
function nothingToCome({ debate }: Snapshot): boolean {
  return debate.status !== 'open' || debate.runs.at(-1)?.ended === true;
}

/** The debate as soon as there is news, nothing more can come, the time is up or the signal is aborted. */
export async function awaitNews(hall: Hall, input: AwaitInput): Promise<Snapshot> {
  const { threadId, timeoutMs, signal } = input;
  const done = new AbortController();
  const until = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs))), done.signal]);
  const notice = new ChangeNotice(hall.store, threadId);
  try {
    let snapshot = await hall.engine.snapshot(threadId);
    const from = input.from ?? snapshot.debate.nextSeq;
    while (snapshot.debate.nextSeq <= from && !nothingToCome(snapshot) && !until.aborted) {
      await notice.next(until);
      snapshot = await hall.engine.snapshot(threadId);
    }
    return snapshot;
  } finally {
    notice.close();
    done.abort();
  }
}
