// What happens again and again: pg-boss keeps the times and sends a job at each, which a worker carries out.
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { isThreadId } from '../../../domain/ids.ts';
import { cutText } from '../../../domain/words/cut-line.ts';
import type { KnownSchedule, RunQueue, Schedule, WorkerTasks } from '../queue.ts';
import { deleteJobs } from './boss.ts';

/** How often a worker looks for what is due. */
const LOOK_EVERY_SECONDS = 30;
const RETRIES = 3;
const RETRY_DELAY_SECONDS = 60;

const jobSchema = z.strictObject({
  name: z.string(),
  cron: z.string(),
  threadId: z.string(),
  owner: z.string().optional(),
});

function toSchedule(data: unknown): Schedule {
  const { owner, ...schedule } = jobSchema.parse(data);
  return owner === undefined ? schedule : { ...schedule, owner };
}

const outputSchema = z.object({ message: z.string() });

/** Of jobs that failed, whether for good or until they are tried again. */
function findProblem({ name }: Schedule, jobs: readonly JobWithMetadata<unknown>[]): string | undefined {
  const own = jobs.filter(({ data }) => toSchedule(data).name === name);
  const [last] = own.sort((one, other) => other.createdOn.getTime() - one.createdOn.getTime());
  const output = outputSchema.safeParse(last?.output);
  return (last?.state === 'failed' || last?.state === 'retry') && output.success ? output.data.message : undefined;
}

/** Figures, signs, and names of months and weekdays. pg-boss knows more, such as a field that is chosen at random. */
const FIELD = /^(?:[\d*,/?#L-]|[a-z]{3})+(?![\s\S])/i;
const SHOWN = 60;

function createTimesError(cron: string, cause?: unknown): HallError {
  return new HallError('bad-input', `${JSON.stringify(cutText(cron, SHOWN))} is not a valid schedule.`, {
    hint: 'Write minute, hour, day, month and weekday, such as "0 6 1 * *" for the first of every month at 6:00 UTC.',
    ...defined({ cause }),
  });
}

/** Throws `bad-input` for a name or times that no schedule can have. */
function checkSchedule({ name, cron }: Schedule): void {
  if (!isThreadId(name)) {
    throw new HallError('bad-input', `${JSON.stringify(cutText(name, SHOWN))} is not a valid name of a schedule.`, {
      hint: 'Use what IDs of debates have: letters, digits, ".", "_" and "-", and a letter or digit first.',
    });
  }
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== 5 || !fields.every((field) => FIELD.test(field))) throw createTimesError(cron);
}

type ScheduleMethods = Pick<RunQueue, 'setSchedule' | 'removeSchedule' | 'schedules'>;

export function openSchedules(
  hall: string,
  getBoss: () => Promise<PgBoss>,
): ScheduleMethods & {
  work(boss: PgBoss, recheck: WorkerTasks['recheck']): Promise<void>;
  /** Those of a debate that is deleted, and what they sent. */
  removeOf(threadId: string): Promise<void>;
} {
  const queue = `${hall}/schedules`;
  const open = async (boss: PgBoss) =>
    await boss.createQueue(queue, { retryLimit: RETRIES, retryDelay: RETRY_DELAY_SECONDS });
  const list = async (): Promise<readonly KnownSchedule[]> => {
    const boss = await getBoss();
    const found = (await boss.getSchedules(queue)).map(({ data }) => toSchedule(data));
    const jobs = found.length === 0 ? [] : await boss.findJobs(queue);
    return found
      .map((schedule) => ({ ...schedule, ...defined({ problem: findProblem(schedule, jobs) }) }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  };
  const remove = async (name: string) => {
    const boss = await getBoss();
    await boss.unschedule(queue, name);
    await deleteJobs(boss, queue, { data: { name } });
  };
  return {
    schedules: list,
    setSchedule: async ({ name, cron, threadId, owner }) => {
      checkSchedule({ name, cron, threadId });
      const boss = await getBoss();
      await open(boss);
      try {
        await boss.schedule(queue, cron, { name, cron, threadId, owner }, { key: name, tz: 'UTC', missed: 'once' });
      } catch (error) {
        if (error instanceof HallError) throw error;
        throw createTimesError(cron, error);
      }
      // What the last one of this name has sent is of somebody else, perhaps, or of another debate.
      await deleteJobs(boss, queue, { data: { name } });
    },
    removeSchedule: async (name) => {
      const isThere = (await list()).some((each) => each.name === name);
      if (isThere) await remove(name);
      return isThere;
    },
    removeOf: async (threadId) => {
      const boss = await getBoss();
      await open(boss);
      for (const schedule of await list()) if (schedule.threadId === threadId) await remove(schedule.name);
      await deleteJobs(boss, queue, { data: { threadId } });
    },
    work: async (boss, recheck) => {
      await open(boss);
      await boss.work(queue, { pollingIntervalSeconds: LOOK_EVERY_SECONDS }, async (jobs) => {
        for (const { data } of jobs) await recheck(toSchedule(data));
      });
    },
  };
}
