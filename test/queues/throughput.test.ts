// What workers do compared with one process, and how long a run waits when nobody else does. Only in a campaign.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runThread } from '../../src/hall/operations/debate/running/run-thread.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { orderRun } from '../../src/hall/operations/queue/order-run.ts';
import { neverAborted } from '../../src/support/wait.ts';
import { inCampaign, times } from '../support/campaign.ts';
import { isMeasured, reportTimes, say } from '../support/figures.ts';
import { startDurablePostgres } from '../support/make-tables.ts';
import { type Postgres, whyNoPostgres } from '../support/postgres.ts';
import { createSharedHall, type SharedHall } from '../support/shared-hall.ts';

const [WORKERS, CONCURRENCY] = [4, 2];
/** Only a measurement needs many of them. */
const [MEASURED, PICKED_UP] = [times(6, 0, 60), times(3, 0, 30)];

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

/** Debates per second, `atOnce` at a time. */
async function measure(ids: readonly string[], atOnce: number, run: (id: string) => Promise<unknown>): Promise<number> {
  const left = [...ids];
  const from = performance.now();
  const lane = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) await run(id);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return ids.length / ((performance.now() - from) / 1_000);
}

async function runByWorkers(hall: Hall, threadId: string): Promise<void> {
  await orderRun(hall, { threadId, owner: 'bench' });
  await (await hall.queue()).whenEnded(threadId, neverAborted);
}

describe.runIf(inCampaign && whyNoPostgres === undefined)('workers of a shared hall', () => {
  /** Only for a measurement: it waits for the disk. */
  let durable: Postgres | undefined;
  let shared: SharedHall;
  beforeAll(async () => {
    durable = isMeasured ? await startDurablePostgres() : undefined;
    shared = await createSharedHall(durable);
  });
  afterAll(async () => {
    await shared.remove();
    await durable?.remove();
  });

  it('run as many debates as one process, and pick them up', async () => {
    const hall = await shared.hall();
    for (const id of [...named('alone', MEASURED), ...named('queued', MEASURED), ...named('picked', PICKED_UP)])
      await shared.open(id);
    const run = async (threadId: string) => await runThread(hall, { threadId });
    const alone = await measure(named('alone', MEASURED), WORKERS * CONCURRENCY, run);
    await Promise.all(named('peace', WORKERS).map(async (name) => await shared.startWorker('--name', name)));
    const byWorkers = await measure(named('queued', MEASURED), MEASURED, async (id) => await runByWorkers(hall, id));
    say(`${MEASURED} debates by ${WORKERS} workers, as a ratio to one process: ${(byWorkers / alone).toFixed(2)}`);
    expect(byWorkers).toBeGreaterThan(0);
    const waits: number[] = [];
    for (const threadId of named('picked', PICKED_UP)) {
      await runByWorkers(hall, threadId);
      const [each] = await (await hall.queue()).list({ threadId });
      waits.push((each?.started?.getTime() ?? Number.NaN) - (each?.asked.getTime() ?? Number.NaN));
    }
    reportTimes('from asking to starting, when nothing else waits', waits);
  });
});
