// What was made of a ledger, kept in memory for as long as the ledger is not written.

interface Kept<Value> {
  readonly version: string;
  readonly value: Value;
  readonly size: number;
}

export interface KeptOptions<Value> {
  readonly sizeOf: (value: Value) => number;
  /** Of all sizes together: what comes when there is no room for it is not kept. */
  readonly most: number;
}

export class KeptByVersion<Value> {
  readonly #options: KeptOptions<Value>;
  readonly #kept = new Map<string, Kept<Value>>();
  #size = 0;

  constructor(options: KeptOptions<Value> = { sizeOf: () => 0, most: 0 }) {
    this.#options = options;
  }

  /** `version` is undefined for a ledger of which nothing is kept. */
  async get(id: string, version: string | undefined, make: () => Promise<Value>): Promise<Value> {
    const kept = this.#kept.get(id);
    if (kept !== undefined && kept.version === version) return kept.value;
    const value = await make();
    this.#drop(id);
    const size = this.#options.sizeOf(value);
    if (version !== undefined && this.#size + size <= this.#options.most) {
      this.#kept.set(id, { version, value, size });
      this.#size += size;
    }
    return value;
  }

  /** Of debates that were deleted. */
  forget(isThere: (id: string) => boolean): void {
    for (const id of [...this.#kept.keys()]) if (!isThere(id)) this.#drop(id);
  }

  #drop(id: string): void {
    this.#size -= this.#kept.get(id)?.size ?? 0;
    this.#kept.delete(id);
  }
}
