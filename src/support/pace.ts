// Lets other work go on during a long computation, and ends one that takes too long.
import { setImmediate } from 'node:timers/promises';
import { systemClock } from './clock.ts';

/** Other work waits no longer than that, and for one part. */
const SLICE_MS = 50;

/**
 * To be called before each part of a computation: gives a promise to wait for when others have waited long enough, and throws what
 * `tooLong` makes after `maxWorkMs` of work, waits not counted.
 */
export type Pace = () => Promise<void> | undefined;

export function createPace(limit?: { readonly maxWorkMs: number; readonly tooLong: () => Error }): Pace {
  let worked = 0;
  let since = systemClock.elapsed();
  return () => {
    const slice = systemClock.elapsed() - since;
    if (slice < SLICE_MS) return undefined;
    worked += slice;
    if (limit !== undefined && worked > limit.maxWorkMs) throw limit.tooLong();
    return setImmediate().then(() => {
      since = systemClock.elapsed();
    });
  };
}
