// Permits, wherever they are kept: never more than the limits allow, and what is freed is taken.
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Database, type SqlStatement } from '../../src/platform/database/database.ts';
import type { Permits } from '../../src/platform/permits/permits.ts';
import { openPostgresPermits } from '../../src/platform/permits/postgres/index.ts';
import { openProcessPermits } from '../../src/platform/permits/process/index.ts';
import { systemClock, systemRandom } from '../../src/support/clock.ts';
import { Alarm, neverAborted, wait } from '../../src/support/wait.ts';
import { inCampaign, inCi, times } from '../support/campaign.ts';
import { openDatabase } from '../support/database.ts';
import { reportTimes } from '../support/figures.ts';
import { type PostgresDatabase, whyNoPostgres } from '../support/postgres.ts';

const CALLS = times(1_000, 60);
const HANDED_OVER = times(200, 3);

let postgres: PostgresDatabase | undefined;
let database: Database;
beforeAll(async () => {
  if (whyNoPostgres !== undefined) return;
  postgres = await openDatabase();
  database = new Database(postgres);
});
afterAll(async () => await database?.close());

const KINDS = [
  { name: 'of a process', missing: undefined, open: (): Permits => openProcessPermits(systemClock) },
  {
    name: 'of a shared hall',
    missing: whyNoPostgres,
    open: (): Permits =>
      openPostgresPermits({
        // Those to the same address would share their connections.
        database: new Database({
          url: `${postgres?.url}&application_name=worker-${systemRandom(4)}`,
          hall: 'default',
        }),
        random: systemRandom,
        clock: systemClock,
      }),
  },
] as const;

describe.each(KINDS)('permits $name', ({ missing, open, name }) => {
  it.runIf(inCi && missing === undefined)(`are never more than the limit in ${CALLS} calls`, async () => {
    // Four workers with eight calls at a time each; those of a process are of one.
    const one = open();
    const workers = name === 'of a process' ? [one, one, one, one] : [one, open(), open(), open()];
    let running = 0;
    let most = 0;
    let left = CALLS;
    const freed: number[] = [];
    const unused: number[] = [];
    const call = async (permits: Permits) => {
      while (left > 0) {
        left -= 1;
        const permit = await permits.acquire('k', { concurrent: 5 }, neverAborted);
        running += 1;
        most = Math.max(most, running);
        const freedAt = freed.shift();
        if (freedAt !== undefined) unused.push(performance.now() - freedAt);
        await wait(2);
        running -= 1;
        freed.push(performance.now());
        await permit?.release();
      }
    };
    await Promise.all(workers.flatMap((permits) => Array.from({ length: 8 }, async () => await call(permits))));
    for (const permits of new Set(workers)) await permits.close();
    expect(most).toBeLessThanOrEqual(5);
    expect(most).toBeGreaterThan(1);
    reportTimes(`permits ${name}: from the end of a call to the next that takes its permit`, unused, { p95: 1_000 });
  });

  it.skipIf(missing !== undefined)('go to whoever waits, as soon as they are free', async () => {
    const [one, other] = [open(), name === 'of a process' ? undefined : open()];
    const waited: number[] = [];
    for (let turn = 0; turn < HANDED_OVER; turn += 1) {
      const held = await one.acquire('handed over', { concurrent: 1 }, neverAborted);
      const waiting = (other ?? one).acquire('handed over', { concurrent: 1 }, neverAborted);
      // It has asked once, in vain.
      await wait(20);
      const freedAt = performance.now();
      await held?.release();
      const taken = await waiting;
      waited.push(performance.now() - freedAt);
      await taken?.release();
    }
    for (const each of [one, other]) await each?.close();
    reportTimes(`permits ${name}: from the end of a call to the start of one that waits`, waited, { p95: 1_000 });
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
  it('is asked for again by a process that stood still while it asked', async () => {
    const times = [0];
    // It stands still once, after it has asked.
    const clock = { ...systemClock, elapsed: () => times.shift() ?? 60_000 };
    const permits = openPostgresPermits({
      database: new Database({ url: postgres?.url ?? '', hall: 'default' }),
      random: systemRandom,
      clock,
    });
    const permit = await permits.acquire('stood still', { concurrent: 1 }, neverAborted);
    const rows = await database.query(
      `select 1 from debate_hall.permit where key = 'stood still' and until > clock_timestamp()`,
    );
    expect(rows).toHaveLength(1);
    await wait(5);
    expect(permit?.lost.aborted).toBe(false);
    await permit?.release();
    await permits.close();
  });

  it.runIf(inCampaign)('is free again when its holder was silent for too long, who hears of it', async () => {
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

it.each([
  ['while its call ends', false],
  ['after its call', true],
])('a permit that was given up is free again when the database answers %s', async (_, isEnded) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const clock = { ...systemClock, elapsed: () => Date.now() };
  const said: string[] = [];
  let answer: (rows: readonly object[]) => void = () => {};
  const silent: Pick<Database, 'hall' | 'alarm' | 'query'> = {
    hall: 'default',
    alarm: () => ({ changed: new Alarm(), close: () => {} }),
    query: async <Row extends object>(statement: SqlStatement) => {
      said.push(String(statement));
      if (said.length === 1) return [{ n: 1 }] as unknown as Row[];
      return await new Promise<readonly Row[]>((resolve) => {
        answer = (rows) => resolve(rows as readonly Row[]);
      });
    },
  };
  const permits = openPostgresPermits({ database: silent as Database, random: systemRandom, clock });
  const permit = await permits.acquire('given up', { concurrent: 1 }, neverAborted);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(permit?.lost.aborted).toBe(true);
  if (isEnded) await permit?.release();
  answer([{ n: 1 }]);
  await vi.advanceTimersByTimeAsync(0);
  if (!isEnded) {
    expect(said).toHaveLength(2);
    void permit?.release();
  }
  expect(said.slice(2)).toEqual([expect.stringContaining('holder = null')]);
});
