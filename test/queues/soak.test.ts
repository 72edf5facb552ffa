// A soak: rehearsed debates by workers that are killed at random; and, in a campaign, what workers do compared with one process.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { median } from '../../bench/measure.ts';
import { randomFrom } from '../../bench/random.ts';
import { runThread } from '../../src/operations/debate/running/run-thread.ts';
import type { Hall } from '../../src/operations/hall.ts';
import { orderRun } from '../../src/operations/queue/order-run.ts';
import { verifyDebate } from '../../src/operations/records/read-debate.ts';
import { neverAborted, wait } from '../../src/support/wait.ts';
import { inCampaign, times } from '../support/campaign.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import type { Running } from '../support/project.ts';
import { createSharedHall, type SharedHall } from '../support/shared-hall.ts';

const CONCURRENCY = 2;
/** For throughput, and for how long a run waits when nobody else does. */
const [MEASURED, PICKED_UP] = [times(30, 0, 60), times(15, 0, 30)];
const [DEBATES, WORKERS] = [times(100, 8, 1_000), times(4, 2)];
/** How often one of the workers dies. */
const KILL_EVERY_MS = times(3_000, 2_000);

const say = (text: string) => {
  if (inCampaign) process.stdout.write(`${text}\n`);
};
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

async function measureInPeace(shared: SharedHall, hall: Hall) {
  for (const id of [...named('alone', MEASURED), ...named('queued', MEASURED), ...named('picked', PICKED_UP)])
    await shared.open(id);
  const alone = await measure(
    named('alone', MEASURED),
    WORKERS * CONCURRENCY,
    async (threadId) => await runThread(hall, { threadId }),
  );
  await Promise.all(named('peace', WORKERS).map(async (name) => await shared.startWorker('--name', name)));
  const byWorkers = await measure(named('queued', MEASURED), MEASURED, async (id) => await runByWorkers(hall, id));
  const waits: number[] = [];
  for (const threadId of named('picked', PICKED_UP)) {
    await runByWorkers(hall, threadId);
    const [run] = await (await hall.queue()).list({ threadId });
    waits.push((run?.started?.getTime() ?? Number.NaN) - (run?.asked.getTime() ?? Number.NaN));
  }
  await shared.stopWorkers();
  const slowest = [...waits].sort((one, other) => one - other)[Math.ceil(0.95 * waits.length) - 1];
  return { alone, byWorkers, ratio: byWorkers / alone, pickUpMs: { p50: median(waits), p95: slowest } };
}

/** What is wrong with a debate that has ended; `undefined` when nothing is. */
async function findFault(hall: Hall, threadId: string): Promise<string | undefined> {
  const [run] = await (await hall.queue()).list({ threadId });
  if (run?.state !== 'done') return `${threadId} is ${run?.state ?? 'gone'}: ${run?.problem ?? ''}`;
  if (!(await verifyDebate(hall, { threadId })).ok) return `${threadId} does not verify`;
  const { log, debate } = await hall.engine.snapshot(threadId);
  if (debate.status !== 'closed') return `${threadId} is ${debate.status}`;
  const keys = log.flatMap((event) => (event.type === 'turn-recorded' ? [event.data.key] : []));
  return new Set(keys).size === keys.length ? undefined : `${threadId} has heard a turn twice`;
}

async function soak(shared: SharedHall, hall: Hall) {
  const ids = named('soak', DEBATES);
  for (const id of ids) await shared.open(id);
  const random = randomFrom(1);
  const over = new AbortController();
  const queue = await hall.queue();
  const [first = ''] = ids;
  let kills = 0;
  const keepOneRunning = async (name: string) => {
    for (let round = 1; !over.signal.aborted; round += 1) {
      const worker: Running = await shared.startWorker('--name', `${name}-${round}`, '--concurrency', `${CONCURRENCY}`);
      // One dies once a debate is over, however fast the machine is. Each lives for `KILL_EVERY_MS` times the number of workers, so
      // that one of them dies that often.
      const diesFirst = name === 'worker-0' && round === 1;
      if (diesFirst) await queue.whenEnded(first, neverAborted);
      else await wait(KILL_EVERY_MS * WORKERS * (0.5 + random()), over.signal);
      if (over.signal.aborted && !diesFirst) return;
      worker.child.kill('SIGKILL');
      await worker.finished;
      kills += 1;
    }
  };
  const running = named('worker', WORKERS).map(keepOneRunning);
  const from = performance.now();
  for (const threadId of ids) await orderRun(hall, { threadId, owner: `person-${Math.floor(random() * 5)}` });
  for (const [index, id] of ids.entries()) {
    await queue.whenEnded(id, neverAborted);
    if ((index + 1) % 100 === 0) say(`${index + 1} debates, ${kills} kills`);
  }
  const seconds = (performance.now() - from) / 1_000;
  over.abort();
  await Promise.all(running);
  const faults: string[] = [];
  let again = 0;
  for (const id of ids) {
    const fault = await findFault(hall, id);
    if (fault !== undefined) faults.push(fault);
    again += ((await queue.list({ threadId: id }))[0]?.attempts ?? 1) - 1;
  }
  return { debates: DEBATES, kills, takenOver: again, seconds: Math.round(seconds), faults };
}

describe.skipIf(whyNoPostgres !== undefined)('workers of a shared hall', () => {
  let shared: SharedHall;
  beforeAll(async () => {
    shared = await createSharedHall({ durable: true });
  }, 60_000);
  afterAll(async () => await shared.remove());

  it.runIf(inCampaign)('run as many debates as one process, and pick them up', async () => {
    const peace = await measureInPeace(shared, await shared.hall());
    say(JSON.stringify({ workers: WORKERS, ...peace }));
    expect(peace.byWorkers).toBeGreaterThan(0);
  });

  it(`end ${DEBATES} debates though they are killed at random: none lost, damaged, stuck or heard twice`, async () => {
    shared.useNewHall();
    const result = await soak(shared, await shared.hall());
    say(JSON.stringify(result));
    expect(result.faults).toEqual([]);
    expect(result.kills).toBeGreaterThan(0);
  });
});
