// The queue of a shared hall: jobs of pg-boss in the hall's database, taken by workers on any machine.
import type { PgBoss } from 'pg-boss';
import { Alarm } from '../../../support/wait.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { Notices } from '../../database/notices.ts';
import type {
  KnownWorker,
  Queued,
  QueuedRun,
  QueueWorker,
  RunFilter,
  RunOrder,
  RunQueue,
  Schedule,
  WorkerTasks,
  WorkOptions,
} from '../queue.ts';
import { executor, openBoss, QUEUE_OPTIONS } from './boss.ts';
import { nameQueue, Orders, toPriority } from './orders.ts';
import { Roster } from './roster.ts';
import { getBand, isLive, type Row } from './run-rows.ts';
import { Schedules } from './schedules.ts';
import { Worker } from './worker.ts';

/** When nobody tells of news, such as after a lost connection. */
const LOOK_EVERY_MS = 2_000;

const toOrder = ({ id, owner, agents }: Row): RunOrder => ({
  threadId: id,
  agents,
  ...(owner === null ? {} : { owner }),
});

export class PgBossQueue implements RunQueue {
  readonly #database: Database;
  readonly #orders: Orders;
  readonly #roster: Roster;
  readonly #notices: Notices;
  readonly #schedules: Schedules;
  readonly #known = new Set<string>();
  readonly #workers = new Set<Worker>();
  #opening: Promise<PgBoss> | undefined;

  /** Closes the database with itself. */
  constructor(database: Database) {
    this.#database = database;
    this.#orders = new Orders(this.#database);
    this.#roster = new Roster(this.#database);
    this.#notices = new Notices(this.#database);
    this.#schedules = new Schedules(database.hall, async () => await this.#boss());
  }

  async enqueue(order: RunOrder, most?: number): Promise<Queued> {
    return await this.#change(order.threadId, order, async (client, row) => {
      if (row !== undefined && isLive(row)) return 'already-queued';
      if (most !== undefined && (await this.#orders.countLive(client, order)) >= most) return 'no-place';
      const band = getBand(order.priority);
      await this.#send(client, order, { band, turn: await this.#orders.nextTurn(client, order, band) }, row);
      return 'queued';
    });
  }

  async continueRun(threadId: string): Promise<void> {
    // Most debates that people speak in were never queued.
    if ((await this.#orders.list({ threadId })).length === 0) return;
    await this.#change(threadId, undefined, async (client, row) => {
      if (row?.state === 'paused') await this.#sendAgain(client, row);
    });
  }

  async retry(threadId: string): Promise<boolean> {
    return await this.#change(threadId, undefined, async (client, row) => {
      if (row?.state !== 'failed' && row?.state !== 'cancelled') return false;
      await this.#sendAgain(client, row);
      return true;
    });
  }

  async cancel(threadId: string): Promise<boolean> {
    const boss = await this.#boss();
    return await this.#orders.change(async (client) => {
      const row = await this.#orders.find(client, threadId);
      if (row === undefined || !isLive(row)) return false;
      await boss.cancel(row.queue, row.job, { db: executor(client) });
      await this.#orders.tell(threadId, client);
      return true;
    });
  }

  async forget(before: Date, dryRun: boolean): Promise<number> {
    if (dryRun) return (await this.#orders.listOver(before)).length;
    const boss = await this.#boss();
    return await this.#orders.change(async (client) => {
      const rows = await this.#orders.listOver(before, client);
      for (const { queue, job } of rows) await boss.deleteJob(queue, job, { db: executor(client) });
      await this.#orders.remove(client, rows);
      return rows.length;
    });
  }

  async list(filter: RunFilter = {}): Promise<readonly QueuedRun[]> {
    return await this.#orders.list(filter);
  }

  async whenEnded(threadId: string, signal: AbortSignal): Promise<QueuedRun | undefined> {
    const changed = new Alarm();
    const watch = this.#notices.listen('runs', (about) => {
      if (about === undefined || about === threadId) changed.ring();
    });
    try {
      for (;;) {
        const [run] = await this.#orders.list({ threadId });
        if (run === undefined || !isLive(run) || signal.aborted) return run;
        await changed.wait(LOOK_EVERY_MS, signal);
      }
    } finally {
      watch.close();
    }
  }

  async workers(): Promise<readonly KnownWorker[]> {
    return await this.#roster.list();
  }

  async work(options: WorkOptions, tasks: WorkerTasks): Promise<QueueWorker> {
    const boss = await openBoss(this.#database, { schedule: true });
    await this.#schedules.work(boss, tasks.recheck);
    const worker = new Worker({
      boss,
      orders: this.#orders,
      roster: this.#roster,
      notices: this.#notices,
      options,
      perform: tasks.run,
      continueRun: async (threadId) => await this.continueRun(threadId),
      putBack: async (client, row) =>
        await this.#send(client, toOrder(row), { band: row.band, turn: Number(row.turn) }, row),
    });
    this.#workers.add(worker);
    await worker.start();
    return worker;
  }

  async setSchedule(schedule: Schedule): Promise<void> {
    await this.#schedules.set(schedule);
  }

  async removeSchedule(name: string): Promise<boolean> {
    return await this.#schedules.remove(name);
  }

  async schedules(): Promise<readonly Schedule[]> {
    return await this.#schedules.list();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#workers].map(async (worker) => await worker.close(0)));
    await (await this.#opening?.catch(() => undefined))?.stop({ graceful: false });
    await this.#notices.close();
    await this.#database.close();
  }

  /** The next call tries again where it could not be opened. */
  async #boss(): Promise<PgBoss> {
    this.#opening ??= openBoss(this.#database);
    try {
      return await this.#opening;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  /** Decides about the last order of a debate, alone, with the queue of `order` in place. */
  async #change<T>(
    threadId: string,
    order: RunOrder | undefined,
    decide: (client: Transaction, row: Row | undefined) => Promise<T>,
  ): Promise<T> {
    if (order !== undefined) await this.#openQueue(nameQueue(this.#database.hall, order));
    return await this.#orders.change(async (client) => await decide(client, await this.#orders.find(client, threadId)));
  }

  /** A queue that is there stays as it is. */
  async #openQueue(name: string): Promise<void> {
    if (this.#known.has(name)) return;
    await (await this.#boss()).createQueue(name, QUEUE_OPTIONS);
    this.#known.add(name);
  }

  async #sendAgain(client: Transaction, row: Row): Promise<void> {
    const order = toOrder(row);
    await this.#send(
      client,
      order,
      { band: row.band, turn: await this.#orders.nextTurn(client, order, row.band) },
      row,
    );
  }

  /** The job of the last order makes way for the new one. */
  async #send(
    client: Transaction,
    order: RunOrder,
    place: { readonly band: number; readonly turn: number },
    last: Row | undefined,
  ): Promise<void> {
    const boss = await this.#boss();
    const db = executor(client);
    if (last !== undefined) await boss.deleteJob(last.queue, last.job, { db });
    const queue = nameQueue(this.#database.hall, order);
    const { threadId } = order;
    const job = await boss.send(
      queue,
      { hall: this.#database.hall, threadId },
      { singletonKey: threadId, priority: toPriority(place), db },
    );
    if (job === null) throw new TypeError(`The queue has two runs of ${threadId}.`);
    await this.#orders.put(client, order, { ...place, queue, job });
    await this.#orders.tell(threadId, client);
  }
}
