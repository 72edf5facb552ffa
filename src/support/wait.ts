// Waiting that can be cut short.
import { setTimeout as timer } from 'node:timers/promises';

/** A signal that never aborts. */
export const neverAborted: AbortSignal = new AbortController().signal;

const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [1_000, 30_000];

/** How long to wait for what may be away for hours, after so many waits: 1 s, 2 s, 4 s, … up to 30 s. */
export const growingWait = (waits: number): number => Math.min(FIRST_WAIT_MS * 2 ** waits, LONGEST_WAIT_MS);

/** Resolves after `ms` milliseconds, or as soon as the signal is aborted. */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await timer(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
  }
}

/**
 * Aborts with a `TimeoutError` after `ms` milliseconds, and keeps no process alive. `AbortSignal.timeout` does so only while somebody
 * holds it, and `AbortSignal.any` does not: a limit inside it was lost once memory had been collected (nodejs/node#54614).
 */
export function startTimeLimit(ms: number): AbortSignal {
  const limit = new AbortController();
  const late = () => limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  setTimeout(late, ms).unref();
  return limit.signal;
}

/** What the work gives within `ms` milliseconds and before a signal is aborted; `undefined` after that, whatever becomes of it. */
export async function waitFor<T>(
  work: Promise<T>,
  ms: number,
  ...signals: readonly AbortSignal[]
): Promise<T | undefined> {
  const done = new AbortController();
  const late = wait(ms, AbortSignal.any([done.signal, ...signals])).then(() => undefined);
  return await Promise.race([work, late]).finally(() => done.abort());
}

/** What the work gives; rejects as soon as the signal is aborted, whatever becomes of the work. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return await new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Wakes whoever waits for something that another part of the program, or another process, tells of. */
export class Alarm {
  #rung = new AbortController();

  /** Ends the wait that goes on; where nobody waits, the next one. With a reason, as an abort without one makes an error, and a stack for it. */
  readonly ring = (): void => this.#rung.abort('rung');

  /** Resolves after `ms` milliseconds, or as soon as it rings or the signal is aborted; with whether it rang. */
  async wait(ms: number, signal: AbortSignal): Promise<boolean> {
    await wait(ms, AbortSignal.any([this.#rung.signal, signal]));
    const { aborted } = this.#rung.signal;
    this.#rung = new AbortController();
    return aborted;
  }
}
