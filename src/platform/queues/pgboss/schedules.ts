// What happens again and again: pg-boss keeps the times and sends a job at each, which a worker carries out.
import type { PgBoss } from 'pg-boss';
import * as z from 'zod';
import { HallError } from '../../../domain/failures/errors.ts';
import type { Schedule } from '../queue.ts';

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

export class Schedules {
  readonly #queue: string;
  readonly #boss: () => Promise<PgBoss>;

  constructor(hall: string, boss: () => Promise<PgBoss>) {
    this.#queue = `${hall}/schedules`;
    this.#boss = boss;
  }

  async set({ name, cron, threadId, owner }: Schedule): Promise<void> {
    const boss = await this.#boss();
    await this.#open(boss);
    try {
      await boss.schedule(this.#queue, cron, { name, cron, threadId, owner }, { key: name, tz: 'UTC', missed: 'once' });
    } catch (error) {
      if (error instanceof HallError) throw error;
      throw new HallError('bad-input', `"${cron}" is not a valid schedule.`, {
        hint: 'Write minute, hour, day, month and weekday, such as "0 6 1 * *" for the first of every month at 6:00 UTC.',
        cause: error,
      });
    }
  }

  async remove(name: string): Promise<boolean> {
    const found = (await this.list()).some((each) => each.name === name);
    if (found) await (await this.#boss()).unschedule(this.#queue, name);
    return found;
  }

  async list(): Promise<readonly Schedule[]> {
    const boss = await this.#boss();
    const found = await boss.getSchedules(this.#queue);
    return found.map(({ data }) => toSchedule(data)).sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async work(boss: PgBoss, recheck: (schedule: Schedule) => Promise<void>): Promise<void> {
    await this.#open(boss);
    await boss.work(this.#queue, { pollingIntervalSeconds: LOOK_EVERY_SECONDS }, async (jobs) => {
      for (const { data } of jobs) await recheck(toSchedule(data));
    });
  }

  async #open(boss: PgBoss): Promise<void> {
    await boss.createQueue(this.#queue, { retryLimit: RETRIES, retryDelay: RETRY_DELAY_SECONDS });
  }
}

function toSchedule(data: unknown): Schedule {
  const { owner, ...schedule } = jobSchema.parse(data);
  return owner === undefined ? schedule : { ...schedule, owner };
}
