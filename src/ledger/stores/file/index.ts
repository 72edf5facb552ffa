// Ledgers as files: `<hall>/<id>.jsonl`, documents beside them; locks, drafts, memos and live feeds in `<hall>/.hall/`.
import { existsSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { HallError } from '../../../domain/failures/errors.ts';
import { storageError } from '../../../domain/failures/storage-error.ts';
import { checkThreadId } from '../../../domain/ids.ts';
import type {
  Change,
  Chunk,
  Cursor,
  Ends,
  Feed,
  Lease,
  Page,
  PageRequest,
  Store,
  StoredLedger,
  Watch,
  Written,
} from '../store.ts';
import { Drafts, replaceFile } from './drafts.ts';
import { keepIgnoreRules, makeFolder, resolveRealPath } from './folder.ts';
import { appendLines, readBeginning, readLedgerFile, replaceLines } from './ledger-file.ts';
import { countLedgers, findLedger, LEDGER, listIds, listNewest, readLedgerEnds } from './lists.ts';
import { requireLocks, withFileLock } from './lock.ts';
import { Memos } from './memos.ts';
import { readRegular } from './regular-file.ts';
import { RunFiles } from './run-files.ts';
import { FolderWatch } from './watch.ts';

/** Of ledgers and records alike: they hold the same words, and git keeps no such mode of what is committed. */
const MODE = 0o600;
const LOCK = '.lock';
const MEMO = '.memo.json';
const VECTOR = '.vector';

export interface FileStoreOptions {
  /** The hall's folder; made when the first debate is. */
  readonly folder: string;
  /** Longest wait for another process that writes the same ledger, in milliseconds. */
  readonly lockTimeoutMs?: number;
}

export class FileStore implements Store {
  readonly folder: string;
  readonly #lockTimeoutMs: number;
  readonly #watch: FolderWatch;
  readonly #drafts: Drafts;
  readonly #memos: Memos;
  readonly #vectors: Memos;
  readonly #runs: RunFiles;
  /** Where the folder really was when the store was opened. */
  readonly #claimedPath: string;

  constructor({ folder, lockTimeoutMs = 10_000 }: FileStoreOptions) {
    this.folder = path.resolve(folder);
    this.#claimedPath = resolveRealPath(this.folder);
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#watch = new FolderWatch(this.folder, LEDGER);
    const side = path.join(this.folder, '.hall');
    const lockFile = (id: string) => this.sidePath(id, LOCK);
    this.#drafts = new Drafts(path.join(side, 'drafts'), lockFile);
    this.#memos = new Memos({ ledgers: this.folder, side, extension: MEMO, lockFile });
    this.#vectors = new Memos({ ledgers: this.folder, side, extension: VECTOR, lockFile });
    this.#runs = new RunFiles(side, (id, extension) => this.sidePath(id, extension));
  }

  ledgerPath(id: string): string {
    return this.#besideLedger(id, LEDGER);
  }

  /** A file of the hall's own machinery, such as a lock or a live feed. */
  sidePath(id: string, extension: string): string {
    checkThreadId(id);
    return path.join(this.folder, '.hall', `${id}${extension}`);
  }

  get place(): string {
    return this.folder;
  }

  async list(page: PageRequest = {}): Promise<Page<string>> {
    return await this.#guard(`read ${this.folder}`, async () => listIds(this.folder, page));
  }

  async newest(page: PageRequest = {}): Promise<Page<StoredLedger>> {
    return await this.#guard(`read ${this.folder}`, async () => listNewest(this.folder, page));
  }

  async find(ids: readonly string[]): Promise<readonly StoredLedger[]> {
    ids.forEach(checkThreadId);
    return await this.#guard(`read ${this.folder}`, async () => ids.flatMap((id) => findLedger(this.folder, id) ?? []));
  }

  async count(): Promise<number> {
    return await this.#guard(`read ${this.folder}`, async () => countLedgers(this.folder));
  }

  async exists(id: string): Promise<boolean> {
    return existsSync(this.ledgerPath(id));
  }

  async read(id: string, cursor?: Cursor): Promise<Chunk | undefined> {
    return await this.#guardRead(id, async () => readLedgerFile(this.ledgerPath(id), cursor));
  }

  async readEnds(ids: readonly string[], most: number): Promise<ReadonlyMap<string, Ends>> {
    ids.forEach(checkThreadId);
    return readLedgerEnds(this.folder, ids, most);
  }

  async readMemo(ledger: StoredLedger): Promise<string | undefined> {
    return this.#memos.read(ledger);
  }

  async keepMemo(ledger: StoredLedger, memo: string): Promise<void> {
    this.#memos.keep(ledger, memo);
  }

  async readVectors(ledgers: readonly StoredLedger[]): Promise<ReadonlyMap<string, string>> {
    return new Map(
      ledgers.flatMap((ledger) => {
        const vector = this.#vectors.read(ledger);
        return vector === undefined ? [] : [[ledger.id, vector] as const];
      }),
    );
  }

  async keepVector(ledger: StoredLedger, vector: string): Promise<void> {
    this.#vectors.keep(ledger, vector);
  }

  async create(id: string, lines: string): Promise<void> {
    const file = this.ledgerPath(id);
    await this.#guard(`write to ${this.folder}`, async () => {
      this.#makeFolder();
      this.#watch.folderExists();
      await this.#runAlone(id, () => {
        if (existsSync(file)) {
          throw new HallError('already-exists', `There is already a debate in ${file}.`, {
            hint: `Choose another ID with --id, or resume it with "debate-hall resume ${id}".`,
          });
        }
        replaceFile({ draft: this.#drafts.place(id), file, text: lines, mode: MODE });
      });
    });
  }

  async append(id: string, { after, lines, cut = 0 }: Change & { readonly lines: string }): Promise<Written> {
    return await this.#locked(id, (file) => appendLines(file, after, { lines, cut }));
  }

  async replace(id: string, { after, text, cut = 0 }: Change & { readonly text: string }): Promise<Written> {
    return await this.#locked(id, (file) =>
      replaceLines(file, after, { text, cut }, (whole) => {
        // Whoever replaces a ledger takes something out of it, which no copy may keep.
        this.#forget(id);
        replaceFile({ draft: this.#drafts.place(id), file, text: whole, mode: MODE });
      }),
    );
  }

  /** What readers made of the ledger. The caller has the lock of the debate. */
  #forget(id: string): void {
    this.#memos.remove(id);
    this.#vectors.remove(id);
  }

  /** Runs `work` under the lock of the debate, when nothing is left of a write that was killed. */
  async #runAlone<T>(id: string, work: () => T): Promise<T> {
    return await withFileLock(this.sidePath(id, LOCK), this.#lockTimeoutMs, () => {
      this.#drafts.clear(id);
      this.#runs.clearEndedFeed(id);
      return work();
    });
  }

  /** Runs `work` alone on the ledger. */
  async #locked<T>(id: string, work: (file: string) => T): Promise<T> {
    const file = this.ledgerPath(id);
    if (!existsSync(file)) throw this.#missing(id);
    return await this.#guard(`write debate "${id}" in ${this.folder}`, async () => {
      // Synchronous, since a way through the thread pool takes longer than all the rest but the fsync.
      this.#checkPlace();
      makeFolder(path.join(this.folder, '.hall'));
      return await this.#runAlone(id, () => work(file));
    });
  }

  async writeDocument(id: string, extension: string, text: string | Iterable<string>): Promise<string> {
    const file = this.#besideLedger(id, extension);
    await this.#guard(`write ${file}`, async () => {
      this.#makeFolder();
      await this.#runAlone(id, () => {
        // Nothing is written of a debate that was deleted meanwhile.
        if (!existsSync(this.ledgerPath(id))) throw this.#missing(id);
        makeFolder(path.dirname(file));
        replaceFile({ draft: this.#drafts.place(id), file, text, mode: MODE });
      });
    });
    return file;
  }

  documentPlace(id: string, extension: string): string {
    return this.#besideLedger(id, extension);
  }

  async readDocument(id: string, extension: string, most?: number): Promise<string | undefined> {
    const target = this.#besideLedger(id, extension);
    if (!existsSync(target)) return undefined;
    return await this.#guard(`read ${target}`, async () =>
      most === undefined ? readRegular(target) : readBeginning(target, most),
    );
  }

  async listDocuments(id: string, folder: string): Promise<readonly string[]> {
    const place = this.#besideLedger(id, folder);
    const names = await this.#guard(`read ${place}`, async () => (existsSync(place) ? await readdir(place) : []));
    return names.toSorted();
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
      const rest = [this.#runs.feedFile(id), ...extensions.map((extension) => this.#besideLedger(id, extension))];
      await this.#locked(id, () => {
        this.#forget(id);
        for (const file of [...rest, this.ledgerPath(id)]) rmSync(file, { force: true, recursive: true });
      });
    } finally {
      await claim.release();
    }
  }

  async checkLocks(): Promise<void> {
    requireLocks();
  }

  async leftovers(): Promise<readonly string[]> {
    return await this.#guard(`read ${this.folder}`, async () => {
      const hidden = [
        ...this.#drafts.abandoned().map((id) => this.#drafts.path(id)),
        ...this.#memos.abandoned(),
        ...this.#vectors.abandoned(),
      ];
      const files = [...hidden, ...this.#runs.listEndedFeeds().map((id) => this.#runs.feedFile(id))];
      return files.map((file) => path.relative(this.folder, file));
    });
  }

  async removeLeftovers(): Promise<void> {
    await this.#guard(`write to ${this.folder}`, async () => {
      for (const id of this.#drafts.abandoned()) this.#drafts.remove(id);
      for (const kept of [this.#memos, this.#vectors]) {
        for (const file of kept.abandoned()) rmSync(file, { force: true });
      }
      for (const id of this.#runs.listEndedFeeds()) this.#runs.clearEndedFeed(id);
    });
  }

  async claimRun(id: string): Promise<Lease | undefined> {
    return await this.#claim(id, 'run');
  }

  async claimPosting(id: string): Promise<Lease | undefined> {
    return await this.#claim(id, 'posting');
  }

  async #claim(id: string, what: 'run' | 'posting'): Promise<Lease | undefined> {
    return await this.#guard(`write to ${this.folder}`, async () => {
      this.#makeFolder();
      return await this.#runs.claim(id, what);
    });
  }

  async isRunning(id: string): Promise<boolean> {
    return await this.#guardRead(id, async () => this.#runs.isRunning(id));
  }

  openFeed(id: string): Feed {
    return this.#runs.openFeed(id);
  }

  async clearFeed(id: string): Promise<void> {
    await this.#guard(`write debate "${id}" in ${this.folder}`, async () =>
      rmSync(this.#runs.feedFile(id), { force: true }),
    );
  }

  followFeed(id: string, signal: AbortSignal): AsyncIterable<string> {
    return this.#runs.followFeed(id, async () => await this.isRunning(id), signal);
  }

  watch(listener: (id: string) => void): Watch {
    return this.#watch.add(listener);
  }

  async close(): Promise<void> {}

  #missing(id: string): HallError {
    return new HallError('not-found', `There is no debate "${id}" in ${this.folder}.`, {
      hint: 'List them with "debate-hall list".',
    });
  }

  #besideLedger(id: string, extension: string): string {
    checkThreadId(id);
    // Nothing here needs what "path.join" does, and a thousand calls of it take a fifth of the first search.
    return `${this.folder}${path.sep}${id}${extension}`;
  }

  /**
   * Before anything is written. A link that is put in place of the folder later, such as by a pull, must not take what is written
   * elsewhere. Throws `no-locks`, `storage`.
   */
  #checkPlace(): void {
    requireLocks();
    const place = resolveRealPath(this.folder);
    if (place === this.#claimedPath) return;
    throw new HallError('storage', `${this.folder} was ${this.#claimedPath} and is now ${place}.`, {
      hint: 'Check the links on its path, then start again.',
    });
  }

  #makeFolder(): void {
    this.#checkPlace();
    makeFolder(path.join(this.folder, '.hall'));
    keepIgnoreRules(this.folder);
  }

  async #guardRead<T>(id: string, work: () => Promise<T>): Promise<T> {
    return await this.#guard(`read debate "${id}" in ${this.folder}`, work);
  }

  async #guard<T>(doing: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw storageError(error, doing);
    }
  }
}
