// The debates that are in memory, brought up to date with what the store has.
import { setImmediate } from 'node:timers/promises';
import { type EventOf, isEvent, type LedgerEvent } from '../../domain/events.ts';
import { checkThreadId } from '../../domain/ids.ts';
import type { AnyFormat } from '../../formats/format.ts';
import { Recent } from '../../support/recent.ts';
import { LedgerReader } from '../chain/reader.ts';
import { createNotFoundError } from '../stores/errors.ts';
import type { Chunk, Store } from '../stores/store.ts';
import { eachChunk, readWhole } from '../stores/walk.ts';
import { findKnownFormat } from './newer.ts';
import { Replica } from './replica.ts';

/** Debates that are kept in memory; others are read again when they are needed. */
const MAX_REPLICAS = 32;

/** What an opening calls its format, whether or not the line is intact. */
function peekFormat(line: string): unknown {
  try {
    return (JSON.parse(line) as Partial<EventOf<'debate-opened'>> | null)?.data?.format;
  } catch {
    return undefined;
  }
}

export class Replicas {
  readonly #store: Store;
  readonly #findFormat: (id: string) => Promise<AnyFormat>;
  readonly #kept = new Recent<string, Replica>(MAX_REPLICAS);
  /** Those that debates were read by, by name. */
  readonly #formats = new Map<unknown, AnyFormat>();

  constructor(store: Store, findFormat: (id: string) => Promise<AnyFormat>) {
    this.#store = store;
    this.#findFormat = findFormat;
  }

  /** As it is in memory, which may be older than the ledger. */
  get(threadId: string): Replica | undefined {
    return this.#kept.get(threadId);
  }

  keep(replica: Replica): Replica {
    this.#kept.set(replica.threadId, replica);
    return replica;
  }

  /** Also one in which something was folded that is not written. */
  drop(threadId: string): void {
    this.#kept.delete(threadId);
  }

  /** The replica with all that is on disk. Throws `not-found`, `ledger-damaged`, `needs-update`. */
  async catchUp(threadId: string): Promise<Replica> {
    const kept = this.#kept.get(threadId);
    if (kept === undefined) checkThreadId(threadId);
    for (let replica = this.keep(kept ?? new Replica(threadId)); ; ) {
      const chunk = await this.#store.read(threadId, replica.cursor);
      if (chunk === undefined) {
        this.drop(threadId);
        throw createNotFoundError(threadId);
      }
      // A rewritten ledger may hold another debate with the same name.
      const known = chunk.restarted ? undefined : replica.format;
      replica = this.applyChunk(replica, chunk, known ?? (await this.#readFormat(chunk)));
      if (!chunk.more) return replica;
    }
  }

  /** Kept nowhere; `keep` says what of an event is in its log. Throws `not-found`, `ledger-damaged`, `needs-update`. */
  async readOnce(threadId: string, keep: (event: LedgerEvent) => LedgerEvent): Promise<Replica> {
    const begin = () => new Replica(threadId, keep);
    // A file is read at once, so whoever reads many would let nothing else happen meanwhile.
    await setImmediate();
    let replica = begin();
    for await (const chunk of eachChunk(this.#store, threadId)) {
      if (chunk.restarted) replica = begin();
      replica.applyChunk(chunk, replica.format ?? (await this.#readFormat(chunk)));
    }
    return replica;
  }

  /** All events with their texts, as they stand in the ledger. Throws `not-found`. */
  async readEvents(threadId: string): Promise<readonly LedgerEvent[]> {
    return (await readWhole(this.#store, threadId))
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as LedgerEvent);
  }

  /** Applies new lines; a ledger that was rewritten is read from the start. */
  applyChunk(known: Replica, chunk: Chunk, format: AnyFormat | undefined): Replica {
    const replica = chunk.restarted ? this.keep(new Replica(known.threadId)) : known;
    try {
      replica.applyChunk(chunk, format);
      return replica;
    } catch (error) {
      this.drop(replica.threadId);
      throw error;
    }
  }

  /** Has to be known before events are folded; `undefined` for one that is not here, and when the ledger does not begin with an opening. */
  async #readFormat(chunk: Chunk): Promise<AnyFormat | undefined> {
    const end = chunk.text.indexOf('\n');
    if (end === -1) return undefined;
    const line = chunk.text.slice(0, end);
    // Whoever reads on checks the line; only a name that is new here has to be right.
    const known = this.#formats.get(peekFormat(line));
    if (known !== undefined) return known;
    const first = new LedgerReader().push(line);
    if (!first.ok || !isEvent(first.event, 'debate-opened')) return undefined;
    const format = await findKnownFormat(this.#findFormat, first.event.data.format);
    if (format !== undefined) this.#formats.set(first.event.data.format, format);
    return format;
  }
}
