// Waits for changes of one ledger, or of any, by whatever process, without reading them over and over.
import { systemClock } from '../../support/clock.ts';
import { Alarm } from '../../support/wait.ts';
import type { Store, Watch } from '../stores/store.ts';

export class ChangeNotice {
  readonly #watch: Watch;
  readonly #changed = new Alarm();
  /** What was told of since `take` was called; `undefined` where something may have been missed. */
  #heard: Set<string> | undefined;
  /** When nobody knew last. */
  #unsureAt = 0;

  constructor(store: Pick<Store, 'watch'>, threadId?: string) {
    this.#watch = store.watch((id) => {
      if (threadId !== undefined && id !== undefined && id !== threadId) return;
      if (id === undefined) this.#heard = undefined;
      else this.#heard?.add(id);
      this.#changed.ring();
    });
  }

  /** Resolves when there may be something new since this was called last, or `signal` is aborted. */
  async next(signal: AbortSignal): Promise<void> {
    await this.#changed.wait(this.#watch.trustMs, signal);
  }

  /** What was written since it was called last; `undefined` where nobody knows, and at times, as a notice may have been lost. */
  take(): ReadonlySet<string> | undefined {
    const now = systemClock.elapsed();
    const heard = now - this.#unsureAt < this.#watch.trustMs ? this.#heard : undefined;
    if (heard === undefined) this.#unsureAt = now;
    this.#heard = new Set();
    return heard;
  }

  close(): void {
    this.#watch.close();
  }
}
