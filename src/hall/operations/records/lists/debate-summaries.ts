// One row per debate, for lists: the newest first, each ledger read once and again only after it was written.
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import type { Engine } from '../../../../ledger/engine/engine.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { Page, Store, StoredLedger } from '../../../../ledger/stores/store.ts';
import { newestPages } from '../../../../ledger/stores/walk.ts';
import type { DamagedDebate, Digest, ListedDebate } from './debate-summary.ts';
import { KeptByVersion } from './kept-by-version.ts';
import { cutIntoParts, LedgerEnds } from './ledger-ends.ts';
import { type Glance, readGlances, type VersionedGlance } from './ledger-glance.ts';
import { type CouldBe, readSigns, type Signs } from './ledger-signs.ts';
import { digest } from './summarize.ts';
import { MEMO_START, readMemo, writeMemo } from './summary-memo.ts';

/** Which debates are wanted. */
export interface Choice {
  readonly wanted: (row: ListedDebate) => boolean;
  /** Holds out what need not be checked to know that it is not wanted. */
  readonly couldBe?: CouldBe;
}

export interface ListRequest extends Partial<Choice> {
  readonly from: number;
  readonly limit: number;
}

/** Ledgers that are looked at before the first of them is checked. */
const LOOKED_AT_TOGETHER = 128;

export class DebateSummaries {
  readonly #ports: { readonly engine: Engine; readonly store: Store };
  readonly #rows = new KeptByVersion<Digest | DamagedDebate>();
  readonly #signs: LedgerEnds<Signs>;
  readonly #glances: LedgerEnds<Glance | 'nothing'>;

  constructor(ports: { engine: Engine; store: Store }) {
    this.#ports = ports;
    this.#signs = new LedgerEnds(ports.store, readSigns);
    this.#glances = new LedgerEnds(ports.store, readGlances);
  }

  /**
   * One after the other, the one whose ledger was written last first, so that who has enough reads no further.
   * The order needs no ledger to be read, and a ledger whose text cannot be wanted is not checked.
   */
  async *each({ wanted = () => true, couldBe }: Partial<Choice> = {}): AsyncGenerator<ListedDebate> {
    for await (const ledgers of this.#parts(newestPages(this.#ports.store), couldBe)) {
      for (const ledger of ledgers) {
        const row = await this.#row(ledger);
        if (wanted(row)) yield row;
      }
    }
  }

  /** What is kept of each debate that is not damaged, in parts, for sums over a whole hall. */
  async *digests(): AsyncGenerator<readonly Digest[]> {
    for await (const ledgers of this.#parts(newestPages(this.#ports.store))) yield await this.#digests(ledgers);
  }

  /** The same of those of which somebody recorded how they turned out; of others, nothing is read where the store knows what was kept. */
  async *judged(): AsyncGenerator<Digest> {
    const { store } = this.#ports;
    const { searchIndex } = store;
    const listed = MEMO_START && (await searchIndex?.listByMemo({ start: MEMO_START, holds: '"turnedOut":' }));
    const pages = listed ? [listed] : newestPages(store);
    for await (const ledgers of this.#parts(pages, (_id, { turnedOut }) => turnedOut)) {
      for (const kept of await this.#digests(ledgers)) if (kept.summary.turnedOut !== undefined) yield kept;
    }
  }

  async *#parts(
    pages: AsyncIterable<readonly StoredLedger[]> | Iterable<readonly StoredLedger[]>,
    couldBe?: CouldBe,
  ): AsyncGenerator<readonly StoredLedger[]> {
    for await (const ledgers of pages) {
      for (const some of cutIntoParts(ledgers, LOOKED_AT_TOGETHER)) {
        await this.recall(some);
        yield couldBe === undefined ? some : await this.#leaveOut(some, couldBe);
      }
    }
  }

  async #digests(ledgers: readonly StoredLedger[]): Promise<readonly Digest[]> {
    const digests: Digest[] = [];
    for (const ledger of ledgers) {
      const found = this.#rows.get(ledger) ?? (await this.#digest(ledger));
      if (!('damaged' in found)) digests.push(found);
    }
    return digests;
  }

  /** Without those that cannot be wanted; one of which a row is kept costs no check. */
  async #leaveOut(ledgers: readonly StoredLedger[], couldBe: CouldBe): Promise<readonly StoredLedger[]> {
    const unknown = ledgers.filter((ledger) => this.#rows.get(ledger) === undefined);
    const signs = await this.#signs.lookAt(unknown);
    const unwanted = new Set(
      unknown.filter(({ id }, index) => {
        const found = signs[index];
        return typeof found === 'object' && !couldBe(id, found);
      }),
    );
    return ledgers.filter((ledger) => !unwanted.has(ledger));
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
  async page({ from, limit, ...choice }: ListRequest): Promise<{ total: number; rows: readonly ListedDebate[] }> {
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

  /** What was decided in which debate, unchecked: see `Glance`. */
  async glances(): Promise<readonly VersionedGlance[]> {
    const glances: VersionedGlance[] = [];
    for await (const ledgers of newestPages(this.#ports.store)) {
      const found = await this.#glances.lookAt(ledgers);
      for (const [index, { version }] of ledgers.entries()) {
        const glance = found[index];
        if (typeof glance === 'object') glances.push({ ...glance, version });
      }
    }
    return glances;
  }

  async #row(ledger: StoredLedger): Promise<ListedDebate> {
    const found = await this.#digest(ledger);
    if ('damaged' in found) return found;
    const { summary } = found;
    const isRunning = async () => ledger.running ?? (await this.#ports.store.isRunning(ledger.id));
    return { ...summary, running: summary.status === 'open' && (await isRunning()) };
  }

  async #digest(ledger: StoredLedger): Promise<Digest | DamagedDebate> {
    return this.#rows.get(ledger) ?? (await this.#recall(ledger)) ?? (await this.#readAndKeep(ledger));
  }

  async #readAndKeep(ledger: StoredLedger): Promise<Digest | DamagedDebate> {
    const found = await this.#read(ledger, async (id) => await this.#ports.engine.outline(id));
    const memo = 'damaged' in found ? undefined : writeMemo(found);
    if (memo !== undefined) await this.#ports.store.keepMemo(ledger, memo);
    return found;
  }

  /** What an earlier process made of the same ledger. */
  async #recall(ledger: StoredLedger): Promise<Digest | undefined> {
    return this.#keep(ledger, await this.#ports.store.readMemo(ledger));
  }

  #keep(ledger: StoredLedger, memo: string | undefined): Digest | undefined {
    const found = memo === undefined ? undefined : readMemo(memo);
    if (found?.summary.threadId !== ledger.id) return undefined;
    this.#rows.set(ledger, found);
    return found;
  }

  async #read(ledger: StoredLedger, read: (id: string) => Promise<Snapshot>): Promise<Digest | DamagedDebate> {
    const { id } = ledger;
    try {
      const found = digest(await read(id));
      this.#rows.set(ledger, found);
      return found;
    } catch (error) {
      if (!(error instanceof HallError)) throw error;
      const row = { threadId: id, damaged: error.message };
      // What was only unreadable just now may be readable at the next call.
      if (error.code === 'ledger-damaged') this.#rows.set(ledger, row);
      return row;
    }
  }
}
