// Takes runs from the queue while it has room, says that they go on, and settles them; and who takes runs at all, as workers say again
// and again.
import type { Job, PgBoss } from 'pg-boss';
import { defined } from '../../../domain/defined.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { systemClock } from '../../../support/clock.ts';
import { Alarm, growingWait, wait, waitFor, whenAborted } from '../../../support/wait.ts';
import type { Database, Transaction } from '../../database/database.ts';
import {
  type KnownWorker,
  type QueueWorker,
  type RunResult,
  toFault,
  type WorkerTasks,
  type WorkOptions,
} from '../queue.ts';
import { executor, HEARTBEAT_SECONDS, isAffected } from './boss.ts';
import type { Orders, RunEnding } from './orders.ts';
import type { RunRow } from './run-rows.ts';

const SAY_EVERY_MS = 15_000;
/** After which a worker counts as gone. */
const SILENT_AFTER_MS = 3 * SAY_EVERY_MS;

export function openRoster(database: Database) {
  return {
    list: async (): Promise<readonly KnownWorker[]> => {
      const rows = await database.query<Omit<KnownWorker, 'owner'> & { readonly owner: string | null }>(
        `select name, agents, owner, concurrency from debate_hall.worker
         where hall = $1 and seen > clock_timestamp() - $2 * interval '1 millisecond' order by name collate "C"`,
        [database.hall, SILENT_AFTER_MS],
      );
      return rows.map(({ owner, ...worker }) => ({ ...worker, ...defined({ owner: owner ?? undefined }) }));
    },
    say: async ({ name, agents, owner, concurrency }: KnownWorker) => {
      await database.query(
        `insert into debate_hall.worker (hall, name, agents, owner, concurrency) values ($1, $2, $3, $4, $5)
         on conflict (hall, name) do update set agents = excluded.agents, owner = excluded.owner,
           concurrency = excluded.concurrency, seen = clock_timestamp()`,
        [database.hall, name, agents, owner ?? null, concurrency],
      );
    },
    /** With others that have been silent for so long that nobody needs to know of them. */
    leave: async (name: string) => {
      await database.query(
        `delete from debate_hall.worker where hall = $1 and (name = $2 or seen < clock_timestamp() - interval '1 day')`,
        [database.hall, name],
      );
    },
  };
}

/** For what nobody tells of: a retry that is due, a worker that is silent. */
const LOOK_EVERY_MS = 2_000;
const BEAT_EVERY_MS = (HEARTBEAT_SECONDS * 1_000) / 3;

interface WorkerParts {
  readonly boss: PgBoss;
  readonly orders: Orders;
  readonly roster: ReturnType<typeof openRoster>;
  readonly database: Database;
  readonly options: WorkOptions;
  readonly tasks: Pick<WorkerTasks, 'run' | 'report'>;
  readonly continueRun: (threadId: string) => Promise<void>;
  /** Queues it again in its place, for whoever it belongs to by now. */
  readonly putBack: (client: Transaction, threadId: string) => Promise<void>;
}

