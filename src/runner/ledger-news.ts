// What a ledger has got since a run last looked, as live events. Who wrote it does not matter: words from other processes are
// told like those of the run itself, in the order of the ledger and each once.
import { isEvent } from '../domain/events.ts';
import type { Snapshot } from '../engine/snapshot.ts';
import { type Curtain, curtainOf } from '../engine/withheld.ts';
import type { LiveEvent } from './live.ts';
import { newsOf, revealed } from './live-news.ts';

export class LedgerNews {
  /** The first event that was not looked at yet. */
  #next: number;
  /** What was withheld when it was last looked. */
  #curtain: Curtain;
  /** For which step the run wrote, by the number of the first event that it could write. */
  readonly #steps = new Map<number, string>();

  constructor(start: Snapshot) {
    // Notes of the opening, such as agents that were not seated, are news to whoever watches the run.
    const isJustOpened = start.log.slice(1).every((event) => isEvent(event, 'note-recorded'));
    this.#next = isJustOpened ? 1 : start.debate.nextSeq;
    this.#curtain = curtainOf(start);
  }

  /** What the run is about to write from the event `seq` on is about this step. */
  expect(seq: number, step: string): void {
    this.#steps.set(seq, step);
  }

  /** First what is no longer withheld, then what is new. Empty for a state that is older than the last one. */
  since(snapshot: Snapshot): readonly LiveEvent[] {
    const { debate, format, log } = snapshot;
    const from = this.#next;
    if (debate.nextSeq <= from) return [];
    const before = this.#curtain;
    const curtain = curtainOf(snapshot);
    this.#next = debate.nextSeq;
    this.#curtain = curtain;
    const entries = () => new Map(format.transcript(log).map((entry) => [entry.seq, entry]));
    const fresh = log.slice(from, debate.nextSeq);
    return [
      ...revealed(log.slice(before.from, from), before, curtain, entries),
      ...fresh.flatMap((event) => newsOf(event, curtain, entries, this.#stepOf(event.seq)) ?? []),
    ];
  }

  #stepOf(seq: number): string {
    for (let from = seq; from > 0; from -= 1) {
      const step = this.#steps.get(from);
      if (step !== undefined) return step;
    }
    return '';
  }
}
