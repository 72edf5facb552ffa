// Waits for changes of one ledger, or of any, by whatever process, without reading them over and over.
import { Alarm } from '../../support/wait.ts';
import type { Store, Watch } from '../stores/store.ts';

export class ChangeNotice {
  readonly #watch: Watch;
  readonly #changed = new Alarm();
  /** What was told of since `take` was called; `undefined` where something may have been missed. */
  #heard: Set<string> | undefined;

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
    // Nobody told of anything for so long that there may be something untold.
    if (!(await this.#changed.wait(this.#watch.trustMs, signal))) this.#heard = undefined;
  }

  /** What was written since it was called last; `undefined` where nobody knows. */
  take(): ReadonlySet<string> | undefined {
    const heard = this.#heard;
    this.#heard = new Set();
    return heard;
  }

  close(): void {
    this.#watch.close();
  }
}
