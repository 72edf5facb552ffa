// Watches a hall for all tabs together: which debates were written, deleted, or begun or ended to be run, by whatever process.
import { ChangeNotice } from '../../engine/change-notice.ts';
import type { Hall } from '../../operations/hall.ts';
import type { ListedDebate } from '../../operations/records/debate-summaries.ts';
import { newestPages } from '../../stores/walk.ts';
import { wait } from '../../support/wait.ts';
import { Listeners } from './listeners.ts';

/** Several events that come together make one message. */
const GATHER_MS = 100;
/** Where a debate is that runs: one that was written lately. */
const NEWEST = 50;

export interface HallChange {
  readonly rows: readonly ListedDebate[];
  readonly gone: readonly string[];
}

const isRunning = (row: ListedDebate) => 'running' in row && row.running;

export class HallWatch {
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
      void this.#watch(this.#watching.signal).catch(this.#report);
    }
    return () => {
      stop();
      if (this.#listeners.count > 0) return;
      this.#watching?.abort();
      this.#watching = undefined;
    };
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const { store, summaries } = this.#hall;
    const notice = new ChangeNotice(store);
    try {
      let versions = await this.#versions();
      const { rows: newest } = await summaries.page({ from: 0, limit: NEWEST });
      let running = new Set(newest.filter(isRunning).map(({ threadId }) => threadId));
      for (;;) {
        await notice.next(signal);
        await wait(GATHER_MS, signal);
        if (signal.aborted) return;
        const now = await this.#versions();
        const changed = new Set([...now].filter(([id, version]) => versions.get(id) !== version).map(([id]) => id));
        const gone = [...versions.keys()].filter((id) => !now.has(id));
        versions = now;
        const looked = new Set([...changed, ...running]);
        // A run that ends writes to its ledger while it still is one.
        const rows = looked.size === 0 ? [] : await summaries.some(looked);
        const news = rows.filter((row) => changed.has(row.threadId) || !isRunning(row));
        running = new Set(rows.filter(isRunning).map(({ threadId }) => threadId));
        if (news.length > 0 || gone.length > 0) this.#listeners.tell({ rows: news, gone });
      }
    } finally {
      notice.close();
    }
  }

  async #versions(): Promise<ReadonlyMap<string, string>> {
    const versions = new Map<string, string>();
    for await (const ledgers of newestPages(this.#hall.store)) {
      for (const { id, version } of ledgers) versions.set(id, version);
    }
    return versions;
  }
}
