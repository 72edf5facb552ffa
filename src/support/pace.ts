// Lets other work go on during a long computation, and ends one that takes too long.
import { setImmediate } from 'node:timers/promises';
import { processorMs, systemClock } from './clock.ts';

/** Other work waits no longer than that, and for one part. */
const SLICE_MS = 50;

/**
 * To be called before each part of a computation: gives a promise to wait for when others have waited long enough, and throws what
 * `tooLong` makes after `maxWorkMs` of a processor's time, waits not counted.
 */
export type Pace = () => Promise<void> | undefined;

export function createPace(limit?: { readonly maxWorkMs: number; readonly tooLong: () => Error }): Pace {
  let worked = 0;
  let since = systemClock.elapsed();
  let before = processorMs();
  return () => {
    if (systemClock.elapsed() - since < SLICE_MS) return undefined;
    worked += processorMs() - before;
    if (limit !== undefined && worked > limit.maxWorkMs) throw limit.tooLong();
    return setImmediate().then(() => {
      since = systemClock.elapsed();
      before = processorMs();
    });
  };
}
