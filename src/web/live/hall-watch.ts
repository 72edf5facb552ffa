// Watches a hall for all tabs together: which debates were written, deleted, or begun or ended to be run, by whatever process.
import { ChangeNotice } from '../../engine/change-notice.ts';
import type { Hall } from '../../operations/hall.ts';
import type { ListedDebate } from '../../operations/records/lists/debate-summary.ts';
import { newestPages } from '../../stores/walk.ts';
import { wait } from '../../support/wait.ts';
import { keepGoing } from './keep-going.ts';
import { Listeners } from './listeners.ts';

/** Several events that come together make one message. */
const GATHER_MS = 100;
/** Where a debate is that runs: one that was written lately. */
const NEWEST = 50;

export interface HallChange {
  readonly rows: readonly ListedDebate[];
  readonly gone: readonly string[];
}

interface Known {
  readonly versions: ReadonlyMap<string, string>;
  /** Debates that were running. */
  readonly running: ReadonlySet<string>;
}

const idsOf = (rows: readonly ListedDebate[]) => new Set(rows.map(({ threadId }) => threadId));
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
      void this.#watch(this.#watching.signal);
    }
    return () => {
      stop();
      if (this.#listeners.count > 0) return;
      this.#watching?.abort();
      this.#watching = undefined;
    };
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const notice = new ChangeNotice(this.#hall.store);
    let known: Known | undefined;
    try {
      await keepGoing(signal, this.#report, async () => {
        known = known === undefined ? await this.#begin() : await this.#look(known);
        await notice.next(signal);
        await wait(GATHER_MS, signal);
      });
    } finally {
      notice.close();
    }
  }

  async #begin(): Promise<Known> {
    const versions = await this.#versions();
    const { rows } = await this.#hall.summaries.page({ from: 0, limit: NEWEST });
    return { versions, running: idsOf(rows.filter(isRunning)) };
  }

  /** Tells what is new. */
  async #look({ versions: before, running }: Known): Promise<Known> {
    const versions = await this.#versions();
    const changed = new Set([...versions].filter(([id, version]) => before.get(id) !== version).map(([id]) => id));
    const gone = [...before.keys()].filter((id) => !versions.has(id));
    // A run that ends writes to its ledger while it still is one.
    const looked = new Set([...changed, ...running]);
    const rows = looked.size === 0 ? [] : await this.#hall.summaries.some(looked);
    const news = rows.filter((row) => changed.has(row.threadId) || !isRunning(row));
    if (news.length > 0 || gone.length > 0) this.#listeners.tell({ rows: news, gone });
    return { versions, running: idsOf(rows.filter(isRunning)) };
  }

  async #versions(): Promise<ReadonlyMap<string, string>> {
    const versions = new Map<string, string>();
    for await (const ledgers of newestPages(this.#hall.store)) {
      for (const { id, version } of ledgers) versions.set(id, version);
    }
    return versions;
  }
}
