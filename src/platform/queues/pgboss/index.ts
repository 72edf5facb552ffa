// The queue of a shared hall: jobs of pg-boss in the hall's database, taken by workers on any machine.
import type { PgBoss } from 'pg-boss';
import { closeInOrder } from '../../../support/close-all.ts';
import { awaitAll } from '../../../support/wait.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { isLive, type QueueWorker, type RunOrder, type RunQueue } from '../queue.ts';
import { deleteJobs, executor, openBoss, QUEUE_OPTIONS } from './boss.ts';
import { nameQueue, openOrders, toPriority } from './orders.ts';
import { getBand, type RunRow } from './run-rows.ts';
import { openSchedules } from './schedules.ts';
import { openRoster, startWorker } from './worker.ts';

/** When nobody tells of news, such as after a lost connection. */
const LOOK_EVERY_MS = 2_000;

const toOrder = ({ id, owner, agents }: RunRow): RunOrder => ({
  threadId: id,
  agents,
  ...(owner === null ? {} : { owner }),
});

/** Closes the database with itself. */
export function openPgBossQueue(database: Database): RunQueue {
  const orders = openOrders(database);
  const roster = openRoster(database);
  /** Those that are there, as far as this process knows. */
  const queues = new Set<string>();
  const workers: Promise<QueueWorker>[] = [];
  let opening: Promise<PgBoss> | undefined;

  /** The next call tries again where it could not be opened. */
  async function getBoss(): Promise<PgBoss> {
    opening ??= openBoss(database);
    try {
      return await opening;
    } catch (error) {
      opening = undefined;
      throw error;
    }
  }
  const { work: workOnSchedules, removeOf: removeSchedulesOf, ...schedules } = openSchedules(database.hall, getBoss);

  /** Decides about the last order of a debate, alone. */
  async function change<T>(
    threadId: string,
    decide: (client: Transaction, row: RunRow | undefined) => Promise<T>,
  ): Promise<T> {
    return await orders.change(async (client) => await decide(client, await orders.find(client, threadId)));
  }

  /** The job of the last order makes way for the new one. */
  async function send(
    client: Transaction,
    order: RunOrder,
    place: { readonly band: number; readonly turn: number },
    last: RunRow | undefined,
  ): Promise<void> {
    const boss = await getBoss();
    const db = executor(client);
    if (last !== undefined) await boss.deleteJob(last.queue, last.job, { db });
    const queue = nameQueue(database.hall, order);
    // One that is there stays as it is.
    if (!queues.has(queue)) await boss.createQueue(queue, QUEUE_OPTIONS);
    queues.add(queue);
    const { threadId } = order;
    const options = { singletonKey: threadId, priority: toPriority(place), db };
    const sendJob = async () => await boss.send(queue, { hall: database.hall, threadId }, options);
    let job = await sendJob();
    if (job === null) {
      // Somebody asked for a run of a debate of this ID while that was deleted.
      await deleteJobs(boss, queue, { key: threadId, db });
      job = await sendJob();
    }
    if (job === null) throw new TypeError(`The queue has two runs of ${threadId}.`);
    await orders.put(client, order, { ...place, queue, job });
    await orders.tell(threadId, client);
  }

  /** At the end of the turns of its band. */
  async function sendLast(client: Transaction, order: RunOrder, band: number, last: RunRow | undefined): Promise<void> {
    await send(client, order, { band, turn: await orders.nextTurn(client, order, band) }, last);
  }

  const continueRun: RunQueue['continueRun'] = async (threadId) => {
    // Most debates that people speak in were never queued.
    if ((await orders.list({ threadId })).length === 0) return;
    await change(threadId, async (client, row) => {
      if (row?.state === 'paused') await sendLast(client, toOrder(row), row.band, row);
    });
  };

  const alarm: RunQueue['alarm'] = (threadId) => database.alarm('runs', threadId);

  return {
    continueRun,
    alarm,
    enqueue: async (order, most, prepare) =>
      await change(order.threadId, async (client, row) => {
        if (isLive(row)) return 'already-queued';
        if (most !== undefined && (await orders.countLive(client, order)) >= most) return 'no-place';
        await prepare?.();
        await sendLast(client, order, getBand(order.priority), row);
        return 'queued';
      }),
    retry: async (threadId) =>
      await change(threadId, async (client, row) => {
        if (row?.state !== 'failed' && row?.state !== 'cancelled') return false;
        await sendLast(client, toOrder(row), row.band, row);
        return true;
      }),
    cancel: async (threadId) => {
      const boss = await getBoss();
      return await change(threadId, async (client, row) => {
        if (row === undefined || !isLive(row)) return false;
        await boss.cancel(row.queue, row.job, { db: executor(client) });
        await orders.tell(threadId, client);
        return true;
      });
    },
    remove: async (threadId) => {
      const boss = await getBoss();
      await change(threadId, async (client, row) => {
        if (row === undefined) return;
        await boss.deleteJob(row.queue, row.job, { db: executor(client) });
        await orders.remove(client, [row]);
        await orders.tell(threadId, client);
      });
      await removeSchedulesOf(threadId);
    },
    forget: async (before, dryRun) => {
      if (dryRun) return (await orders.listOver(before)).length;
      const boss = await getBoss();
      return await orders.change(async (client) => {
        const rows = await orders.listOver(before, client);
        for (const { queue, job } of rows) await boss.deleteJob(queue, job, { db: executor(client) });
        await orders.remove(client, rows);
        return rows.length;
      });
    },
    list: async (filter = {}) => await orders.list(filter),
    whenEnded: async (threadId, signal) => {
      const { changed, close } = alarm(threadId);
      try {
        for (;;) {
          const [run] = await orders.list({ threadId });
          if (run === undefined || !isLive(run) || signal.aborted) return run;
          await changed.wait(LOOK_EVERY_MS, signal);
        }
      } finally {
        close();
      }
    },
    workers: async () => await roster.list(),
    work: async (options, tasks) => {
      const boss = await openBoss(database, { schedule: true });
      await workOnSchedules(boss, tasks.recheck);
      const worker = startWorker({
        ...{ boss, database, orders, roster, options, tasks, continueRun },
        putBack: async (client, threadId) => {
          const row = await orders.find(client, threadId);
          if (row !== undefined) await send(client, toOrder(row), { band: row.band, turn: Number(row.turn) }, row);
        },
      });
      workers.push(worker);
      return await worker;
    },
    ...schedules,
    close: async () => {
      const stop = async () =>
        await awaitAll(workers.map(async (worker) => await (await worker.catch(() => undefined))?.close(0)));
      await closeInOrder([
        stop,
        async () => await (await opening?.catch(() => undefined))?.stop({ graceful: false }),
        async () => await database.close(),
      ]);
    },
  };
}
