// A debate while it runs: what was said so far, then what comes, whoever runs it.
import { isEvent } from '../../../domain/events.ts';
import type { LiveEvent } from '../../../domain/live-events.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { ChangeNotice } from '../../../ledger/engine/change-notice.ts';
import { toRecord } from '../../../ledger/engine/record/record.ts';
import { findBlindStart, type Snapshot } from '../../../ledger/engine/snapshot.ts';
import { LedgerFollower } from '../../../runner/live/ledger-follower.ts';
import { neverAborted } from '../../../support/wait.ts';
import type { Hall } from '../hall.ts';
import { isQueued } from '../queue/queued-run.ts';

export type Watched =
  | { readonly kind: 'so-far'; readonly record: DebateRecord }
  | { readonly kind: 'live'; readonly event: LiveEvent }
  /** A worker is to run it, and none has begun. */
  | { readonly kind: 'queued' }
  /** Nobody runs it now. `over` when nothing more can come; `isUnseen`: whether a worker is to run it is not for this user to see. */
  | { readonly kind: 'idle'; readonly over: boolean; readonly isUnseen?: true };

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

/** Whether some process runs it, or a worker is to, as far as this user may see. */
export const isUnderWay = async (hall: Hall, threadId: string): Promise<boolean> =>
  (await hall.store.isRunning(threadId)) || (await isQueued(hall, threadId)) === true;

/** First what was said so far, then what a run in any process tells, until the debate is over or nobody runs it or is to, or the hall is closed. */
export async function* watchDebate(hall: Hall, threadId: string, signal = neverAborted): AsyncGenerator<Watched> {
  const ended = AbortSignal.any([signal, hall.closed]);
  const snapshot = await hall.engine.snapshot(threadId);
  const record = toRecord(snapshot);
  yield { kind: 'so-far', record };
  const isKnown = knownIn(snapshot);
  const follower = new LedgerFollower(snapshot);
  const shown = new Set<string>();
  const nameEvent = (event: LiveEvent) => ('seq' in event ? `${event.type} ${event.seq}` : event.type);
  const notice = new ChangeNotice(hall.store, threadId);
  try {
    for (let isTold = false; ; isTold = true) {
      let hasEnded = false;
      for await (const line of hall.store.followFeed(threadId, ended)) {
        const event = JSON.parse(line) as LiveEvent;
        if (isKnown(event)) continue;
        shown.add(nameEvent(event));
        yield { kind: 'live', event };
        hasEnded = event.type === 'run-ended';
        if (hasEnded) break;
      }
      const now = await hall.engine.snapshot(threadId);
      // What was recorded while nobody ran it, or by a run that was over before its feed was read.
      const unheard = hasEnded
        ? []
        : follower.takeNew(now).filter((event) => !isKnown(event) && !shown.has(nameEvent(event)));
      for (const event of unheard) yield { kind: 'live', event };
      const isOpen = now.debate.status === 'open';
      const queued = !hasEnded && isOpen && !ended.aborted && (await isQueued(hall, threadId));
      if (queued !== true) return yield { kind: 'idle', over: !isOpen, ...(queued === null ? { isUnseen: true } : {}) };
      if (!isTold) yield { kind: 'queued' };
      await notice.next(ended);
    }
  } finally {
    notice.close();
  }
}