interface Active {
  readonly row: RunRow;
  readonly attempt: Pick<Job, 'id' | 'retryCount'>;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** A database that was there, and comes back. */
const isAway = (error: unknown): boolean => error instanceof HallError && error.passes;

/** It has said that it is there when this resolves, and takes runs until it is closed. */
export async function startWorker(parts: WorkerParts): Promise<QueueWorker> {
  const { boss, orders, roster, database, options, tasks, continueRun, putBack } = parts;
  const allActive = new Map<string, Active>();
  const closing = new AbortController();
  /** When the database could not be used last. */
  let lostAt = Number.NEGATIVE_INFINITY;
  const news = new Alarm();

  /** Problems that were reported; each is met again and again. */
  const reported = new Set<string>();

  /** Once; a database that is away comes back, or says so to whoever asks. */
  function report(error: unknown, about: string): void {
    const problem = `${about}: ${String(error)}`;
    if (!isAway(error) && !reported.has(problem)) tasks.report(error, about);
    reported.add(problem);
  }

  function noteLoss(error: unknown, about = ''): false {
    lostAt = systemClock.elapsed();
    report(error, about);
    return false;
  }

  /** What is wrong with one of them keeps the others from nothing. */
  async function forEach(names: readonly string[], work: (name: string) => Promise<unknown>): Promise<void> {
    for (const name of names) {
      await work(name).catch((error: unknown) => {
        if (isAway(error)) throw error;
        report(error, name);
      });
    }
  }

  async function whenIdle(): Promise<void> {
    while (allActive.size > 0) await Promise.all([...allActive.values()].map(async ({ done }) => await done));
  }

  /** Says that the run goes on; stops it when it was cancelled, or is somebody else's. */
  async function beat({ row, attempt, stop }: Active): Promise<void> {
    if (!isAffected(await boss.touch(row.queue, attempt))) stop.abort();
  }

  /** Of one run, or of all. */
  function beatFor(about?: string): void {
    for (const [id, active] of allActive) {
      if (about === undefined || about === id) void beat(active).catch((error: unknown) => noteLoss(error, id));
    }
  }

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      const isTaken = allActive.size < options.concurrency && (await takeOne().catch(noteLoss));
      if (!isTaken) await news.wait(LOOK_EVERY_MS, closing.signal);
    }
  }

  async function takeOne(): Promise<boolean> {
    const { next, silent, spoken } = await orders.look(options);
    await forEach(spoken, continueRun);
    // Their runs are given back, or given up; but not while all workers may have been silent as the database was away.
    const isJudge = systemClock.elapsed() - lostAt > HEARTBEAT_SECONDS * 1_000;
    if (isJudge) await forEach(silent, async (queue) => await boss.supervise(queue));
    if (next === undefined) return false;
    const [job] = await boss.fetch(next);
    if (job === undefined) return true;
    const row = await orders.begin(job.id, options.name);
    if (row === undefined) await boss.deleteJob(next, job.id);
    else begin(row, { id: job.id, retryCount: job.retryCount });
    return true;
  }

  function begin(row: RunRow, attempt: Active['attempt']): void {
    const stop = new AbortController();
    const done = run(row, attempt, stop.signal)
      .catch((error: unknown) => report(error, row.id))
      .finally(() => {
        allActive.delete(row.id);
        news.ring();
      });
    allActive.set(row.id, { row, attempt, stop, done });
  }

  async function run(row: RunRow, attempt: Active['attempt'], signal: AbortSignal): Promise<void> {
    const result = await tasks
      .run({
        ...{ threadId: row.id, agents: row.agents, attempt: row.attempts, worker: options.name, signal },
        ...defined({ owner: row.owner ?? undefined }),
      })
      .catch(toFault);
    for (let waits = 0; ; waits += 1) {
      try {
        return await settle(row, attempt, result);
      } catch (error) {
        if (!isAway(error) || closing.signal.aborted) throw error;
        await wait(growingWait(waits), closing.signal);
      }
    }
  }

  /** Does nothing for a run that was cancelled, or that somebody else has by now. */
  async function settle(row: RunRow, attempt: Active['attempt'], result: RunResult): Promise<void> {
    await orders.change(async (client) => {
      const db = executor(client);
      if (result.kind === 'failed' && result.retry) {
        const failed = await boss.fail(row.queue, attempt, { problem: result.problem }, { db });
        if (!isAffected(failed)) return;
        await orders.end(client, attempt.id, toEnd(result));
      } else {
        if (!isAffected(await boss.complete(row.queue, attempt, null, { db }))) return;
        const isDueAgain = result.kind === 'paused' && (await orders.hasMore(client, row.id, result.events));
        if (result.kind === 'stopped' || isDueAgain) await putBack(client, row.id);
        else await orders.end(client, attempt.id, toEnd(result));
      }
      await orders.tell(row.id, client);
    });
  }

  try {
    await roster.say(options);
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  const presence = setInterval(() => void roster.say(options).catch(() => {}), SAY_EVERY_MS);
  const watch = database.listen('runs', (about) => {
    news.ring();
    beatFor(about);
  });
  const beats = setInterval(beatFor, BEAT_EVERY_MS);
  const working = work().finally(() => watch.close());
  whenAborted(closing.signal, () => {
    clearInterval(presence);
    void whenIdle().finally(() => clearInterval(beats));
  });

  return {
    close: async (graceMs) => {
      closing.abort();
      await working;
      await roster.leave(options.name).catch(() => {});
      const idle = whenIdle();
      await waitFor(idle, graceMs);
      for (const { stop } of allActive.values()) stop.abort();
      await idle;
      await boss.stop({ graceful: false });
    },
  };
}

function toEnd(result: RunResult): RunEnding {
  if (result.kind === 'paused') return { paused: true };
  return result.kind === 'failed' ? { problem: result.problem, code: result.code } : {};
}
