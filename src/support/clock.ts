// The only place that reads the clock and the source of randomness; everything else gets these handed in.
import { randomBytes } from 'node:crypto';

export interface Clock {
  /** Milliseconds since 1970, for timestamps. */
  now(): number;
  /** Milliseconds of a clock that never goes back, for durations. */
  elapsed(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  // `performance` is a module of its own, which takes a millisecond to load.
  elapsed: () => process.uptime() * 1_000,
};

/** Milliseconds of a processor that this process has taken, which a busy machine does not change much. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

export type RandomHex = (digits: number) => string;

export const systemRandom: RandomHex = (digits) =>
  randomBytes(Math.ceil(digits / 2))
    .toString('hex')
    .slice(0, digits);
