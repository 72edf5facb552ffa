// Takes runs from the queue while it has room, says that they go on, and settles them.
import type { Job, PgBoss } from 'pg-boss';
import { defined } from '../../../domain/defined.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { systemClock } from '../../../support/clock.ts';
import { Alarm, growingWait, wait } from '../../../support/wait.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { PerformRun, QueueWorker, RunResult, WorkOptions } from '../queue.ts';
import { executor, HEARTBEAT_SECONDS, isAffected } from './boss.ts';
import type { Orders, RunEnding } from './orders.ts';
import { type Roster, SAY_EVERY_MS } from './roster.ts';
import type { Row } from './run-rows.ts';

/** For what nobody tells of: a retry that is due, a worker that is silent. */
const LOOK_EVERY_MS = 2_000;
const BEAT_EVERY_MS = (HEARTBEAT_SECONDS * 1_000) / 3;

export interface WorkerParts {
  readonly boss: PgBoss;
  readonly orders: Orders;
  readonly roster: Roster;
  readonly database: Database;
  readonly options: WorkOptions;
  readonly perform: PerformRun;
  readonly continueRun: (threadId: string) => Promise<void>;
  /** Queues it again in its place. */
  readonly putBack: (client: Transaction, row: Row) => Promise<void>;
}

interface Active {
  readonly row: Row;
  readonly attempt: Pick<Job, 'id' | 'retryCount'>;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

export class Worker implements QueueWorker {
  readonly #parts: WorkerParts;
  readonly #active = new Map<string, Active>();
  readonly #closing = new AbortController();
  /** When the database could not be used last. */
  #lostAt = Number.NEGATIVE_INFINITY;
  readonly #news = new Alarm();
  #working: Promise<void> = Promise.resolve();

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { roster, options } = this.#parts;
    await roster.say(options);
    const presence = setInterval(() => void roster.say(options).catch(() => {}), SAY_EVERY_MS);
    const watch = this.#parts.database.listen('runs', (about) => {
      this.#news.ring();
      for (const [id, active] of this.#active) {
        if (about === undefined || about === id) void this.#beat(active).catch(this.#noteLoss);
      }
    });
    const beats = setInterval(() => {
      for (const active of this.#active.values()) void this.#beat(active).catch(this.#noteLoss);
    }, BEAT_EVERY_MS);
    this.#working = this.#work().finally(() => watch.close());
    this.#closing.signal.addEventListener('abort', () => {
      clearInterval(presence);
      void this.#whenIdle().finally(() => clearInterval(beats));
    });
  }

  async close(graceMs: number): Promise<void> {
    this.#closing.abort();
    await this.#working;
    await this.#parts.roster.leave(this.#parts.options.name).catch(() => {});
    const idle = this.#whenIdle();
    const rest = new AbortController();
    await Promise.race([idle, wait(graceMs, rest.signal)]);
    rest.abort();
    for (const { stop } of this.#active.values()) stop.abort();
    await idle;
    await this.#parts.boss.stop({ graceful: false });
  }

  async #whenIdle(): Promise<void> {
    while (this.#active.size > 0) await Promise.all([...this.#active.values()].map(async ({ done }) => await done));
  }

  async #work(): Promise<void> {
    const { concurrency } = this.#parts.options;
    while (!this.#closing.signal.aborted) {
      // A database that is away comes back, or says so to whoever asks; until then there is nothing to take.
      const isTaken = this.#active.size < concurrency && (await this.#takeOne().catch(this.#noteLoss));
      if (!isTaken) await this.#news.wait(LOOK_EVERY_MS, this.#closing.signal);
    }
  }

  readonly #noteLoss = (): false => {
    this.#lostAt = systemClock.elapsed();
    return false;
  };

  async #takeOne(): Promise<boolean> {
    const { boss, orders, options, continueRun } = this.#parts;
    const { next, silent, spoken } = await orders.look(options);
    for (const threadId of spoken) await continueRun(threadId);
    // Their runs are given back, or given up; but not while all workers may have been silent as the database was away.
    const isJudge = systemClock.elapsed() - this.#lostAt > HEARTBEAT_SECONDS * 1_000;
    if (silent.length > 0 && isJudge) await Promise.all(silent.map(async (queue) => await boss.supervise(queue)));
    if (next === undefined) return false;
    const [job] = await boss.fetch(next);
    if (job === undefined) return true;
    const row = await orders.begin(job.id, options.name);
    if (row === undefined) await boss.deleteJob(next, job.id);
    else this.#begin(row, { id: job.id, retryCount: job.retryCount });
    return true;
  }

  #begin(row: Row, attempt: Active['attempt']): void {
    const stop = new AbortController();
    const done = this.#run(row, attempt, stop.signal)
      .catch(() => {})
      .finally(() => {
        this.#active.delete(row.id);
        this.#news.ring();
      });
    this.#active.set(row.id, { row, attempt, stop, done });
  }

  async #run(row: Row, attempt: Active['attempt'], signal: AbortSignal): Promise<void> {
    const { perform, options } = this.#parts;
    const result = await perform({
      ...{ threadId: row.id, agents: row.agents, attempt: row.attempts, worker: options.name, signal },
      ...defined({ owner: row.owner ?? undefined }),
    }).catch((error: unknown): RunResult => {
      const problem = error instanceof Error ? error.message : String(error);
      return { kind: 'failed', code: 'internal', problem, retry: true };
    });
    for (let waits = 0; ; waits += 1) {
      try {
        return await this.#settle(row, attempt, result);
      } catch (error) {
        const isAway = error instanceof HallError && error.passes;
        if (!isAway || this.#closing.signal.aborted) throw error;
        await wait(growingWait(waits), this.#closing.signal);
      }
    }
  }

  /** Does nothing for a run that was cancelled, or that somebody else has by now. */
  async #settle(row: Row, attempt: Active['attempt'], result: RunResult): Promise<void> {
    const { boss, orders, putBack } = this.#parts;
    await orders.change(async (client) => {
      const db = executor(client);
      if (result.kind === 'failed' && result.retry) {
        const failed = await boss.fail(row.queue, attempt, { problem: result.problem }, { db });
        if (!isAffected(failed)) return;
        await orders.end(client, attempt.id, toEnd(result));
      } else {
        if (!isAffected(await boss.complete(row.queue, attempt, null, { db }))) return;
        const isDueAgain = result.kind === 'paused' && (await orders.hasMore(client, row.id, result.events));
        if (result.kind === 'stopped' || isDueAgain) await putBack(client, row);
        else await orders.end(client, attempt.id, toEnd(result));
      }
      await orders.tell(row.id, client);
    });
  }

  /** Says that the run goes on; stops it when it was cancelled, or is somebody else's. */
  async #beat({ row, attempt, stop }: Active): Promise<void> {
    if (!isAffected(await this.#parts.boss.touch(row.queue, attempt))) stop.abort();
  }
}

function toEnd(result: RunResult): RunEnding {
  if (result.kind === 'paused') return { paused: true };
  return result.kind === 'failed' ? { problem: result.problem, code: result.code } : {};
}
