// A map that keeps the entries that were set last, so that it never grows without end.

export class Recent<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #most: number;
  readonly #measure: (value: Value) => number;
  #size = 0;

  /** `most`: how many it keeps, or how much by `measure`. */
  constructor(most: number, measure: (value: Value) => number = () => 1) {
    this.#most = most;
    this.#measure = measure;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /** Makes it the newest; beyond `most` the oldest goes. */
  set(key: Key, value: Value): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#size += this.#measure(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#most) return;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const value = this.#entries.get(key);
    if (this.#entries.delete(key)) this.#size -= this.#measure(value as Value);
  }
}
