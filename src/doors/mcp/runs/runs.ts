// The runs that tools ask for. Those of this process can be stopped, and all are when the server ends.

import type { RunInput } from '../../../hall/operations/debate/running/prepare-run.ts';
import type { RunOutput } from '../../../hall/operations/debate/running/run-output.ts';
import { runThread } from '../../../hall/operations/debate/running/run-thread.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { toHallError } from '../errors.ts';

export interface Runs {
  /** Returns when the debate ends or pauses, or the caller's signal is aborted. */
  run(hall: Hall, input: RunInput): Promise<RunOutput>;
  /** Returns when the run has begun, or waits in a queue; it continues without the caller. `finished` is called whatever happens. */
  start(hall: Hall, input: RunInput, finished: () => Promise<void>): Promise<void>;
  /** The caller's signal, aborted when the server ends as well. */
  stoppable(signal: AbortSignal | undefined): AbortSignal;
  /** Lets the end of the server wait for this, the closing of a run's own hall included. */
  track<T>(work: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** What any server waits for before it ends. */
export class Work {
  readonly #stop = new AbortController();
  readonly #going = new Set<Promise<unknown>>();

  stoppable(signal: AbortSignal | undefined): AbortSignal {
    return signal === undefined ? this.#stop.signal : AbortSignal.any([signal, this.#stop.signal]);
  }

  async track<T>(work: Promise<T>): Promise<T> {
    this.#going.add(work);
    try {
      return await work;
    } finally {
      this.#going.delete(work);
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled([...this.#going]);
  }
}

/** Runs in this process. */
export class OwnRuns extends Work implements Runs {
  async run(hall: Hall, input: RunInput): Promise<RunOutput> {
    return await this.track(runThread(hall, { ...input, signal: this.stoppable(input.signal) }));
  }

  async start(hall: Hall, input: RunInput, finished: () => Promise<void>): Promise<void> {
    let work: Promise<unknown> = Promise.resolve();
    const started = new Promise<void>((resolve) => {
      const listen: RunInput['listen'] = (event) => {
        if (event.type === 'run-started') resolve();
      };
      work = this.run(hall, { ...input, listen });
    });
    this.#inBackground(work.finally(finished));
    // What refuses a run at its start reaches the caller, not only the log.
    await Promise.race([started, work]);
  }

  /** Errors are in the ledger, or in the server's log. */
  #inBackground(work: Promise<unknown>): void {
    this.track(work).catch((error: unknown) => {
      const { code, message } = toHallError(error);
      process.stderr.write(`debate-hall: a run ended with ${code}: ${message}\n`);
    });
  }
}

/** Here or by workers, as the hall has it. */
export class HallRuns extends Work implements Runs {
  readonly #own: Runs;
  readonly #queued: Runs;

  constructor(own: Runs, queued: Runs) {
    super();
    this.#own = own;
    this.#queued = queued;
  }

  async run(hall: Hall, input: RunInput): Promise<RunOutput> {
    return await this.#runsOf(hall).run(hall, input);
  }

  async start(hall: Hall, input: RunInput, finished: () => Promise<void>): Promise<void> {
    await this.#runsOf(hall).start(hall, input, finished);
  }

  override async close(): Promise<void> {
    await Promise.all([this.#own.close(), this.#queued.close(), super.close()]);
  }

  #runsOf({ runs }: Hall): Runs {
    return runs === 'here' ? this.#own : this.#queued;
  }
}
