// Waits for changes of one ledger, or of any, by whatever process, without reading them over and over.
import type { Store, Watch } from '../stores/store.ts';
import { wait } from '../support/wait.ts';

export class ChangeNotice {
  readonly #watch: Watch;
  #changed = new AbortController();

  constructor(store: Pick<Store, 'watch'>, threadId?: string) {
    this.#watch = store.watch((id) => {
      if (threadId === undefined || id === undefined || id === threadId) this.#changed.abort();
    });
  }

  /** Resolves when there may be something new since this was called last, or `signal` is aborted. */
  async next(signal: AbortSignal): Promise<void> {
    await wait(this.#watch.trustMs, AbortSignal.any([this.#changed.signal, signal]));
    this.#changed = new AbortController();
  }

  close(): void {
    this.#watch.close();
  }
}
