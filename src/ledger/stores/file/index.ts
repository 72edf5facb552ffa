// Ledgers as files: `<hall>/<id>.jsonl`, documents beside them; locks, drafts, memos and live feeds in `<hall>/.hall/`.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { checkThreadId } from '../../../domain/ids.ts';
import { makeFolder } from '../../../support/make-folder.ts';
import { replaceFile } from '../../../support/replace-file.ts';
import { isThere, readNames } from '../../../support/stat-if-there.ts';
import { createNotFoundError, createStillRunningError, createTakenError } from '../errors.ts';
import type { Lease, Store } from '../store.ts';
import { type Drafts, openDrafts } from './drafts.ts';
import {
  countLedgers,
  findLedger,
  findTaken,
  type HallFolder,
  hasLedger,
  listIds,
  listNewest,
  type NamedBy,
  openHallFolder,
} from './hall-folder.ts';
import { appendLines, MODE, readFirstText, readLedgerFile, replaceLines } from './ledger-file.ts';
import { requireLocks, withFileLock } from './lock.ts';
import { openMemos } from './memos.ts';
import { readRegular } from './regular-file.ts';
import { followFeed, openFeed, openRunFiles, type RunFiles } from './run-files.ts';
import { FolderWatch } from './watch.ts';

const LOCK = '.lock';

/** One writer at a time: work on a ledger, or beside it, under the lock of its debate, once nothing is left of a write that was killed. */
function createLedgerLock(hall: HallFolder, drafts: Drafts, runs: RunFiles, timeoutMs: number) {
  const runAlone = async <T>(id: string, work: () => T): Promise<T> =>
    await withFileLock(hall.sidePath(id, LOCK), timeoutMs, () => {
      drafts.clear(id);
      runs.clearEndedFeed(id);
      return work();
    });

  /** Throws `not-found`. */
  const requireLedger = (id: string): string => {
    const file = hall.ledgerPath(id);
    if (hasLedger(hall.path, id)) return file;
    throw createNotFoundError(id, hall.path);
  };

  /** Throws `not-found`, `storage`, `locked`. */
  const runOnLedger = async <T>(id: string, work: (file: string) => T): Promise<T> => {
    const file = requireLedger(id);
    return await hall.guard(`write debate "${id}" in ${hall.path}`, async () => {
      // Synchronous, since a way through the thread pool takes longer than all the rest but the fsync.
      hall.check();
      makeFolder(hall.side);
      return await runAlone(id, () => work(file));
    });
  };

  return { runAlone, runOnLedger, requireLedger };
}

export interface FileStoreOptions {
  /** The hall's folder; made when the first debate is. */
  readonly folder: string;
  /** Of the options; errors say to choose another folder with it. */
  readonly namedBy?: NamedBy;
  /** Longest wait for another process that writes the same ledger, in milliseconds. */
  readonly lockTimeoutMs?: number;
}

