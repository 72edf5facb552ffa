// What a key or a token has opened ends with it: streams, and sessions of MCP. A key ends when it is revoked, at whatever server of the
// hall; both end when their time is over. What was opened without a key ends with the hall's first one.
import { isValid, type KeyStore, type SignedIn } from '../../platform/auth/credentials.ts';
import { callAfter } from '../../support/wait.ts';

/** Good for one stream or session. */
export interface CredentialUse {
  /** Aborted when the key or token is no longer good. */
  readonly signal: AbortSignal;
  /** What it was for is over. */
  close(): void;
}

export class CredentialExpiry {
  readonly #keys: KeyStore;
  readonly #now: () => number;
  readonly #watch: { close(): void };
  /** By the ID of their key. */
  readonly #open = new Map<string, Set<AbortController>>();
  /** Somebody may have looked such a key up just before, and open something with it just after. */
  readonly #ended = new Set<string>();

  /** Of those who were not asked who they are. */
  readonly #withoutKey = new Set<AbortController>();
  readonly #hall: string;

  constructor(keys: KeyStore, now: () => number, hall: string) {
    this.#keys = keys;
    this.#now = now;
    this.#hall = hall;
    this.#watch = keys.watch((id) => {
      void this.#look(id === undefined ? [...this.#open.keys()] : [id]);
      void this.#lookForFirst();
    });
  }

  /** Good until the hall has its first key. */
  openWithoutKey(): CredentialUse {
    const end = new AbortController();
    this.#withoutKey.add(end);
    return { signal: end.signal, close: () => void this.#withoutKey.delete(end) };
  }

  open({ key, expires }: Pick<SignedIn, 'key' | 'expires'>): CredentialUse {
    const end = new AbortController();
    const own = key === undefined ? undefined : (this.#open.get(key) ?? new Set());
    if (key !== undefined && own !== undefined) this.#open.set(key, own.add(end));
    if (key !== undefined && this.#ended.has(key)) end.abort();
    const stop = this.#endAt(expires, end);
    return {
      signal: end.signal,
      close: () => {
        stop();
        own?.delete(end);
        if (key !== undefined && own?.size === 0) this.#open.delete(key);
      },
    };
  }

  close(): void {
    this.#watch.close();
  }

  #endAt(expires: Date, end: AbortController): () => void {
    let stop = () => {};
    const look = () => {
      const left = expires.getTime() - this.#now();
      if (left <= 0) return end.abort();
      stop = callAfter(left, look, { keepsProcess: false });
    };
    look();
    return () => stop();
  }

  async #lookForFirst(): Promise<void> {
    if (this.#withoutKey.size === 0) return;
    const keys = await this.#keys.list(this.#hall).catch(() => []);
    if (keys.length > 0) for (const end of this.#withoutKey) end.abort();
  }

  async #look(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      // A database that cannot be asked refuses every request; what is open is looked at again when it is back.
      const kept = await this.#keys.find(id).catch(() => 'unknown' as const);
      if (kept === 'unknown' || (kept !== undefined && isValid(kept, this.#now()))) continue;
      this.#ended.add(id);
      for (const end of this.#open.get(id) ?? []) end.abort();
    }
  }
}
