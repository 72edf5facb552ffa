// Permits that all workers of a hall share: rows of its database, held as leases that their holder renews.
import type { Clock, RandomHex } from '../../../support/clock.ts';
import { Alarm, neverAborted } from '../../../support/wait.ts';
import { toNotifySql } from '../../database/channels.ts';
import type { Database } from '../../database/database.ts';
import { Notices } from '../../database/notices.ts';
import { MINUTE_MS, type Permit, type Permits, type ProviderLimits } from '../permits.ts';

/** How long a permit is held without a word of its holder; far longer than a database needs to restart. */
const LEASE_MS = 45_000;
const RENEW_EVERY_MS = 5_000;
/** A holder that hears nothing ends its call so long before, as programs take a moment to end. */
const END_WITHIN_MS = 3_000;
/** For permits whose time is over, which nobody tells of. */
const LOOK_EVERY_MS = 1_000;

const UNLIMITED: Permit = { lost: neverAborted, release: async () => {} };

export interface PostgresPermitsOptions {
  /** Closed with them. */
  readonly database: Database;
  readonly random: RandomHex;
  readonly clock: Clock;
}

export class PostgresPermits implements Permits {
  readonly #database: Database;
  readonly #notices: Notices;
  readonly #random: RandomHex;
  readonly #clock: Clock;

  constructor({ database, random, clock }: PostgresPermitsOptions) {
    this.#database = database;
    this.#notices = new Notices(database);
    this.#random = random;
    this.#clock = clock;
  }

  async acquire(key: string, limits: ProviderLimits, signal: AbortSignal): Promise<Permit | undefined> {
    const freed = new Alarm();
    const watch = this.#notices.listen('permits', (about) => {
      if (about === undefined || about === key) freed.ring();
    });
    try {
      while (!signal.aborted) {
        const permit = await this.#tryBoth(key, limits);
        if (permit !== undefined) return permit;
        await freed.wait(LOOK_EVERY_MS, signal);
      }
      return undefined;
    } finally {
      watch.close();
    }
  }

  async close(): Promise<void> {
    await this.#notices.close();
    await this.#database.close();
  }

  /** A place among those of the minute is kept for the minute, whatever becomes of the call. */
  async #tryBoth(key: string, { concurrent, perMinute }: ProviderLimits): Promise<Permit | undefined> {
    const holder = this.#random(16);
    const asked = this.#clock.elapsed();
    if (concurrent !== undefined && !(await this.#take(key, concurrent, holder, LEASE_MS))) return undefined;
    if (perMinute === undefined || (await this.#take(`${key} per minute`, perMinute, holder, MINUTE_MS))) {
      if (concurrent === undefined) return UNLIMITED;
      // This process stood still while it asked, and somebody else may have it by now.
      if (this.#countLeft(asked) > 0) return this.#hold(key, holder, asked);
    }
    await this.#giveBack(key, holder);
    return undefined;
  }

  async #take(key: string, places: number, holder: string, ms: number): Promise<boolean> {
    const take = async () =>
      await this.#database.query(
        `update debate_hall.permit set holder = $4, until = clock_timestamp() + $5 * interval '1 millisecond'
         where hall = $1 and key = $2 and n = (
           select n from debate_hall.permit
           where hall = $1 and key = $2 and n <= $3 and (holder is null or until < clock_timestamp())
           order by n limit 1 for update skip locked)
         returning n`,
        [this.#database.hall, key, places, holder, ms],
      );
    if ((await take()).length > 0) return true;
    const added = await this.#database.query(
      `insert into debate_hall.permit (hall, key, n) select $1, $2, generate_series(1, $3::int)
       on conflict do nothing returning n`,
      [this.#database.hall, key, places],
    );
    return added.length > 0 && (await take()).length > 0;
  }

  async #giveBack(key: string, holder: string): Promise<void> {
    await this.#database.query(
      `with freed as (
         update debate_hall.permit set holder = null, until = null where hall = $1 and key = $2 and holder = $3 returning n
       )
       select ${toNotifySql('permits', '$2')} from freed`,
      [this.#database.hall, key, holder],
    );
  }

  /** How long a permit that was asked for then can be used, so that its call ends before the lease does. */
  #countLeft(asked: number): number {
    return LEASE_MS - END_WITHIN_MS - (this.#clock.elapsed() - asked);
  }

  /** Renews it until it is released, or lost: the database stayed away for longer than the lease. */
  #hold(key: string, holder: string, asked: number): Permit {
    const lost = new AbortController();
    // Counted from before the question, so it never ends later than in the database.
    const endAfter = (begun: number) => setTimeout(() => lost.abort(), this.#countLeft(begun)).unref();
    let end = endAfter(asked);
    const renew = async () => {
      const begun = this.#clock.elapsed();
      const rows = await this.#database.query(
        `update debate_hall.permit set until = clock_timestamp() + interval '${LEASE_MS} milliseconds'
         where hall = $1 and key = $2 and holder = $3 and until >= clock_timestamp() returning n`,
        [this.#database.hall, key, holder],
      );
      clearTimeout(end);
      if (rows.length === 0) lost.abort();
      else end = endAfter(begun);
    };
    const renewing = setInterval(() => void renew().catch(() => {}), RENEW_EVERY_MS).unref();
    return {
      lost: lost.signal,
      release: async () => {
        clearInterval(renewing);
        clearTimeout(end);
        await this.#giveBack(key, holder).catch(() => {});
      },
    };
  }
}
