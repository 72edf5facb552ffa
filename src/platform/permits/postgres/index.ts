// Permits that all workers of a hall share: rows of its database, held as leases that their holder renews.
import type { Clock, RandomHex } from '../../../support/clock.ts';
import { neverAborted } from '../../../support/wait.ts';
import { toNotifySql } from '../../database/channels.ts';
import type { Database } from '../../database/database.ts';
import { countLeft, holdLease } from '../../database/lease.ts';
import { MINUTE_MS, type Permit, type Permits, type ProviderLimits } from '../permits.ts';

/** How long a permit is held without a word of its holder; far longer than a database needs to restart. */
const LEASE_MS = 45_000;
/** For permits whose time is over, which nobody tells of. */
const LOOK_EVERY_MS = 1_000;

const UNLIMITED: Permit = { lost: neverAborted, release: async () => {} };

export interface PostgresPermitsOptions {
  /** Closed with them. */
  readonly database: Database;
  readonly random: RandomHex;
  readonly clock: Clock;
}

export function openPostgresPermits({ database, random, clock }: PostgresPermitsOptions): Permits {
  const { hall } = database;

  async function take(key: string, places: number, holder: string, ms: number): Promise<boolean> {
    const takeFree = async () =>
      await database.query(
        `update debate_hall.permit set holder = $4, until = clock_timestamp() + $5 * interval '1 millisecond'
         where hall = $1 and key = $2 and n = (
           select n from debate_hall.permit
           where hall = $1 and key = $2 and n <= $3 and (holder is null or until < clock_timestamp())
           order by n limit 1 for update skip locked)
         returning n`,
        [hall, key, places, holder, ms],
      );
    if ((await takeFree()).length > 0) return true;
    const added = await database.query(
      `insert into debate_hall.permit (hall, key, n) select $1, $2, generate_series(1, $3::int)
       on conflict do nothing returning n`,
      [hall, key, places],
    );
    return added.length > 0 && (await takeFree()).length > 0;
  }

  async function giveBack(key: string, holder: string): Promise<void> {
    await database.query(
      `with freed as (
         update debate_hall.permit set holder = null, until = null where hall = $1 and key = $2 and holder = $3 returning n
       )
       select ${toNotifySql('permits', '$2')} from freed`,
      [hall, key, holder],
    );
  }

  /** A place among those of the minute is kept for the minute, whatever becomes of the call. */
  async function tryBoth(key: string, { concurrent, perMinute }: ProviderLimits): Promise<Permit | undefined> {
    const holder = random(16);
    const lease = { leaseMs: LEASE_MS, askedAt: clock.elapsed(), clock };
    if (concurrent !== undefined && !(await take(key, concurrent, holder, LEASE_MS))) return undefined;
    if (perMinute === undefined || (await take(`${key} per minute`, perMinute, holder, MINUTE_MS))) {
      if (concurrent === undefined) return UNLIMITED;
      // This process stood still while it asked, and somebody else may have it by now.
      if (countLeft(lease) > 0) {
        return holdLease({
          ...lease,
          renew: async (onRetry) =>
            await database.query(
              `update debate_hall.permit set until = clock_timestamp() + interval '${LEASE_MS} milliseconds'
               where hall = $1 and key = $2 and holder = $3 and until >= clock_timestamp() returning n`,
              [hall, key, holder],
              onRetry,
            ),
          giveBack: async () => await giveBack(key, holder),
        });
      }
    }
    await giveBack(key, holder);
    return undefined;
  }

  return {
    acquire: async (key, limits, signal) => {
      const { changed: freed, close } = database.alarm('permits', key);
      try {
        while (!signal.aborted) {
          const permit = await tryBoth(key, limits);
          if (permit !== undefined) return permit;
          await freed.wait(LOOK_EVERY_MS, signal);
        }
        return undefined;
      } finally {
        close();
      }
    },
    close: async () => await database.close(),
  };
}
