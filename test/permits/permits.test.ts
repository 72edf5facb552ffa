// Permits, wherever they are kept: never more than the limits allow, and what is freed is taken.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import type { Permits } from '../../src/permits/permits.ts';
import { PostgresPermits } from '../../src/permits/postgres/index.ts';
import { ProcessPermits } from '../../src/permits/process/index.ts';
import { systemClock, systemRandom } from '../../src/support/clock.ts';
import { neverAborted, wait } from '../../src/support/wait.ts';
import { times } from '../support/campaign.ts';
import { type Postgres, startPostgres, whyNoPostgres } from '../support/postgres.ts';

const CALLS = times(1_000, 200);

let postgres: Postgres | undefined;
let database: Database;
beforeAll(async () => {
  if (whyNoPostgres !== undefined) return;
  postgres = await startPostgres();
  database = new Database(postgres);
  await migrate(database);
});
afterAll(async () => {
  await database?.close();
  await postgres?.remove();
});

const KINDS = [
  { name: 'of a process', missing: undefined, open: (): Permits => new ProcessPermits(systemClock) },
  {
    name: 'of a shared hall',
    missing: whyNoPostgres,
    open: (): Permits =>
      new PostgresPermits({
        database: new Database({ url: postgres?.url ?? '' }),
        hall: 'default',
        random: systemRandom,
        clock: systemClock,
      }),
  },
] as const;

describe.each(KINDS)('permits $name', ({ missing, open, name }) => {
  it.skipIf(missing !== undefined)(`are never more than the limit in ${CALLS} calls`, async () => {
    // Four workers with eight calls at a time each; those of a process are of one.
    const one = open();
    const workers = name === 'of a process' ? [one, one, one, one] : [one, open(), open(), open()];
    let running = 0;
    let most = 0;
    let left = CALLS;
    const call = async (permits: Permits) => {
      while (left > 0) {
        left -= 1;
        const permit = await permits.acquire('k', { concurrent: 5 }, neverAborted);
        running += 1;
        most = Math.max(most, running);
        await wait(2);
        running -= 1;
        await permit?.release();
      }
    };
    await Promise.all(workers.flatMap((permits) => Array.from({ length: 8 }, async () => await call(permits))));
    for (const permits of new Set(workers)) await permits.close();
    expect(most).toBe(5);
  });

  it.skipIf(missing !== undefined)('are given to nobody who has stopped waiting', async () => {
    const permits = open();
    const limits = { concurrent: 1 };
    const held = await permits.acquire('stopped', limits, neverAborted);
    const stop = new AbortController();
    const waiting = permits.acquire('stopped', limits, stop.signal);
    stop.abort();
    expect(await waiting).toBeUndefined();
    await held?.release();
    expect(await permits.acquire('stopped', limits, neverAborted)).toBeDefined();
    await permits.close();
  });

  it.skipIf(missing !== undefined)('are no more in a minute than the limit, however short the calls', async () => {
    const permits = open();
    const limits = { perMinute: 3 };
    for (let call = 0; call < 3; call += 1) await (await permits.acquire('minute', limits, neverAborted))?.release();
    const stop = new AbortController();
    const fourth = permits.acquire('minute', limits, stop.signal);
    const other = await permits.acquire('another key', limits, neverAborted);
    expect(other).toBeDefined();
    stop.abort();
    expect(await fourth).toBeUndefined();
    await permits.close();
  });
});

describe.skipIf(whyNoPostgres !== undefined)('a permit of a shared hall', () => {
  it('is free again when its holder was silent for too long, who hears of it', async () => {
    const [dead, alive] = [KINDS[1].open(), KINDS[1].open()];
    const held = await dead.acquire('silent', { concurrent: 1 }, neverAborted);
    await database.query(`update debate_hall.permit set until = clock_timestamp() where key = 'silent'`);
    expect(await alive.acquire('silent', { concurrent: 1 }, neverAborted)).toBeDefined();
    await new Promise<void>((resolve) => held?.lost.addEventListener('abort', () => resolve()));
    await held?.release();
    const stop = new AbortController();
    const third = alive.acquire('silent', { concurrent: 1 }, stop.signal);
    stop.abort();
    expect(await third).toBeUndefined();
    for (const permits of [dead, alive]) await permits.close();
  });
});
