// What a key or a token has opened ends with it: streams, and sessions of MCP. A key ends when it is revoked, at whatever server of the
// hall; both end when their time is over. What was opened without a key ends with the hall's first one.
import { isValid, type KeyStore, type SignedIn } from '../../platform/auth/credentials.ts';
import { callAfter } from '../../support/wait.ts';

/** What one stream or session rests on. */
interface Use {
  readonly end: AbortController;
  /** From now on its time is over then. */
  endAt(expires: Date): void;
}

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
  readonly #open = new Map<string, Set<Use>>();
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
    let stop = this.#endAt(expires, end);
    const endAt = (sooner: Date) => {
      stop();
      stop = this.#endAt(sooner, end);
    };
    const use = { end, endAt };
    const own = key === undefined ? undefined : (this.#open.get(key) ?? new Set());
    if (key !== undefined && own !== undefined) this.#open.set(key, own.add(use));
    if (key !== undefined && this.#ended.has(key)) end.abort();
    return {
      signal: end.signal,
      close: () => {
        stop();
        own?.delete(use);
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
      if (kept === 'unknown') continue;
      const isOver = kept === undefined || !isValid(kept, this.#now());
      if (isOver) this.#ended.add(id);
      // One that is replaced ends sooner than it said when it was shown.
      for (const { end, endAt } of this.#open.get(id) ?? []) {
        if (isOver) end.abort();
        else endAt(kept.expires);
      }
    }
  }
}
