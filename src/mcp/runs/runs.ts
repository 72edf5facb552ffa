// The runs that this server waits for: each can be stopped, and those of this process are when the server ends.

import { type RunInput, type RunOutput, runThread } from '../../operations/debate/run-thread.ts';
import type { Hall } from '../../operations/hall.ts';
import { runQueued } from '../../operations/queue/follow-run.ts';
import { toHallError } from '../errors.ts';

export class Runs {
  readonly #stop = new AbortController();
  readonly #going = new Set<Promise<unknown>>();

  /** Runs until the debate ends, pauses, the caller's signal is aborted or the server ends. */
  async run(hall: Hall, { owner, ...input }: RunInput & { readonly owner: string }): Promise<RunOutput> {
    const stoppable = { ...input, signal: this.stoppable(input.signal) };
    return await this.track(hall.asksWorkers ? runQueued(hall, { ...stoppable, owner }) : runThread(hall, stoppable));
  }

  /** The caller's signal, aborted when the server ends as well. */
  stoppable(signal: AbortSignal | undefined): AbortSignal {
    return signal === undefined ? this.#stop.signal : AbortSignal.any([signal, this.#stop.signal]);
  }

  /** Lets the end of the server wait for this, the closing of a run's own hall included. */
  async track<T>(work: Promise<T>): Promise<T> {
    this.#going.add(work);
    try {
      return await work;
    } finally {
      this.#going.delete(work);
    }
  }

  /** Continues without the caller; errors are in the ledger, or in the server's log. */
  inBackground(work: Promise<unknown>): void {
    this.track(work).catch((error: unknown) => {
      const { code, message } = toHallError(error);
      process.stderr.write(`debate-hall: a run ended with ${code}: ${message}\n`);
    });
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled([...this.#going]);
  }
}
