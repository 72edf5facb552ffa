// Ledgers as files: `<hall>/<id>.jsonl`, documents beside them; locks, drafts, memos and live feeds in `<hall>/.hall/`.
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { HallError } from '../../../domain/failures/errors.ts';
import { checkThreadId } from '../../../domain/ids.ts';
import { createRunningError } from '../errors.ts';
import type {
  Change,
  Chunk,
  Cursor,
  Feed,
  Lease,
  Page,
  PageRequest,
  Store,
  StoredLedger,
  Watch,
  Written,
} from '../store.ts';
import { Documents } from './documents.ts';
import { Drafts, replaceFile } from './drafts.ts';
import { guardStorage, HallFolder } from './hall-folder.ts';
import { appendLines, MODE, readLedgerFile, replaceLines } from './ledger-file.ts';
import { LedgerLock, LOCK } from './ledger-lock.ts';
import { listLeftovers, removeLeftovers } from './leftovers.ts';
import { countLedgers, findLedger, listIds, listNewest } from './lists.ts';
import { requireLocks } from './lock.ts';
import { Memos } from './memos.ts';
import { RunFiles } from './run-files.ts';
import { FolderWatch } from './watch.ts';

export interface FileStoreOptions {
  /** The hall's folder; made when the first debate is. */
  readonly folder: string;
  /** Longest wait for another process that writes the same ledger, in milliseconds. */
  readonly lockTimeoutMs?: number;
}

export class FileStore implements Store {
  readonly #folder: HallFolder;
  readonly #lock: LedgerLock;
  readonly #documents: Documents;
  readonly #watch: FolderWatch;
  readonly #drafts: Drafts;
  readonly #memos: Memos;
  readonly #vectors: Memos;
  readonly #runs: RunFiles;

  constructor({ folder, lockTimeoutMs = 10_000 }: FileStoreOptions) {
    this.#folder = new HallFolder(folder);
    const { path: ledgers, side } = this.#folder;
    this.#watch = new FolderWatch(ledgers);
    const lockFile = (id: string) => this.#folder.sidePath(id, LOCK);
    this.#drafts = new Drafts(path.join(side, 'drafts'), lockFile);
    this.#memos = new Memos({ ledgers, side, extension: '.memo.json', lockFile });
    this.#vectors = new Memos({ ledgers, side, extension: '.vector', lockFile });
    this.#runs = new RunFiles(side, (id, extension) => this.#folder.sidePath(id, extension));
    this.#lock = new LedgerLock(this.#folder, this.#drafts, this.#runs, lockTimeoutMs);
    this.#documents = new Documents(this.#folder, this.#drafts, this.#lock);
  }

  get place(): string {
    return this.#folder.path;
  }

  async list(page: PageRequest = {}): Promise<Page<string>> {
    return await guardStorage(`read ${this.place}`, async () => listIds(this.place, page));
  }

  async newest(page: PageRequest = {}): Promise<Page<StoredLedger>> {
    return await guardStorage(`read ${this.place}`, async () => listNewest(this.place, page));
  }

  async find(ids: readonly string[]): Promise<readonly StoredLedger[]> {
    ids.forEach(checkThreadId);
    return await guardStorage(`read ${this.place}`, async () => ids.flatMap((id) => findLedger(this.place, id) ?? []));
  }

  async count(): Promise<number> {
    return await guardStorage(`read ${this.place}`, async () => countLedgers(this.place));
  }

