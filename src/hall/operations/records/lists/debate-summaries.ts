// One row per debate, for lists: the newest first, each ledger read once and again only after it was written.
import type { Digest, ListedDebate, UnreadableDebate } from '../../../../domain/debate-summary.ts';
import { defined } from '../../../../domain/defined.ts';
import type { Relation } from '../../../../domain/event-parts.ts';
import { HallError, unlessRefused } from '../../../../domain/failures/errors.ts';
import { UNREADABLE } from '../../../../domain/failures/unreadable.ts';
import { cutIntoParts } from '../../../../domain/group-by.ts';
import type { Engine } from '../../../../ledger/engine/engine.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { Page, Store, StoredLedger } from '../../../../ledger/stores/store.ts';
import { newestPages } from '../../../../ledger/stores/walk.ts';
import { findForeign } from '../foreign-file.ts';
import { type Glance, toGlance, type VersionedGlance } from './glance.ts';
import { digest } from './summarize.ts';
import { ANY_BUILD, IN_NO_MEMO, KeptByVersion, MEMO_START, readDecided, readMemo, writeMemo } from './summary-memo.ts';

/** Which debates are wanted: all of them without it. */
export interface SummaryFilter {
  readonly wanted?: (row: ListedDebate) => boolean;
}

/** Ledgers of which what was kept is asked for at once. */
const ASKED_TOGETHER = 128;
type Related = Relation & { readonly threadId: string };

export class DebateSummaries {
  readonly #ports: { readonly engine: Engine; readonly store: Store };
  /** A memo is read as a whole only when its row is wanted. */
  readonly #rows = new KeptByVersion<Digest | UnreadableDebate | string>();
  /** Null where nothing was; nothing where the store has an index of it. */
  readonly #decided = new KeptByVersion<Glance | null>();

  constructor(ports: { engine: Engine; store: Store }) {
    this.#ports = ports;
  }

  /**
   * One after the other, the one whose ledger was written last first, so that who has enough reads no further.
   * The order needs no ledger to be read.
   */
  async *each({ wanted = () => true }: SummaryFilter = {}): AsyncGenerator<ListedDebate> {
    for await (const ledgers of this.#parts(newestPages(this.#ports.store))) {
      for (const ledger of ledgers) {
        const row = await this.#row(ledger);
        if (wanted(row)) yield row;
      }
    }
  }

  /** What is kept of each debate that can be read, in parts, the one that was written last first. */
  async *digests(): AsyncGenerator<readonly Digest[]> {
    for await (const ledgers of this.#parts(newestPages(this.#ports.store))) {
      const digests: Digest[] = [];
      for (const ledger of ledgers) {
        const found = await this.#digest(ledger);
        if ('summary' in found) digests.push(found);
      }
      yield digests;
    }
  }

  /** The same of those of which somebody recorded how they turned out. */
  async *judged(): AsyncGenerator<Digest> {
    for await (const found of this.#holding('"turnedOut":'))
      if ('summary' in found && found.summary.turnedOut !== undefined) yield found;
  }

  /** Those that cannot be read: no build could make a memo of them. */
  async *unreadable(): AsyncGenerator<UnreadableDebate> {
    for await (const found of this.#holding(IN_NO_MEMO, ANY_BUILD)) if ('unreadable' in found) yield found;
  }

  /** Debates with such a relation to another one, the newest first. Only their own ledgers say so, hence every row is looked at. */
  async *eachRelated(isWanted: (relation: Relation) => boolean): AsyncGenerator<Related> {
    for await (const found of this.#holding('"relation":')) {
      if ('unreadable' in found) continue;
      const { threadId, relation } = found.summary;
      if (relation !== undefined && isWanted(relation)) yield { threadId, ...relation };
    }
  }

  /** The newest of them, so that what an earlier run opened is found. */
  async findRelated({ kind, of }: Relation): Promise<string | undefined> {
    for await (const { threadId } of this.eachRelated((one) => one.of === of && one.kind === kind)) return threadId;
    return undefined;
  }

  /** In order of their names. */
  async listRelated(of: string, kinds: readonly Relation['kind'][]): Promise<readonly string[]> {
    const found: string[] = [];
    const isWanted = (relation: Relation) => relation.of === of && kinds.includes(relation.kind);
    for await (const { threadId } of this.eachRelated(isWanted)) found.push(threadId);
    return found.sort();
  }

  /** What is kept of debates, without those whose memo does not hold these characters. */
  async *#holding(holds: string, start = MEMO_START): AsyncGenerator<Digest | UnreadableDebate> {
    const { store } = this.#ports;
    const listed = start === undefined ? undefined : await store.searchIndex?.listByMemo({ start, holds });
    for await (const ledgers of this.#parts(listed ? [listed] : newestPages(store))) {
      for (const ledger of ledgers) {
        const kept = this.#rows.get(ledger) ?? (await this.#recall(ledger));
        if (typeof kept === 'string' && !kept.includes(holds)) continue;
        yield await this.#digest(ledger);
      }
    }
  }

  async *#parts(
    pages: AsyncIterable<readonly StoredLedger[]> | Iterable<readonly StoredLedger[]>,
  ): AsyncGenerator<readonly StoredLedger[]> {
    for await (const ledgers of pages) {
      for (const some of cutIntoParts(ledgers, ASKED_TOGETHER)) {
        await this.recall(some);
        yield some;
      }
    }
  }

