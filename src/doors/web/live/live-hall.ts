// Everything in a hall that moves, for any number of tabs: one watch of the list, and one follower for each debate that is looked at.
import type { ListedDebate } from '../../../domain/debate-summary.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { type Changes, watchLedgers } from '../../../ledger/engine/ledger-changes.ts';
import { keepGoing } from '../../../support/wait.ts';
import { DebateFollower, type DebateNews, Listeners } from './debate-follower.ts';

/** Where a debate is that runs: one that was written lately. */
const NEWEST = 50;
const LOOK_EVERY_MS = 60_000;

interface HallChange {
  readonly rows: readonly ListedDebate[];
  readonly gone: readonly string[];
}

const listIds = (rows: readonly ListedDebate[]) => new Set(rows.map(({ threadId }) => threadId));
const isRunning = (row: ListedDebate) => 'running' in row && row.running;

/** Watches a hall for all tabs together: which debates were written, deleted, or begun or ended to be run, by whatever process. */
class HallWatch {
  readonly #hall: Hall;
  readonly #report: (fault: unknown) => void;
  readonly #listeners = new Listeners<HallChange>();
  #watching: AbortController | undefined;

  constructor(hall: Hall, report: (fault: unknown) => void) {
    this.#hall = hall;
    this.#report = report;
  }

  /** Nothing is watched while nobody listens. */
  listen(listener: (change: HallChange) => void): () => void {
    const stop = this.#listeners.add(listener);
    if (this.#watching === undefined) {
      this.#watching = new AbortController();
      void this.#watch(this.#watching.signal);
      void this.#watchQueue(this.#watching.signal);
    }
    return () => {
      stop();
      if (this.#listeners.count > 0) return;
      this.#watching?.abort();
      this.#watching = undefined;
    };
  }

  async #watch(signal: AbortSignal): Promise<void> {
    let running: ReadonlySet<string> | undefined;
    await watchLedgers(this.#hall.store, { signal, report: this.#report }, async (changes) => {
      running = running === undefined ? await this.#findRunning() : await this.#tell(changes, running);
    });
  }

  /** That a run waits, or does so no longer, is in no ledger: whoever shows the list reads it again. */
  async #watchQueue(signal: AbortSignal): Promise<void> {
    if (this.#hall.loaded.config.queue.kind === 'inline') return;
    await keepGoing(signal, this.#report, async () => {
      const { changed, close } = (await this.#hall.queue()).alarm();
      try {
        while (!signal.aborted) {
          if (await changed.wait(LOOK_EVERY_MS, signal)) this.#listeners.tell({ rows: [], gone: [] });
        }
      } finally {
        close();
      }
    });
  }

  async #findRunning(): Promise<ReadonlySet<string>> {
    const { rows } = await this.#hall.summaries.page({ from: 0, limit: NEWEST });
    return listIds(rows.filter(isRunning));
  }

  /** Returns which run now. */
  async #tell({ changed, gone }: Changes, running: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const { summaries, store } = this.#hall;
    const news = await summaries.ofChanged(changed);
    // A run that ends writes to its ledger while it still is one.
    const others = [...running].filter((id) => !changed.some((ledger) => ledger.id === id));
    const ran = others.length === 0 ? [] : await summaries.of(await store.find(others));
    const rows = [...news, ...ran.filter((row) => !isRunning(row))];
    if (rows.length > 0 || gone.length > 0) this.#listeners.tell({ rows, gone });
    return listIds([...news, ...ran].filter(isRunning));
  }
}

/** A tab that is reloaded comes back within it, and need not wait for the feed to be read again. */
const KEPT_MS = 5_000;

export class LiveHall {
  readonly #hall: Hall;
  readonly #report: (fault: unknown) => void;
  readonly #watch: HallWatch;
  readonly #followers = new Map<string, DebateFollower>();

  constructor(hall: Hall, report: (fault: unknown) => void) {
    this.#hall = hall;
    this.#report = report;
    this.#watch = new HallWatch(hall, report);
  }

  listenToList(listener: (change: HallChange) => void): () => void {
    return this.#watch.listen(listener);
  }

  listenToDebate(threadId: string, listener: (news: DebateNews) => void): () => void {
    const follower = this.#followers.get(threadId) ?? new DebateFollower(this.#hall, threadId, this.#report);
    this.#followers.set(threadId, follower);
    const stop = follower.listen(listener);
    return () => {
      stop();
      setTimeout(() => this.#forget(threadId, follower), KEPT_MS).unref();
    };
  }

  close(): void {
    for (const follower of this.#followers.values()) follower.close();
    this.#followers.clear();
  }

  #forget(threadId: string, follower: DebateFollower): void {
    if (follower.listeners > 0 || this.#followers.get(threadId) !== follower) return;
    follower.close();
    this.#followers.delete(threadId);
  }
}
