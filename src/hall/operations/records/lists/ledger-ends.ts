// What stands at the ends of many ledgers, unchecked: read together, and of each ledger once for each of its versions.
import type { Ends, Store, StoredLedger } from '../../../../ledger/stores/store.ts';
import { KeptByVersion } from './kept-by-version.ts';

/** Of the end of a ledger, where nearly every decision is. */
const END_BYTES = 8 * 1024;
/** A ledger that is longer is not read twice. */
const LONG_BYTES = 4 * 1024 * 1024;
/** In memory at once: few enough that they are gone before garbage is collected, which copies whatever is still in use. */
const TOGETHER_BYTES = 128 * 1024;

export function* cutIntoParts<Item>(items: readonly Item[], length: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += length) yield items.slice(from, from + length);
}

/** By ID; `unknown` where the lines that were read do not reach back far enough to tell. */
export type Look<Value> = (ends: ReadonlyMap<string, Ends>) => ReadonlyMap<string, Value | 'unknown'>;

export class LedgerEnds<Value extends object | string> {
  readonly #store: Pick<Store, 'readEnds'>;
  readonly #look: Look<Value>;
  readonly #kept = new KeptByVersion<Value | 'unknown'>();

  constructor(store: Pick<Store, 'readEnds'>, look: Look<Value>) {
    this.#store = store;
    this.#look = look;
  }

  /** Of each of them in this order; `undefined` where it cannot be read. */
  async lookAt(ledgers: readonly StoredLedger[]): Promise<readonly (Value | 'unknown' | undefined)[]> {
    const kept = ledgers.map((ledger) => this.#kept.get(ledger));
    const unread = ledgers.filter((_, index) => kept[index] === undefined);
    const read = await this.#read(unread.map(({ id }) => id));
    for (const ledger of unread) {
      const value = read.get(ledger.id);
      if (value !== undefined) this.#kept.set(ledger, value);
    }
    return ledgers.map(({ id }, index) => kept[index] ?? read.get(id));
  }

  /** At their ends, and at all of those whose end does not tell. */
  async #read(ids: readonly string[]): Promise<ReadonlyMap<string, Value | 'unknown'>> {
    const found = new Map<string, Value | 'unknown'>();
    let left = ids;
    for (const most of [END_BYTES, LONG_BYTES]) {
      for (const some of cutIntoParts(left, Math.max(1, TOGETHER_BYTES / most))) {
        for (const [id, value] of this.#look(await this.#store.readEnds(some, most))) found.set(id, value);
      }
      left = left.filter((id) => found.get(id) === 'unknown');
    }
    return found;
  }
}
