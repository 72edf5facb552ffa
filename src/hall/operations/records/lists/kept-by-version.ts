// What was read from ledgers, as long as they stand as they were read. Bounded: what was read first goes first.
import type { StoredLedger } from '../../../../ledger/stores/store.ts';
import { Recent } from '../../../../support/recent.ts';

/** A row is about a kilobyte, of a folder with what was decided about three. */
const MOST = 20_000;

export class KeptByVersion<Value> {
  readonly #kept = new Recent<string, { readonly version: string; readonly value: Value }>(MOST);

  get({ id, version }: StoredLedger): Value | undefined {
    const kept = this.#kept.get(id);
    return kept?.version === version ? kept.value : undefined;
  }

  versionOf(id: string): string | undefined {
    return this.#kept.get(id)?.version;
  }

  set({ id, version }: StoredLedger, value: Value): void {
    this.#kept.set(id, { version, value });
  }
}
