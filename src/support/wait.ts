// Waiting that can be cut short.
import { setTimeout as timer } from 'node:timers/promises';

/** A signal that never aborts. */
export const neverAborted: AbortSignal = new AbortController().signal;

/** Resolves after `ms` milliseconds, or as soon as the signal is aborted. */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await timer(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
  }
}
