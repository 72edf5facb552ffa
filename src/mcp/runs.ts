// The runs of this process: each can be stopped, and all are when the server ends.
import { hallDepth } from '../agents/environment.ts';
import { HallError } from '../domain/errors.ts';
import type { Hall } from '../operations/hall.ts';
import { type RunInput, type RunOutput, runThread } from '../operations/run-thread.ts';
import { toHallError } from './errors.ts';

/** Throws `reentrant` inside an agent that a hall started: debates within debates never end. */
export function refuseInsideAgents(hall: Hall): void {
  if (hallDepth(hall.loaded.env) === 0) return;
  throw new HallError('reentrant', 'A debate cannot be run from inside an agent that a debate started.', {
    hint: 'Run the debate from outside this agent; opening debates and taking turns works here.',
  });
}

export class Runs {
  readonly #stop = new AbortController();
  readonly #going = new Set<Promise<unknown>>();

  /** Runs until the debate ends, pauses, the caller's signal is aborted or the server ends. */
  async run(hall: Hall, input: RunInput): Promise<RunOutput> {
    const signal = AbortSignal.any([input.signal, this.#stop.signal]);
    return await this.track(runThread(hall, { ...input, signal }));
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

  /** Goes on without the caller; what goes wrong is in the ledger, or told to the operator. */
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
