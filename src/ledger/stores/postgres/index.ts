// A hall in a Postgres database, for several people and machines. Ledgers, documents, claims and live feeds are rows.
import { checkThreadId } from '../../../domain/ids.ts';
import { Announcer } from '../../../platform/database/announcer.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Notices } from '../../../platform/database/notices.ts';
import type { RandomHex } from '../../../support/clock.ts';
import { createNotFoundError, createRunningError } from '../errors.ts';
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
import { Feeds } from './feeds.ts';
import { Leases } from './leases.ts';
import { Ledgers } from './ledgers.ts';
import { Lists } from './lists.ts';
import { Searches } from './searches.ts';
import { Vectors } from './vectors.ts';

export interface PostgresStoreOptions {
  /** Closed with the store. */
  readonly database: Database;
  readonly random: RandomHex;
}

/** A connection that is lost is noticed, and whoever listens over a new one is asked to look. */
const TRUST_MS = 10_000;

export class PostgresStore implements Store {
  readonly searchIndex: Searches;
  readonly #database: Database;
  readonly #lists: Lists;
  readonly #ledgers: Ledgers;
  readonly #documents: Documents;
  readonly #vectors: Vectors;
  readonly #claims: Leases;
  readonly #notices: Notices;
  readonly #announcer: Announcer;
  readonly #feeds: Feeds;

  constructor({ database, random }: PostgresStoreOptions) {
    this.#database = database;
    this.#lists = new Lists(this.#database);
    this.searchIndex = new Searches(this.#database);
    this.#announcer = new Announcer(this.#database);
    this.#ledgers = new Ledgers(this.#database, (id) => this.#announcer.tell(id));
    this.#documents = new Documents(this.#database);
    this.#vectors = new Vectors(this.#database);
    this.#claims = new Leases(this.#database, () => random(32));
    this.#notices = new Notices(this.#database);
    this.#feeds = new Feeds(this.#database, this.#notices);
  }

  get place(): string {
    return `the hall "${this.#database.hall}" in the database ${this.#database.place}`;
  }

  async list(page: PageRequest = {}): Promise<Page<string>> {
    return await this.#lists.list(page);
  }

  async newest(page: PageRequest = {}): Promise<Page<StoredLedger>> {
    return await this.#lists.newest(page);
  }

  async find(ids: readonly string[]): Promise<readonly StoredLedger[]> {
    ids.forEach(checkThreadId);
    return await this.#lists.find(ids);
  }

  async count(): Promise<number> {
    return await this.#lists.count();
  }

  async exists(id: string): Promise<boolean> {
    checkThreadId(id);
    return await this.#ledgers.exists(id);
  }

  async read(id: string, cursor?: Cursor): Promise<Chunk | undefined> {
    checkThreadId(id);
    return await this.#ledgers.read(id, cursor);
  }

  /** Gives none by itself, as a list would ask for it as often as for the ledger; `searchIndex` gives many at once. */
  async readMemo({ id }: StoredLedger): Promise<undefined> {
    checkThreadId(id);
  }

  async keepMemo(ledger: StoredLedger, memo: string): Promise<void> {
    checkThreadId(ledger.id);
    await this.searchIndex.keepMemo(ledger, memo);
  }

  async readVectors(ledgers: readonly StoredLedger[]): Promise<ReadonlyMap<string, string>> {
    return await this.#vectors.read(ledgers);
  }

  async keepVector(ledger: StoredLedger, vector: string): Promise<void> {
    checkThreadId(ledger.id);
    await this.#vectors.keep(ledger, vector);
  }

  async create(id: string, lines: string): Promise<void> {
    checkThreadId(id);
    await this.#ledgers.create(id, lines);
  }

  async append(id: string, change: Change & { readonly lines: string }): Promise<Written> {
    checkThreadId(id);
    return await this.#ledgers.append(id, change);
  }

  async replace(id: string, change: Change & { readonly text: string }): Promise<Written> {
    checkThreadId(id);
    return await this.#ledgers.replace(id, change);
  }

  async writeDocument(id: string, extension: string, text: string | Iterable<string>): Promise<string> {
    checkThreadId(id);
    await this.#documents.write(id, extension, text);
    return this.documentPlace(id, extension);
  }

  async readDocument(id: string, extension: string, most?: number): Promise<string | undefined> {
    checkThreadId(id);
    return await this.#documents.read(id, extension, most);
  }

  async listDocuments(id: string, folder: string): Promise<readonly string[]> {
    checkThreadId(id);
    return await this.#documents.names(id, folder);
  }

  async remove(id: string, extensions: readonly string[]): Promise<void> {
    checkThreadId(id);
    const claim = await this.#claims.take(id, 'run');
    if (claim === undefined) {
      if (!(await this.#ledgers.exists(id))) throw createNotFoundError(id, 'this hall');
      throw createRunningError(id);
    }
    try {
      await this.#feeds.clear(id);
      await this.#documents.remove(id, extensions);
      await this.#ledgers.remove(id);
    } finally {
      await claim.release();
    }
  }

  /** A write that is cut off leaves nothing in a database. */
  async leftovers(): Promise<readonly string[]> {
    return [];
  }

  async removeLeftovers(): Promise<void> {}

  async claimRun(id: string): Promise<Lease | undefined> {
    checkThreadId(id);
    return await this.#claims.take(id, 'run');
  }

  async isRunning(id: string): Promise<boolean> {
    checkThreadId(id);
    return await this.#claims.isRunning(id);
  }

  async claimPosting(id: string): Promise<Lease | undefined> {
    checkThreadId(id);
    return await this.#claims.take(id, 'posting');
  }

  openFeed(id: string, claim?: Pick<Lease, 'fence'>): Feed {
    checkThreadId(id);
    return this.#feeds.open(id, claim?.fence);
  }

  async clearFeed(id: string): Promise<void> {
    checkThreadId(id);
    await this.#feeds.clear(id);
  }

  followFeed(id: string, signal: AbortSignal): AsyncIterable<string> {
    return this.#feeds.follow(id, async () => await this.isRunning(id), signal);
  }

  watch(listener: (id: string | undefined) => void): Watch {
    const { close } = this.#notices.listen('changes', listener);
    return { trustMs: TRUST_MS, close };
  }

  async checkLocks(): Promise<void> {}

  async close(): Promise<void> {
    await this.#announcer.close();
    await this.#notices.close();
    await this.#database.close();
  }

  documentPlace(id: string, extension: string): string {
    return `${id}${extension} in ${this.place}`;
  }
}