export function openFileStore({ folder, namedBy = 'hall', lockTimeoutMs = 10_000 }: FileStoreOptions): Store {
  const hall = openHallFolder(folder, namedBy);
  const { path: place, side } = hall;
  const watch = new FolderWatch(place);
  const lockFile = (id: string) => hall.sidePath(id, LOCK);
  const drafts = openDrafts(path.join(side, 'drafts'), lockFile);
  const memos = openMemos({ ledgers: place, side, extension: '.memo.json', lockFile });
  const vectors = openMemos({ ledgers: place, side, extension: '.vector', lockFile });
  const runs = openRunFiles(side, hall.sidePath);
  const lock = createLedgerLock(hall, drafts, runs, lockTimeoutMs);
  const put = (id: string, file: string, text: string | Iterable<string>) =>
    replaceFile({ draft: drafts.place(id), file, text, mode: MODE });

  const guardRead = async <T>(work: () => T) => await hall.guard(`read ${place}`, async () => work());
  const guardReadOf = async <T>(id: string, work: () => T) =>
    await hall.guard(`read debate "${id}" in ${place}`, async () => work());

  const claim = async (id: string, what: 'run' | 'posting'): Promise<Lease | undefined> =>
    await hall.guard(`write to ${place}`, async () => {
      hall.make();
      return await runs.claim(id, what);
    });
  const isRunning = async (id: string) => await guardReadOf(id, () => runs.isRunning(id));

  /** What readers made of the ledger. The caller has the lock of the debate. */
  const forget = (id: string) => {
    memos.remove(id);
    vectors.remove(id);
  };
  const listAbandoned = () => [memos, vectors].flatMap((each) => each.abandoned());

  return {
    place,
    list: async (page = {}) => await guardRead(() => listIds(place, page)),
    newest: async (page = {}) => await guardRead(() => listNewest(place, page)),
    find: async (ids) => {
      ids.forEach(checkThreadId);
      return await guardRead(() => ids.flatMap((id) => (hasLedger(place, id) ? (findLedger(place, id) ?? []) : [])));
    },
    count: async () => await guardRead(() => countLedgers(place)),
    exists: async (id) => {
      checkThreadId(id);
      return await guardReadOf(id, () => hasLedger(place, id));
    },
    findTaken: async (id) => {
      checkThreadId(id);
      return await guardRead(() => findTaken(place, id));
    },
    read: async (id, cursor) => {
      const file = hall.ledgerPath(id);
      return await guardReadOf(id, () => (hasLedger(place, id) ? readLedgerFile(file, cursor) : undefined));
    },
    readMemo: async (ledger) => memos.read(ledger),
    keepMemo: async (ledger, memo) => memos.keep(ledger, memo),
    readVectors: async (ledgers) =>
      new Map(
        ledgers.flatMap((ledger) => {
          const vector = vectors.read(ledger);
          return vector === undefined ? [] : [[ledger.id, vector] as const];
        }),
      ),
    keepVector: async (ledger, vector) => vectors.keep(ledger, vector),
    create: async (id, lines) => {
      const file = hall.ledgerPath(id);
      const write = async () => {
        hall.make();
        watch.folderExists();
        await lock.runAlone(id, () => {
          const taken = findTaken(place, id);
          if (taken !== undefined) throw createTakenError(taken, place);
          put(id, file, lines);
        });
      };
      await hall.guard(`write to ${place}`, write, true);
    },
    append: async (id, { after, lines, cut = 0 }) =>
      await lock.runOnLedger(id, (file) => appendLines(file, after, { lines, cut })),
    replace: async (id, { after, text, cut = 0 }) =>
      await lock.runOnLedger(id, (file) =>
        replaceLines(file, after, { text, cut }, (whole) => {
          // Whoever replaces a ledger takes something out of it, which no copy may keep.
          try {
            forget(id);
          } finally {
            put(id, file, whole);
          }
        }),
      ),
    documentPlace: (id, extension) => hall.besideLedger(id, extension),
    writeDocument: async (id, extension, text) => {
      const file = hall.besideLedger(id, extension);
      await hall.guard(`write ${file}`, async () => {
        hall.make();
        await lock.runAlone(id, () => {
          // Nothing is written of a debate that was deleted meanwhile.
          lock.requireLedger(id);
          makeFolder(path.dirname(file));
          put(id, file, text);
        });
      });
      return file;
    },
    readDocument: async (id, extension, most) => {
      const file = hall.besideLedger(id, extension);
      return await hall.guard(`read ${file}`, async () => {
        if (!isThere(file)) return undefined;
        return most === undefined ? readRegular(file) : readFirstText(file, most);
      });
    },
    listDocuments: async (id, inFolder) => {
      const beside = hall.besideLedger(id, inFolder);
      return await hall.guard(`read ${beside}`, async () => readNames(beside).toSorted());
    },
    remove: async (id, extensions, removeRest) => {
      lock.requireLedger(id);
      const held = await claim(id, 'run');
      if (held === undefined) throw createStillRunningError(id);
      try {
        await removeRest?.();
        // The ledger goes last, so that what was interrupted can be done again. Locks stay: removing them would race.
        const rest = [runs.feedFile(id), ...extensions.map((extension) => hall.besideLedger(id, extension))];
        await lock.runOnLedger(id, () => {
          forget(id);
          for (const file of [...rest, hall.ledgerPath(id)]) rmSync(file, { force: true, recursive: true });
        });
      } finally {
        await held.release();
      }
    },
    checkLocks: async () => requireLocks(),
    leftovers: async () =>
      await guardRead(() =>
        [
          ...drafts.abandoned().map((id) => drafts.path(id)),
          ...listAbandoned(),
          ...runs.listEndedFeeds().map((id) => runs.feedFile(id)),
        ].map((file) => path.relative(place, file)),
      ),
    removeLeftovers: async () =>
      await hall.guard(`write to ${place}`, async () => {
        for (const id of drafts.abandoned()) drafts.remove(id);
        for (const file of listAbandoned()) rmSync(file, { force: true, recursive: true });
        for (const id of runs.listEndedFeeds()) runs.clearEndedFeed(id);
      }),
    claimRun: async (id) => await claim(id, 'run'),
    claimPosting: async (id) => await claim(id, 'posting'),
    isRunning,
    openFeed: (id) => openFeed(runs.feedFile(id)),
    clearFeed: async (id) =>
      await hall.guard(`write debate "${id}" in ${place}`, async () =>
        rmSync(runs.feedFile(id), { force: true, recursive: true }),
      ),
    followFeed: (id, signal) => followFeed(runs.feedFile(id), async () => await isRunning(id), signal),
    watch: (listener) => watch.add(listener),
    close: async () => {},
  };
}
