// One writer at a time: work on a ledger, or beside it, under the lock of its debate, once nothing is left of a write that was killed.
import { existsSync } from 'node:fs';
import { createNotFoundError } from '../errors.ts';
import type { Drafts } from './drafts.ts';
import { makeFolder } from './folder.ts';
import { guardStorage, type HallFolder } from './hall-folder.ts';
import { withFileLock } from './lock.ts';
import type { RunFiles } from './run-files.ts';

export const LOCK = '.lock';

export function createLedgerLock(hall: HallFolder, drafts: Drafts, runs: RunFiles, timeoutMs: number) {
  const runAlone = async <T>(id: string, work: () => T): Promise<T> =>
    await withFileLock(hall.sidePath(id, LOCK), timeoutMs, () => {
      drafts.clear(id);
      runs.clearEndedFeed(id);
      return work();
    });

  /** Throws `not-found`. */
  const requireLedger = (id: string): string => {
    const file = hall.ledgerPath(id);
    if (existsSync(file)) return file;
    throw createNotFoundError(id, hall.path);
  };

  /** Throws `not-found`, `storage`, `locked`. */
  const runOnLedger = async <T>(id: string, work: (file: string) => T): Promise<T> => {
    const file = requireLedger(id);
    return await guardStorage(`write debate "${id}" in ${hall.path}`, async () => {
      // Synchronous, since a way through the thread pool takes longer than all the rest but the fsync.
      hall.check();
      makeFolder(hall.side);
      return await runAlone(id, () => work(file));
    });
  };

  return { runAlone, runOnLedger, requireLedger };
}
