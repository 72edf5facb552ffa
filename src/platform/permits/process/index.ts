// Permits for the calls of this process.
import { onceForName } from '../../../domain/once.ts';
import type { Clock } from '../../../support/clock.ts';
import { neverAborted, wait } from '../../../support/wait.ts';
import { MINUTE_MS, type Permit, type Permits } from '../permits.ts';

interface Use {
  running: number;
  /** When calls of the last minute began. */
  begun: number[];
  /** Aborted when a permit becomes free. */
  freed: AbortController;
}

function give(use: Use, now: number): Permit {
  use.running += 1;
  use.begun.push(now);
  let isHeld = true;
  return {
    lost: neverAborted,
    release: async () => {
      if (!isHeld) return;
      isHeld = false;
      use.running -= 1;
      use.freed.abort();
      use.freed = new AbortController();
    },
  };
}

export function openProcessPermits(clock: Clock): Permits {
  const useOf = onceForName((_key: string): Use => ({ running: 0, begun: [], freed: new AbortController() }));
  return {
    acquire: async (key, limits, signal) => {
      const { concurrent = Number.POSITIVE_INFINITY, perMinute = Number.POSITIVE_INFINITY } = limits;
      const use = useOf(key);
      while (!signal.aborted) {
        const now = clock.elapsed();
        use.begun = use.begun.filter((at) => at > now - MINUTE_MS);
        if (use.running < concurrent && use.begun.length < perMinute) return give(use, now);
        const oldest = use.begun[0] ?? now;
        const untilMinute = use.begun.length < perMinute ? MINUTE_MS : oldest + MINUTE_MS - now;
        await wait(Math.max(untilMinute, 1), use.freed.signal, signal);
      }
      return undefined;
    },
    close: async () => {},
  };
}
