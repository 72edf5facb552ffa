// One writer at a time: work on a ledger, or beside it, under the lock of its debate, once nothing is left of a write that was killed.
import { existsSync } from 'node:fs';
import { createNotFoundError } from '../errors.ts';
import type { Drafts } from './drafts.ts';
import { makeFolder } from './folder.ts';
import { guardStorage, type HallFolder } from './hall-folder.ts';
import { withFileLock } from './lock.ts';
import type { RunFiles } from './run-files.ts';

export const LOCK = '.lock';

export class LedgerLock {
  readonly #folder: HallFolder;
  readonly #drafts: Drafts;
  readonly #runs: RunFiles;
  readonly #timeoutMs: number;

  constructor(folder: HallFolder, drafts: Drafts, runs: RunFiles, timeoutMs: number) {
    this.#folder = folder;
    this.#drafts = drafts;
    this.#runs = runs;
    this.#timeoutMs = timeoutMs;
  }

  async runAlone<T>(id: string, work: () => T): Promise<T> {
    return await withFileLock(this.#folder.sidePath(id, LOCK), this.#timeoutMs, () => {
      this.#drafts.clear(id);
      this.#runs.clearEndedFeed(id);
      return work();
    });
  }

  /** Throws `not-found`, `storage`, `locked`. */
  async runOnLedger<T>(id: string, work: (file: string) => T): Promise<T> {
    const file = this.requireLedger(id);
    return await guardStorage(`write debate "${id}" in ${this.#folder.path}`, async () => {
      // Synchronous, since a way through the thread pool takes longer than all the rest but the fsync.
      this.#folder.check();
      makeFolder(this.#folder.side);
      return await this.runAlone(id, () => work(file));
    });
  }

  /** Throws `not-found`. */
  requireLedger(id: string): string {
    const file = this.#folder.ledgerPath(id);
    if (existsSync(file)) return file;
    throw createNotFoundError(id, this.#folder.path);
  }
}
