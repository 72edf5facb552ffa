// Counts how long calls wait for permits of their provider.
import type { Clock } from '../../support/clock.ts';
import type { Permits } from '../permits/permits.ts';
import type { Metrics } from './metrics.ts';

export function timePermits(permits: Permits, { metrics, clock }: { metrics: Metrics; clock: Clock }): Permits {
  return {
    acquire: async (key, limits, signal) => {
      const from = clock.elapsed();
      try {
        return await permits.acquire(key, limits, signal);
      } finally {
        const [provider = ''] = key.split(' ');
        metrics.count('debate_hall_permit_waits_total', 1, { provider });
        metrics.count('debate_hall_permit_wait_seconds_total', (clock.elapsed() - from) / 1_000, { provider });
      }
    },
    close: async () => await permits.close(),
  };
}