  async exists(id: string): Promise<boolean> {
    return existsSync(this.#folder.ledgerPath(id));
  }

  async read(id: string, cursor?: Cursor): Promise<Chunk | undefined> {
    return await this.#guardRead(id, async () => readLedgerFile(this.#folder.ledgerPath(id), cursor));
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
    const file = this.#folder.ledgerPath(id);
    const write = async () => {
      this.#folder.make();
      this.#watch.folderExists();
      await this.#lock.runAlone(id, () => {
        if (existsSync(file)) {
          throw new HallError('already-exists', `There is already a debate in ${file}.`, {
            hint: `Choose another ID with --id, or resume it with "debate-hall resume ${id}".`,
          });
        }
        replaceFile({ draft: this.#drafts.place(id), file, text: lines, mode: MODE });
      });
    };
    await guardStorage(`write to ${this.place}`, write, 'new');
  }

  async append(id: string, { after, lines, cut = 0 }: Change & { readonly lines: string }): Promise<Written> {
    return await this.#lock.runOnLedger(id, (file) => appendLines(file, after, { lines, cut }));
  }

  async replace(id: string, { after, text, cut = 0 }: Change & { readonly text: string }): Promise<Written> {
    return await this.#lock.runOnLedger(id, (file) =>
      replaceLines(file, after, { text, cut }, (whole) => {
        // Whoever replaces a ledger takes something out of it, which no copy may keep.
        try {
          this.#forget(id);
        } finally {
          replaceFile({ draft: this.#drafts.place(id), file, text: whole, mode: MODE });
        }
      }),
    );
  }

  /** What readers made of the ledger. The caller has the lock of the debate. */
  #forget(id: string): void {
    this.#memos.remove(id);
    this.#vectors.remove(id);
  }

  async writeDocument(id: string, extension: string, text: string | Iterable<string>): Promise<string> {
    return await this.#documents.write(id, extension, text);
  }

  documentPlace(id: string, extension: string): string {
    return this.#folder.besideLedger(id, extension);
  }

  async readDocument(id: string, extension: string, most?: number): Promise<string | undefined> {
    return await this.#documents.read(id, extension, most);
  }

  async listDocuments(id: string, folder: string): Promise<readonly string[]> {
    return await this.#documents.list(id, folder);
  }

  async remove(id: string, extensions: readonly string[]): Promise<void> {
    this.#lock.requireLedger(id);
    const claim = await this.claimRun(id);
    if (claim === undefined) throw createRunningError(id);
    try {
      // The ledger goes last, so that what was interrupted can be done again. Locks stay: removing them would race.
      const rest = [
        this.#runs.feedFile(id),
        ...extensions.map((extension) => this.#folder.besideLedger(id, extension)),
      ];
      await this.#lock.runOnLedger(id, () => {
        this.#forget(id);
        for (const file of [...rest, this.#folder.ledgerPath(id)]) rmSync(file, { force: true, recursive: true });
      });
    } finally {
      await claim.release();
    }
  }

  async checkLocks(): Promise<void> {
    requireLocks();
  }

  async leftovers(): Promise<readonly string[]> {
    return await guardStorage(`read ${this.place}`, async () =>
      listLeftovers(this.#machinery).map((file) => path.relative(this.place, file)),
    );
  }

  async removeLeftovers(): Promise<void> {
    await guardStorage(`write to ${this.place}`, async () => removeLeftovers(this.#machinery));
  }

  get #machinery() {
    return { drafts: this.#drafts, copies: [this.#memos, this.#vectors], runs: this.#runs };
  }

  async claimRun(id: string): Promise<Lease | undefined> {
    return await this.#claim(id, 'run');
  }

  async claimPosting(id: string): Promise<Lease | undefined> {
    return await this.#claim(id, 'posting');
  }

  async #claim(id: string, what: 'run' | 'posting'): Promise<Lease | undefined> {
    return await guardStorage(`write to ${this.place}`, async () => {
      this.#folder.make();
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
    await guardStorage(`write debate "${id}" in ${this.place}`, async () =>
      rmSync(this.#runs.feedFile(id), { force: true, recursive: true }),
    );
  }

  followFeed(id: string, signal: AbortSignal): AsyncIterable<string> {
    return this.#runs.followFeed(id, async () => await this.isRunning(id), signal);
  }

  watch(listener: (id: string) => void): Watch {
    return this.#watch.add(listener);
  }

  async close(): Promise<void> {}

  async #guardRead<T>(id: string, work: () => Promise<T>): Promise<T> {
    return await guardStorage(`read debate "${id}" in ${this.place}`, work);
  }
}
