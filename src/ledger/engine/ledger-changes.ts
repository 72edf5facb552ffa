// Which ledgers of a hall were written or deleted since somebody looked last, whether or not a notice of it came.
import { keepGoing, wait } from '../../support/wait.ts';
import type { Store, StoredLedger } from '../stores/store.ts';
import { newestPages } from '../stores/walk.ts';
import { ChangeNotice } from './change-notice.ts';

export interface Changes {
  readonly changed: readonly StoredLedger[];
  /** Those of them that were not there before. */
  readonly added: readonly string[];
  readonly gone: readonly string[];
}

type Known = ReadonlyMap<string, StoredLedger>;

interface Looked {
  readonly now: Known;
  readonly gone: readonly string[];
}

const keyById = (ledgers: readonly StoredLedger[]) => ledgers.map((ledger) => [ledger.id, ledger] as const);

export class LedgerChanges {
  readonly #store: Pick<Store, 'find' | 'newest'>;
  readonly #most: number | undefined;
  #known: Known | undefined;
  /** What the last look has missed, as it failed, nobody knows. */
  #isUnsure = false;

  /** `most`: looks at so many of the newest alone; what is older than those is gone. */
  constructor(store: Pick<Store, 'find' | 'newest'>, most?: number) {
    this.#store = store;
    this.#most = most;
  }

  /**
   * Gives `use` what has changed since the last look, and again with the next one if it throws; nothing in the first look, but all
   * ledgers after one that failed. `notified`: all that was written meanwhile, where that is known.
   */
  async look(notified: ReadonlySet<string> | undefined, use: (changes: Changes) => Promise<void>): Promise<void> {
    const known = this.#known;
    const isUnsure = this.#isUnsure;
    this.#isUnsure = true;
    const { now, gone } =
      known === undefined || isUnsure || notified === undefined
        ? await this.#lookAround(known)
        : await this.#lookAt(known, notified);
    const before = known ?? (isUnsure ? new Map<string, StoredLedger>() : now);
    const changed = [...now.values()].filter(({ id, version }) => before.get(id)?.version !== version);
    const added = changed.flatMap(({ id }) => (before.has(id) ? [] : [id]));
    await use({ changed, added, gone });
    this.#known = now;
    this.#isUnsure = false;
  }

  async #lookAt(known: Known, ids: ReadonlySet<string>): Promise<Looked> {
    if (ids.size === 0) return { now: known, gone: [] };
    const now = new Map(known);
    const found = keyById(await this.#store.find([...ids]));
    const gone = [...ids].filter((id) => now.delete(id) && !found.some(([there]) => there === id));
    for (const [id, ledger] of found) now.set(id, ledger);
    return { now, gone };
  }

  async #lookAround(known: Known = new Map()): Promise<Looked> {
    const now = new Map(keyById(await this.#list()));
    return { now, gone: [...known.keys()].filter((id) => !now.has(id)) };
  }

  async #list(): Promise<readonly StoredLedger[]> {
    if (this.#most !== undefined) return (await this.#store.newest({ most: this.#most })).items;
    const ledgers: StoredLedger[] = [];
    for await (const page of newestPages(this.#store)) ledgers.push(...page);
    return ledgers;
  }
}

/** Several events that come together cause one note. */
const GATHER_MS = 100;

interface Watching {
  /** Only so many of the newest; left out: all. */
  readonly most?: number;
  readonly signal: AbortSignal;
  readonly report: (fault: unknown) => void;
}

/** Also tells of what no notice came of, as while a database was away, once it looks by itself. */
export async function watchLedgers(
  store: Store,
  { most, signal, report }: Watching,
  use: (changes: Changes) => Promise<void>,
): Promise<void> {
  const notice = new ChangeNotice(store);
  const ledgers = new LedgerChanges(store, most);
  try {
    await keepGoing(signal, report, async () => {
      await ledgers.look(notice.take(), use);
      await notice.next(signal);
      await wait(GATHER_MS, signal);
    });
  } finally {
    notice.close();
  }
}
