// Waiting that can be cut short.

/** A signal that never aborts. */
export const neverAborted: AbortSignal = new AbortController().signal;

const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [1_000, 30_000];

/** How long to wait for what may be away for hours, after so many waits: 1 s, 2 s, 4 s, … up to 30 s. */
export const growingWait = (waits: number): number => Math.min(FIRST_WAIT_MS * 2 ** waits, LONGEST_WAIT_MS);

/** `setTimeout` fires at once for anything longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Calls `act` after `ms` milliseconds, however many they are. Returns what takes that back. What has come by then is heard first: a
 * process that stood still, as a laptop sleeps, hears its timers before anything else.
 */
export function callAfter(ms: number, act: () => void, { keepsProcess = true } = {}): () => void {
  let timer: NodeJS.Timeout;
  let last: NodeJS.Immediate | undefined;
  const hearFirst = (): void => {
    last = setImmediate(act);
    if (!keepsProcess) last.unref();
  };
  const start = (leftMs: number): void => {
    const next = leftMs > LONGEST_TIMER_MS ? () => start(leftMs - LONGEST_TIMER_MS) : hearFirst;
    timer = setTimeout(next, Math.min(leftMs, LONGEST_TIMER_MS));
    if (!keepsProcess) timer.unref();
  };
  start(ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(last);
  };
}

/**
 * Calls `act` when the signal is aborted: at once where it is already, as its event does not come again. Returns what takes that back.
 */
export function whenAborted(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) {
    act();
    return () => {};
  }
  // Each call is a listener of its own, even with the same function.
  const listener = () => act();
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

/**
 * Resolves after `ms` milliseconds, or as soon as one of the signals is aborted. They are not joined by `AbortSignal.any`, of which a
 * signal that lives for long keeps a trace for each wait.
 */
export async function wait(ms: number, ...signals: readonly AbortSignal[]): Promise<void> {
  let releases: readonly (() => void)[] = [];
  await new Promise<void>((resolve) => {
    releases = [callAfter(ms, resolve), ...signals.map((signal) => whenAborted(signal, resolve))];
  });
  for (const release of releases) release();
}

/**
 * Aborts with a `TimeoutError` after `ms` milliseconds, and keeps no process alive. `AbortSignal.timeout` does so only while somebody
 * holds it, and `AbortSignal.any` does not: a limit inside it was lost once memory had been collected (nodejs/node#54614).
 */
export function startTimeLimit(ms: number): AbortSignal {
  const limit = new AbortController();
  const late = () => limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  callAfter(ms, late, { keepsProcess: false });
  return limit.signal;
}

/** What the work gives within `ms` milliseconds and before a signal is aborted; `undefined` after that, whatever becomes of it. */
export async function waitFor<T>(
  work: Promise<T>,
  ms: number,
  ...signals: readonly AbortSignal[]
): Promise<T | undefined> {
  const done = new AbortController();
  const late = wait(ms, done.signal, ...signals).then(() => undefined);
  return await Promise.race([work, late]).finally(() => done.abort());
}

/** What the work gives; rejects as soon as the signal is aborted, whatever becomes of the work. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return await new Promise((resolve, reject) => {
    const release = whenAborted(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(release);
  });
}

/** Whether this error is what stopped work ends with. */
export function isAbort(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted && (error === signal.reason || (error instanceof Error && error.name === 'AbortError'));
}

/** Wakes whoever waits for something that another part of the program, or another process, tells of. */
export class Alarm {
  #rung = new AbortController();

  /** Ends the wait that goes on; where nobody waits, the next one. With a reason, as an abort without one makes an error, and a stack for it. */
  readonly ring = (): void => this.#rung.abort('rung');

  /** Resolves after `ms` milliseconds, or as soon as it rings or the signal is aborted; with whether it rang. */
  async wait(ms: number, signal: AbortSignal): Promise<boolean> {
    await wait(ms, this.#rung.signal, signal);
    const { aborted } = this.#rung.signal;
    this.#rung = new AbortController();
    return aborted;
  }
}

/** Waits for all of them. Throws the first error after the last one has ended. */
export async function awaitAll<T>(pending: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(pending);
  return await Promise.all(pending);
}

const TRY_AGAIN_MS = 2_000;

/** Repeats `step` until the signal is aborted. What fails meanwhile, such as a database that is away, is reported and tried again. */
export async function keepGoing(
  signal: AbortSignal,
  report: (fault: unknown) => void,
  step: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await step();
    } catch (fault) {
      if (signal.aborted) return;
      report(fault);
      await wait(TRY_AGAIN_MS, signal);
    }
  }
}
