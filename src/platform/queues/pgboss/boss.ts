// pg-boss on the hall's own connection: it keeps jobs, their heartbeats, retries and times; everything else is ours.
import type { CommandResponse, Db, FindJobsOptions, PgBoss } from 'pg-boss';
import * as z from 'zod';
import { HallError } from '../../../domain/failures/errors.ts';
import type { Database, Transaction } from '../../database/database.ts';

/** Next to the tables of the hall; pg-boss makes and updates what is in it. */
export const BOSS_SCHEMA = 'debate_hall_queue';
/** Of its tables, in the version of pg-boss that is pinned. */
const BOSS_SCHEMA_VERSION = 43;

/** Longest silence of a worker after which its run is given to another. */
export const HEARTBEAT_SECONDS = 15;

/** A run that ends its worker every time is given up. */
const RETRIES = 5;
const YEAR_SECONDS = 365 * 24 * 3_600;

/** For every queue: one job of a debate at a time, kept until the next one takes its place. */
export const QUEUE_OPTIONS = {
  policy: 'exclusive',
  heartbeatSeconds: HEARTBEAT_SECONDS,
  // The longest that pg-boss allows; what limits a run is its heartbeat and the limits of its debate.
  expireInSeconds: 24 * 3_600 - 1,
  retryLimit: RETRIES,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  retentionSeconds: YEAR_SECONDS,
  deleteAfterSeconds: 0,
} as const;

interface BossOptions {
  /** Sends what is scheduled when it is time. */
  readonly schedule?: boolean;
  /** Creates or updates its tables. */
  readonly migrate?: boolean;
}

/** Throws `storage` where its tables are missing or of another version. */
export async function openBoss(
  database: Database,
  { schedule = false, migrate = false }: BossOptions = {},
): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => await database.executeSql(text, values) },
    schema: BOSS_SCHEMA,
    createSchema: migrate,
    migrate,
    schedule,
    // Workers look after runs that lost their worker when they look for work; see work.ts.
    supervise: false,
    monitorIntervalSeconds: 1,
    // Schedules are of hours and days, and no job waits for another: these need not be looked at every few seconds.
    cronWorkerIntervalSeconds: 30,
    flowIntervalSeconds: 60,
  });
  // What fails in the background is met again by the next statement, which says so to its caller.
  boss.on('error', () => {});
  try {
    return await boss.start();
  } catch (error) {
    if (!(error instanceof Error) || !/not installed|requires migrations/.test(error.message)) throw error;
    throw new HallError('storage', 'The database has no queue of this version yet.', {
      place: database.place,
      hint: 'Create or update it with "debate-hall db migrate".',
      cause: error,
    });
  }
}

/** Creates or updates what pg-boss needs. Throws `storage`. */
export async function migrateQueue(database: Database): Promise<void> {
  const boss = await openBoss(database, { migrate: true });
  await boss.stop({ graceful: false });
}

export interface QueueState {
  /** Of its tables; `null` where there are none. */
  readonly version: number | null;
  /** That this version needs. */
  readonly known: number;
}

/** Without loading pg-boss. Throws `storage`. */
export async function inspectQueue(database: Database): Promise<QueueState> {
  const [found] = await database.query<{ there: boolean }>(
    `select to_regclass('${BOSS_SCHEMA}.version') is not null as there`,
  );
  if (found?.there !== true) return { version: null, known: BOSS_SCHEMA_VERSION };
  const [row] = await database.query<{ version: number }>(`select version from ${BOSS_SCHEMA}.version`);
  return { version: row?.version ?? null, known: BOSS_SCHEMA_VERSION };
}

/** Statements of pg-boss as a part of our own change. */
export function executor(client: Transaction): Db {
  return { executeSql: async (text, values) => await client.query(text, values) };
}

/** Whatever became of them. */
export async function deleteJobs(boss: PgBoss, queue: string, which: FindJobsOptions): Promise<void> {
  const jobs = await boss.findJobs(queue, which);
  if (jobs.length === 0) return;
  const ids = jobs.map(({ id }) => id);
  await boss.deleteJob(queue, ids, which.db === undefined ? {} : { db: which.db });
}

const responseSchema = z.object({ affected: z.number() });

/** Whether a job was still there as its holder knows it; the types of pg-boss leave that out. */
export function isAffected(response: CommandResponse): boolean {
  return responseSchema.parse(response).affected > 0;
}
