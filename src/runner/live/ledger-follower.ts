// What a ledger has got since a run last looked, as live events. Who wrote it does not matter: words from other processes are
// told like those of the run itself, in the order of the ledger and each once.
import { defined } from '../../domain/defined.ts';
import { isEvent, type LedgerEvent } from '../../domain/events.ts';
import { countLooks, describeTightBudget } from '../../domain/reading/usage.ts';
import { listSaid } from '../../ledger/engine/record/follow-ups.ts';
import { getVisibility, type Visibility } from '../../ledger/engine/record/visibility.ts';
import type { Snapshot } from '../../ledger/engine/snapshot.ts';
import type { LiveEvent } from './live-events.ts';
import { listRevealed, toLiveEvent } from './to-live-event.ts';

/** What a blind phase came to that has just ended. */
function announcePhase({ format, log, state }: Snapshot, before: Visibility, now: Visibility): readonly LiveEvent[] {
  if (!Number.isFinite(before.blindFrom) || now.blindFrom <= before.blindFrom) return [];
  const message = format.announce?.(log, state);
  return message === undefined ? [] : [{ type: 'phase-ended', seq: (log.at(-1) as LedgerEvent).seq, message }];
}

/** A look with what of the seat's budget is nearly used up by then. */
function withUsage(live: LiveEvent, event: LedgerEvent, { debate, log }: Snapshot): LiveEvent {
  const budget = debate.opened.reading?.budget;
  if (live.type !== 'looked-up' || live.withheld === true || budget === undefined) return live;
  if (!isEvent(event, 'look-recorded')) return live;
  const usage = countLooks(log.slice(0, event.seq + 1), event.data.seat, event.data.step);
  return { ...live, ...defined({ used: describeTightBudget(usage, budget) }) };
}

export class LedgerFollower {
  /** The first event that was not looked at yet. */
  #next: number;
  /** What was withheld when it was last looked. */
  #visibility: Visibility;
  /** For which step the run wrote, by the number of the first event that it could write. */
  readonly #steps = new Map<number, string>();

  constructor(start: Snapshot) {
    // Notes from the opening, such as agents that were not seated, are new to listeners of the first run.
    const isJustOpened = start.log.slice(1).every((event) => isEvent(event, 'note-recorded'));
    this.#next = isJustOpened ? 1 : start.debate.nextSeq;
    this.#visibility = getVisibility(start);
  }

  /** What the run is about to write from the event `seq` on is about this step. */
  expectStep(seq: number, step: string): void {
    this.#steps.set(seq, step);
  }

  /** Somebody else was faster, and wrote that event. */
  forgetStep(seq: number): void {
    this.#steps.delete(seq);
  }

  /** First what became visible, then what is new. Empty for a state that is older than the last one. */
  takeNew(snapshot: Snapshot): readonly LiveEvent[] {
    const { debate, log } = snapshot;
    const from = this.#next;
    if (debate.nextSeq <= from) return [];
    const before = this.#visibility;
    const visibility = getVisibility(snapshot);
    this.#next = debate.nextSeq;
    this.#visibility = visibility;
    const entries = () => new Map(listSaid(snapshot).map((entry) => [entry.seq, entry]));
    const fresh = log.slice(from, debate.nextSeq);
    return [
      ...listRevealed(log.slice(before.blindFrom, from), before, visibility, entries),
      ...fresh.flatMap((event) => {
        const live = toLiveEvent(event, visibility, entries, this.#findStep(event.seq));
        return live === undefined ? [] : [withUsage(live, event, snapshot)];
      }),
      ...announcePhase(snapshot, before, visibility),
    ];
  }

  #findStep(seq: number): string {
    for (let from = seq; from > 0; from -= 1) {
      const step = this.#steps.get(from);
      if (step !== undefined) return step;
    }
    return '';
  }
}
