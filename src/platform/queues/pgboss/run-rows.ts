// The rows of ordered runs, and what they say of each.
import { defined } from '../../../domain/defined.ts';
import type { ErrorCode } from '../../../domain/failures/errors.ts';
import { isLive, type QueuedRun, type RunPriority, type RunState } from '../queue.ts';
import { BOSS_SCHEMA } from './boss.ts';

const BANDS = { low: -1, normal: 0, high: 1 } as const satisfies Record<RunPriority, number>;
export const getBand = (priority: RunPriority = 'normal') => BANDS[priority];

export interface RunRow {
  readonly id: string;
  readonly owner: string | null;
  readonly agents: readonly string[];
  readonly band: number;
  readonly turn: string;
  readonly asked: Date;
  readonly queue: string;
  readonly job: string;
  readonly worker: string | null;
  readonly started: Date | null;
  readonly ended: Date | null;
  readonly attempts: number;
  readonly state: RunState;
  readonly problem: string | null;
  readonly code: ErrorCode | null;
}

export const JOB = `left join ${BOSS_SCHEMA}.job on job.name = run.queue and job.id = run.job`;
/** Its worker has not been heard of for too long: another one takes it. */
export const IS_SILENT = `job.state = 'active' and job.heartbeat_on + job.heartbeat_seconds * interval '1 second' < now()`;
/** What became of it. A job that failed for good has its last problem in the row. */
const STATE = `case
    when job.state in ('created', 'retry') or ${IS_SILENT} then 'waiting'
    when job.state = 'active' then 'running'
    when job.state = 'failed' then 'failed'
    when job.state = 'cancelled' then 'cancelled'
    when run.paused then 'paused'
    when run.problem is not null then 'failed'
    else 'done' end`;
export const COLUMNS = `run.id, run.owner, run.agents, run.band, run.turn, run.asked, run.queue, run.job, run.worker, run.started,
  coalesce(run.ended, job.completed_on) as ended, run.attempts, run.problem, run.code, ${STATE} as state`;

export function toQueuedRun({ id, agents, band, asked, attempts, state, ...row }: RunRow): QueuedRun {
  const priority = (Object.keys(BANDS) as RunPriority[]).find((name) => BANDS[name] === band);
  return {
    ...{ threadId: id, agents, asked, attempts, state },
    ...defined({
      priority: priority === 'normal' ? undefined : priority,
      owner: row.owner ?? undefined,
      worker: row.worker ?? undefined,
      started: row.started ?? undefined,
      ended: isLive({ state }) ? undefined : (row.ended ?? undefined),
      problem: row.problem ?? undefined,
      code: row.code ?? undefined,
    }),
  };
}
