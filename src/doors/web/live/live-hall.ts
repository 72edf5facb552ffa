// Everything in a hall that moves, for any number of tabs: one watch of the list, and one follower for each debate that is looked at.
import type { ListedDebate } from '../../../domain/debate-summary.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { ChangeNotice } from '../../../ledger/engine/change-notice.ts';
import type { StoredLedger } from '../../../ledger/stores/store.ts';
import { newestPages } from '../../../ledger/stores/walk.ts';
import { keepGoing, wait } from '../../../support/wait.ts';
import { DebateFollower, type DebateNews } from './debate-follower.ts';
import { Listeners } from './listeners.ts';

/** Several events that come together make one message. */
const GATHER_MS = 100;
/** Where a debate is that runs: one that was written lately. */
const NEWEST = 50;

interface HallChange {
  readonly rows: readonly ListedDebate[];
  readonly gone: readonly string[];
}

interface Known {
  /** Of every ledger. */
  readonly versions: Map<string, string>;
  /** Debates that were running. */
  readonly running: ReadonlySet<string>;
}

interface Looked {
  readonly changed: readonly StoredLedger[];
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
        const notified = notice.take();
        known = known === undefined ? await this.#begin() : await this.#look(known, notified);
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
    return { versions, running: listIds(rows.filter(isRunning)) };
  }

  /** Tells what is new. */
  async #look({ versions, running }: Known, notified: ReadonlySet<string> | undefined): Promise<Known> {
    const { summaries, store } = this.#hall;
    const { changed, gone } =
      notified === undefined ? await this.#lookAround(versions) : await this.#lookAt(versions, notified);
    for (const { id, version } of changed) versions.set(id, version);
    for (const id of gone) versions.delete(id);
    const news = await summaries.ofChanged(changed);
    // A run that ends writes to its ledger while it still is one.
    const others = [...running].filter((id) => !changed.some((ledger) => ledger.id === id));
    const ran = others.length === 0 ? [] : await summaries.of(await store.find(others));
    const rows = [...news, ...ran.filter((row) => !isRunning(row))];
    if (rows.length > 0 || gone.length > 0) this.#listeners.tell({ rows, gone });
    return { versions, running: listIds([...news, ...ran].filter(isRunning)) };
  }

  async #lookAt(versions: Known['versions'], ids: ReadonlySet<string>): Promise<Looked> {
    if (ids.size === 0) return { changed: [], gone: [] };
    const found = await this.#hall.store.find([...ids]);
    const there = new Set(found.map(({ id }) => id));
    return {
      changed: found.filter(({ id, version }) => versions.get(id) !== version),
      gone: [...ids].filter((id) => !there.has(id) && versions.has(id)),
    };
  }

  async #lookAround(versions: Known['versions']): Promise<Looked> {
    const now = await this.#versions();
    const all = [...now].map(([id, version]) => ({ id, version }));
    return {
      changed: all.filter(({ id, version }) => versions.get(id) !== version),
      gone: [...versions.keys()].filter((id) => !now.has(id)),
    };
  }

  async #versions(): Promise<Map<string, string>> {
    const versions = new Map<string, string>();
    for await (const ledgers of newestPages(this.#hall.store)) {
      for (const { id, version } of ledgers) versions.set(id, version);
    }
    return versions;
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
