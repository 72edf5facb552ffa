// Ledgers as files: `<hall>/<id>.jsonl`, documents beside them, locks and live feeds in `<hall>/.hall/`.
import { existsSync, rmSync, statSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';
import writeFileAtomic from 'write-file-atomic';
import { HallError } from '../../domain/errors.ts';
import { checkThreadId, threadIdSchema } from '../../domain/ids.ts';
import { wait } from '../../support/wait.ts';
import type { Chunk, Cursor, Feed, RunClaim, Store, StoredLedger, Transaction, Watch } from '../store.ts';
import { storageError } from './errors.ts';
import { followFeed, openFeed } from './feed.ts';
import { makeFolder } from './folder.ts';
import { createLedgerFile, LedgerFile, readLedgerFile } from './ledger-file.ts';
import { isFileLocked, tryFileLock, withFileLock } from './lock.ts';
import { FolderWatch } from './watch.ts';

const LEDGER = '.jsonl';
const FEED = '.live.ndjson';
const RUN_LOCK = '.run';
const POSTING_LOCK = '.posting';
const CLAIM_TRIES = 10;
const CLAIM_PAUSE_MS = 20;
const OWN_GITIGNORE = '# Ledgers stay local; the records (*.oct.md) are committed.\n*.jsonl\n.hall/\n';

export interface FileStoreOptions {
  /** The hall's folder; made when the first debate is. */
  readonly folder: string;
  /** Longest wait for another process that writes the same ledger, in milliseconds. */
  readonly lockTimeoutMs?: number;
}

export class FileStore implements Store {
  readonly folder: string;
  readonly #lockTimeoutMs: number;
  readonly #queues = new Map<string, LimitFunction>();
  readonly #watch: FolderWatch;

  constructor({ folder, lockTimeoutMs = 10_000 }: FileStoreOptions) {
    this.folder = path.resolve(folder);
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#watch = new FolderWatch(this.folder, LEDGER);
  }

  ledgerPath(id: string): string {
    return this.#besideLedger(id, LEDGER);
  }

  /** A file of the hall's own machinery, such as a lock or a live feed. */
  sidePath(id: string, extension: string): string {
    checkThreadId(id);
    return path.join(this.folder, '.hall', `${id}${extension}`);
  }

  async list(): Promise<readonly string[]> {
    const names = await this.#guard(`read ${this.folder}`, async () => {
      if (!existsSync(this.folder)) return [];
      return await fs.readdir(this.folder);
    });
    return (
      names
        .filter((name) => name.endsWith(LEDGER))
        .map((name) => name.slice(0, -LEDGER.length))
        // A stray file of another shape is no debate of this hall.
        .filter((id) => threadIdSchema.safeParse(id).success)
        .sort()
    );
  }

  async newest(): Promise<readonly StoredLedger[]> {
    const ids = await this.list();
    const dated = ids.flatMap((id) => {
      // Synchronous: a thousand ways through the thread pool cost far more than the calls themselves.
      const file = statSync(this.ledgerPath(id), { throwIfNoEntry: false });
      return file === undefined ? [] : [{ id, at: file.mtimeMs, version: `${file.ino}:${file.size}:${file.mtimeMs}` }];
    });
    return dated.sort((one, other) => other.at - one.at).map(({ id, version }) => ({ id, version }));
  }

  async exists(id: string): Promise<boolean> {
    return existsSync(this.ledgerPath(id));
  }

  async read(id: string, cursor?: Cursor): Promise<Chunk | undefined> {
    return await this.#guard(`read debate "${id}"`, async () => readLedgerFile(this.ledgerPath(id), cursor));
  }

  async create(id: string, lines: string): Promise<void> {
    await this.#guard(`write to ${this.folder}`, async () => {
      await this.#makeFolder();
      this.#watch.folderExists();
      createLedgerFile(this.ledgerPath(id), lines);
    });
  }

  async transaction<T>(id: string, work: (transaction: Transaction) => T): Promise<T> {
    let queue = this.#queues.get(id);
    if (queue === undefined) {
      queue = pLimit(1);
      this.#queues.set(id, queue);
    }
    try {
      return await queue(async () => await this.#locked(id, work));
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) this.#queues.delete(id);
    }
  }

  async #locked<T>(id: string, work: (transaction: Transaction) => T): Promise<T> {
    if (!existsSync(this.ledgerPath(id))) throw this.#missing(id);
    return await this.#guard(`write debate "${id}"`, async () => {
      // Synchronous, since a way through the thread pool takes longer than all the rest but the fsync.
      makeFolder(path.join(this.folder, '.hall'));
      return await withFileLock(this.sidePath(id, '.lock'), this.#lockTimeoutMs, () => {
        const file = new LedgerFile(this.ledgerPath(id));
        try {
          return work(file);
        } finally {
          file.close();
        }
      });
    });
  }

  async writeDocument(id: string, extension: string, text: string): Promise<string> {
    const target = this.#besideLedger(id, extension);
    await this.#guard(`write ${target}`, async () => {
      await this.#makeFolder();
      await writeFileAtomic(target, text);
    });
    return target;
  }

  async readDocument(id: string, extension: string): Promise<string | undefined> {
    const target = this.#besideLedger(id, extension);
    if (!existsSync(target)) return undefined;
    return await this.#guard(`read ${target}`, async () => await fs.readFile(target, 'utf8'));
  }

  async remove(id: string, extensions: readonly string[]): Promise<void> {
    if (!existsSync(this.ledgerPath(id))) throw this.#missing(id);
    const claim = await this.claimRun(id);
    if (claim === undefined) {
      throw new HallError('already-running', `Debate "${id}" is running.`, {
        hint: `Stop it first: debate-hall kill ${id} "why"`,
      });
    }
    try {
      // The ledger goes last, so that what was interrupted can be done again. Locks stay: removing them would race.
      const rest = [this.sidePath(id, FEED), ...extensions.map((extension) => this.#besideLedger(id, extension))];
      await this.#locked(id, () => {
        for (const file of [...rest, this.ledgerPath(id)]) rmSync(file, { force: true });
      });
    } finally {
      claim.release();
    }
  }

  async claimRun(id: string): Promise<RunClaim | undefined> {
    return await this.#claim(this.sidePath(id, RUN_LOCK));
  }

  async claimPosting(id: string): Promise<RunClaim | undefined> {
    return await this.#claim(this.sidePath(id, POSTING_LOCK));
  }

  async #claim(lockFile: string): Promise<RunClaim | undefined> {
    return await this.#guard(`write to ${this.folder}`, async () => {
      await this.#makeFolder();
      // Whoever only looks whether a run is going on holds the lock for an instant.
      for (let tries = 1; ; tries += 1) {
        const held = tryFileLock(lockFile);
        if (held !== undefined || tries === CLAIM_TRIES) return held;
        await wait(CLAIM_PAUSE_MS);
      }
    });
  }

  async isRunning(id: string): Promise<boolean> {
    const lockFile = this.sidePath(id, RUN_LOCK);
    return await this.#guard(`read debate "${id}"`, async () => existsSync(lockFile) && isFileLocked(lockFile));
  }

  openFeed(id: string): Feed {
    return openFeed(this.sidePath(id, FEED));
  }

  followFeed(id: string, signal: AbortSignal): AsyncIterable<string> {
    return followFeed(this.sidePath(id, FEED), async () => await this.isRunning(id), signal);
  }

  watch(listener: (id: string) => void): Watch {
    return this.#watch.add(listener);
  }

  #missing(id: string): HallError {
    return new HallError('not-found', `There is no debate "${id}" in ${this.folder}.`, {
      hint: 'List them with "debate-hall list".',
    });
  }

  #besideLedger(id: string, extension: string): string {
    checkThreadId(id);
    return path.join(this.folder, `${id}${extension}`);
  }

  /** The hall carries its own ignore rules, so that a project's `.gitignore` need not know it. */
  async #makeFolder(): Promise<void> {
    makeFolder(path.join(this.folder, '.hall'));
    const ignore = path.join(this.folder, '.gitignore');
    await fs.writeFile(ignore, OWN_GITIGNORE, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }

  async #guard<T>(doing: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw storageError(error, doing);
    }
  }
}
