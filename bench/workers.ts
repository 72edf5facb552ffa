// `npm run bench:workers`: rehearsed debates by workers of a shared hall, first in peace and then with random kills of workers.
// Exit code 1 when a debate is lost, damaged, heard twice or stuck. `--debates N`, `--workers N`, `--kill-every SECONDS`, `--json`.
import { parseArgs } from 'node:util';
import { runThread } from '../src/operations/debate/run-thread.ts';
import type { Hall } from '../src/operations/hall.ts';
import { orderRun } from '../src/operations/queue/order-run.ts';
import { verifyDebate } from '../src/operations/records/read-debate.ts';
import { neverAborted, wait } from '../src/support/wait.ts';
import type { Running } from '../test/support/project.ts';
import { createSharedHall, type SharedHall } from '../test/support/shared-hall.ts';
import { median } from './measure.ts';
import { randomFrom } from './random.ts';

const { values } = parseArgs({
  options: {
    debates: { type: 'string', default: '1000' },
    workers: { type: 'string', default: '4' },
    'kill-every': { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
});
const [debates, workers] = [Number(values.debates), Number(values.workers)];
const killEveryMs = Number(values['kill-every']) * 1_000;
const CONCURRENCY = 2;
/** For throughput, and for how long a run waits when nobody else does. */
const [MEASURED, PICKED_UP] = [60, 30];

const say = (text: string) => process.stderr.write(`${text}\n`);
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
    workers * CONCURRENCY,
    async (threadId) => await runThread(hall, { threadId }),
  );
  await Promise.all(named('peace', workers).map(async (name) => await shared.startWorker('--name', name)));
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
  const ids = named('soak', debates);
  for (const id of ids) await shared.open(id);
  const random = randomFrom(1);
  const over = new AbortController();
  let kills = 0;
  const keepOneRunning = async (name: string) => {
    for (let round = 1; !over.signal.aborted; round += 1) {
      const worker: Running = await shared.startWorker('--name', `${name}-${round}`, '--concurrency', `${CONCURRENCY}`);
      // Each lives for `killEveryMs` times the number of workers, so that one of them dies that often.
      await wait(killEveryMs * workers * (0.5 + random()), over.signal);
      if (over.signal.aborted) return;
      worker.child.kill('SIGKILL');
      await worker.finished;
      kills += 1;
    }
  };
  const running = named('worker', workers).map(keepOneRunning);
  const from = performance.now();
  for (const threadId of ids) await orderRun(hall, { threadId, owner: `person-${Math.floor(random() * 5)}` });
  const queue = await hall.queue();
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
  return { debates, kills, takenOver: again, seconds: Math.round(seconds), faults };
}

const shared = await createSharedHall({ durable: true });
try {
  const hall = await shared.hall();
  const peace = await measureInPeace(shared, hall);
  say(`Alone ${peace.alone.toFixed(2)}/s, ${workers} workers ${peace.byWorkers.toFixed(2)}/s.`);
  const result = { workers, ...peace, soak: await soak(shared, await shared.hall()) };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  if (result.soak.faults.length > 0) process.exitCode = 1;
} finally {
  await shared.remove();
}
