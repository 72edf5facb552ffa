// Follows one debate for all listeners together: the steps of its run, in whatever process that is, every change of the ledger, and what
// its run waits for.
import type { QueueWait } from '../../../domain/debate-summary.ts';
import { unlessRefused } from '../../../domain/failures/errors.ts';
import type { TimedLiveEvent } from '../../../domain/hall-page/stream.ts';
import { shortenLiveEvent } from '../../../exchange/without-paths.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { findQueueWait, lookIntoQueue } from '../../../hall/operations/queue/queued-run.ts';
import { ChangeNotice } from '../../../ledger/engine/change-notice.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';
import { isLive } from '../../../platform/queues/queue.ts';
import { keepGoing } from '../../../support/wait.ts';

export class Listeners<Message> {
  readonly #all = new Set<(message: Message) => void>();

  get count(): number {
    return this.#all.size;
  }

  add(listener: (message: Message) => void): () => void {
    // Each call is a listener of its own, even with the same function.
    const own = (message: Message) => listener(message);
    this.#all.add(own);
    return () => void this.#all.delete(own);
  }

  tell(message: Message): void {
    for (const listener of [...this.#all]) listener(message);
  }
}

const getStep = (event: TimedLiveEvent): string | undefined => ('step' in event ? event.step : undefined);

/** Events by which a step is over, for good or until it is asked again. */
const ENDS: ReadonlySet<TimedLiveEvent['type']> = new Set(['turn-recorded', 'answer-rejected', 'seat-failed']);

/**
 * What of a run is still under way, so that whoever comes later sees it as well: steps that were asked, their words so far, and what
 * was looked up for them. What is recorded is in the record.
 */
class UnfinishedSteps {
  readonly #steps = new Map<string, TimedLiveEvent[]>();

  add(event: TimedLiveEvent): void {
    if (event.type === 'run-started' || event.type === 'run-ended') this.#steps.clear();
    const step = getStep(event);
    if (step === undefined) return;
    if (ENDS.has(event.type)) this.#steps.delete(step);
    else if (event.type === 'seat-started' || event.type === 'waiting-for-person') this.#steps.set(step, [event]);
    else this.#append(step, event);
  }

  /** In the order in which the steps began. */
  list(): readonly TimedLiveEvent[] {
    return [...this.#steps.values()].flat();
  }

  #append(step: string, event: TimedLiveEvent): void {
    const events = this.#steps.get(step);
    const last = events?.at(-1);
    // A try that failed said nothing that counts.
    if (event.type === 'retrying') events?.splice(1, events.length, event);
    else if (event.type === 'text-delta' && last?.type === 'text-delta') {
      events?.splice(-1, 1, { ...last, text: last.text + event.text });
    } else events?.push(event);
  }
}

/** A worker that comes or goes tells nobody. */
const LOOK_FOR_WORKERS_MS = 10_000;

export type DebateNews = { readonly kind: 'live'; readonly event: TimedLiveEvent } | { readonly kind: 'changed' };

export class DebateFollower {
  readonly #hall: Hall;
  readonly #threadId: string;
  readonly #report: (fault: unknown) => void;
  readonly #ended = new AbortController();
  readonly #listeners = new Listeners<DebateNews>();
  readonly #unfinished = new UnfinishedSteps();

  constructor(hall: Hall, threadId: string, report: (fault: unknown) => void) {
    this.#hall = hall;
    this.#threadId = threadId;
    this.#report = report;
    void this.#followRuns();
    void this.#followLedger();
    void this.#followQueue();
  }

  get listeners(): number {
    return this.#listeners.count;
  }

  /** What is under way comes first. */
  listen(listener: (news: DebateNews) => void): () => void {
    for (const event of this.#unfinished.list()) listener({ kind: 'live', event });
    return this.#listeners.add(listener);
  }

  close(): void {
    this.#ended.abort();
  }

  async #followRuns(): Promise<void> {
    const { signal } = this.#ended;
    const { store } = this.#hall;
    const notice = new ChangeNotice(store, this.#threadId);
    await keepGoing(signal, this.#report, async () => {
      let wasRunning = false;
      for await (const line of store.followFeed(this.#threadId, signal)) {
        if (signal.aborted) return;
        wasRunning = true;
        const event = shortenLiveEvent(JSON.parse(line) as TimedLiveEvent);
        this.#unfinished.add(event);
        this.#listeners.tell({ kind: 'live', event });
      }
      // Whether somebody runs it is no event of the ledger.
      if (wasRunning) this.#listeners.tell({ kind: 'changed' });
      await notice.next(signal);
    });
    notice.close();
  }

  async #followLedger(): Promise<void> {
    const { signal } = this.#ended;
    const notice = new ChangeNotice(this.#hall.store, this.#threadId);
    let known: string | undefined;
    await keepGoing(signal, this.#report, async () => {
      const head = (await this.#snapshot())?.debate.head;
      if (known !== undefined && head !== known) this.#listeners.tell({ kind: 'changed' });
      known = head;
      await notice.next(signal);
    });
    notice.close();
  }

  /** Whether a run of it was asked for and is not over, and what it waits for, is in no ledger and no feed. */
  async #followQueue(): Promise<void> {
    const { signal } = this.#ended;
    let [wasOrdered, known]: readonly [boolean, QueueWait?] = [false];
    await keepGoing(signal, this.#report, async () => {
      const queue = await this.#hall.queue();
      const { changed, close } = queue.alarm(this.#threadId);
      try {
        const runs = await lookIntoQueue(this.#hall, () => queue.list({ threadId: this.#threadId, most: 1 }));
        const isOrdered = isLive(runs?.[0]);
        const snapshot = await this.#snapshot();
        const waitsFor = snapshot && (await findQueueWait(this.#hall, snapshot));
        if (isOrdered !== wasOrdered || waitsFor !== known) this.#listeners.tell({ kind: 'changed' });
        [wasOrdered, known] = [isOrdered, waitsFor];
        await changed.wait(LOOK_FOR_WORKERS_MS, signal);
      } finally {
        close();
      }
    });
  }

  /** `undefined` of a debate that cannot be read, as whoever reads it will learn. */
  async #snapshot(): Promise<Snapshot | undefined> {
    return await unlessRefused(() => this.#hall.engine.snapshot(this.#threadId));
  }
}
