// Wakes whoever waits for something that another part of the program, or another process, tells of.
import { wait } from './wait.ts';

export class Alarm {
  #rung = new AbortController();

  /** Ends the wait that goes on; where nobody waits, the next one. */
  readonly ring = (): void => this.#rung.abort();

  /** Resolves after `ms` milliseconds, or as soon as it rings or the signal is aborted; with whether it rang. */
  async wait(ms: number, signal: AbortSignal): Promise<boolean> {
    await wait(ms, AbortSignal.any([this.#rung.signal, signal]));
    const { aborted } = this.#rung.signal;
    this.#rung = new AbortController();
    return aborted;
  }
}