  async of(ledgers: readonly StoredLedger[]): Promise<readonly ListedDebate[]> {
    const rows: ListedDebate[] = [];
    for (const ledger of ledgers) rows.push(await this.#row(ledger));
    return rows;
  }

  /** Of those that were just written, and probably will be again: of a debate that this process knows only what is new is read. */
  async ofChanged(ledgers: readonly StoredLedger[]): Promise<readonly ListedDebate[]> {
    for (const ledger of ledgers) await this.#read(ledger, async (id) => await this.#ports.engine.snapshot(id));
    return await this.of(ledgers);
  }

  /** Takes in what was made of these ledgers before, all at once where the store can give it so. */
  async recall(ledgers: readonly StoredLedger[]): Promise<void> {
    const { searchIndex } = this.#ports.store;
    const unknown = ledgers.filter((ledger) => this.#rows.get(ledger) === undefined);
    if (searchIndex === undefined || unknown.length === 0) return;
    const memos = await searchIndex.readMemos(unknown);
    for (const ledger of unknown) this.#keep(ledger, memos.get(ledger.id));
  }

  /** Of the ledger that a row was read from, while it is kept. */
  versionOf(id: string): string | undefined {
    return this.#rows.versionOf(id);
  }

  /** Some of them, of which alone the ledgers are read, unless `wanted` has to look at all. */
  async page({
    from,
    limit,
    ...choice
  }: SummaryFilter & { from: number; limit: number }): Promise<{ total: number; rows: readonly ListedDebate[] }> {
    if (choice.wanted === undefined) return await this.#pageOfAll(from, from + limit);
    const rows: ListedDebate[] = [];
    for await (const row of this.each(choice)) rows.push(row);
    return { total: rows.length, rows: rows.slice(from, from + limit) };
  }

  async #pageOfAll(from: number, to: number): Promise<{ total: number; rows: readonly ListedDebate[] }> {
    const rows: ListedDebate[] = [];
    let passed = 0;
    let next: string | undefined;
    do {
      const page: Page<StoredLedger> = await this.#ports.store.newest(defined({ after: next }));
      const wanted = page.items.slice(Math.max(0, from - passed), Math.max(0, to - passed));
      await this.recall(wanted);
      for (const ledger of wanted) rows.push(await this.#row(ledger));
      passed += page.items.length;
      next = page.next;
    } while (next !== undefined && passed < to);
    return { total: next === undefined ? passed : await this.#ports.store.count(), rows };
  }

  /** What was decided in which debate, for a store without an index of that. Throws `cancelled`. */
  async glances(signal?: AbortSignal): Promise<readonly VersionedGlance[]> {
    const glances: VersionedGlance[] = [];
    for await (const ledgers of newestPages(this.#ports.store)) {
      for (const ledger of ledgers) {
        if (signal?.aborted === true) throw new HallError('cancelled', 'Cancelled while past decisions were read.');
        const kept = this.#decided.get(ledger);
        const glance = kept === undefined ? await this.#findDecided(ledger) : kept;
        if (glance !== null) glances.push({ ...glance, version: ledger.version });
      }
    }
    return glances;
  }

  async #row(ledger: StoredLedger): Promise<ListedDebate> {
    const found = await this.#digest(ledger);
    if ('unreadable' in found) return found;
    if (found.summary.status !== 'open') return { ...found.summary, running: false };
    return { ...found.summary, running: ledger.running ?? (await this.#ports.store.isRunning(ledger.id)) };
  }

  async #digest(ledger: StoredLedger): Promise<Digest | UnreadableDebate> {
    const kept = this.#rows.get(ledger) ?? (await this.#recall(ledger));
    if (typeof kept === 'object') return kept;
    const found = kept === undefined ? undefined : readMemo(kept);
    if (found?.summary.threadId !== ledger.id) return await this.#readAndKeep(ledger);
    this.#rows.set(ledger, found);
    return found;
  }

  async #readAndKeep(ledger: StoredLedger): Promise<Digest | UnreadableDebate> {
    const found = await this.#read(ledger, async (id) => await this.#ports.engine.readOnce(id));
    const memo = 'unreadable' in found ? undefined : writeMemo(found, this.#decided.get(ledger));
    // Whoever may only read gets the row all the same.
    if (memo !== undefined) await unlessRefused(() => this.#ports.store.keepMemo(ledger, memo), 'storage');
    return found;
  }

  async #findDecided(ledger: StoredLedger): Promise<Glance | null> {
    const memo = await this.#ports.store.readMemo(ledger);
    const found = memo === undefined ? undefined : readDecided(memo);
    if (found === undefined || (found !== null && found.threadId !== ledger.id)) await this.#readAndKeep(ledger);
    else this.#decided.set(ledger, found);
    return this.#decided.get(ledger) ?? null;
  }

  /** What an earlier process made of the same ledger. */
  async #recall(ledger: StoredLedger): Promise<string | undefined> {
    return this.#keep(ledger, await this.#ports.store.readMemo(ledger));
  }

  #keep(ledger: StoredLedger, memo: string | undefined): string | undefined {
    if (MEMO_START === undefined || memo?.startsWith(MEMO_START) !== true) return undefined;
    this.#rows.set(ledger, memo);
    return memo;
  }

  async #read(ledger: StoredLedger, read: (id: string) => Promise<Snapshot>): Promise<Digest | UnreadableDebate> {
    try {
      const snapshot = await read(ledger.id);
      const found = digest(snapshot);
      this.#rows.set(ledger, found);
      if (this.#ports.store.searchIndex === undefined) this.#decided.set(ledger, toGlance(snapshot) ?? null);
      return found;
    } catch (error) {
      if (!(error instanceof HallError)) throw error;
      const { code, message } =
        (error.code === 'ledger-damaged' && (await findForeign(this.#ports.store, ledger.id))) || error;
      const row = { threadId: ledger.id, code, unreadable: message };
      // What another reason keeps from being read just now may be readable at the next call.
      if (UNREADABLE.includes(error.code)) {
        this.#rows.set(ledger, row);
        this.#decided.set(ledger, null);
      }
      return row;
    }
  }
}
