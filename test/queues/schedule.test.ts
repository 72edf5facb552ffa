// A decision that is rechecked when it is time: a worker opens the recheck and runs it, and people see what it found.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/platform/database/database.ts';
import type { QueuedRun } from '../../src/platform/queues/queue.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { createSharedHall, type SharedHall } from '../support/shared-hall.ts';

describe.skipIf(whyNoPostgres !== undefined)('a scheduled recheck', () => {
  let shared: SharedHall;
  beforeAll(async () => {
    shared = await createSharedHall();
  });
  afterAll(async () => await shared.remove());

  /** As if the schedule were a year old, and no worker had looked since. */
  async function letYearPass(): Promise<void> {
    const database = new Database(shared.postgres);
    await database.query(`update debate_hall_queue.schedule set created_on = now() - interval '370 days'`);
    await database.query(`update debate_hall_queue.version set cron_on = now() - interval '369 days'`);
    await database.close();
  }

  it.runIf(inCampaign)('is opened, queued and run when it is time, once, and says what it found', async () => {
    await shared.call('run', '--quiet', '--rehearse', '--recipe', 'quick', '--id', 'decided', 'Should we?');
    expect(await shared.call('recheck', 'decided', '--last')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('was never rechecked'),
    });
    expect(await shared.call('queue', 'schedule', 'decided', '--every', '0 6 1 * *')).toMatchObject({ code: 0 });
    await letYearPass();
    await shared.startWorker('--name', 'one');
    const queue = await (await shared.hall()).queue();
    await expect.poll(async () => await queue.list()).toHaveLength(1);
    const { threadId } = (await queue.list())[0] as QueuedRun;
    expect(await shared.whenEnded(threadId)).toMatchObject({
      ...{ state: 'done', worker: 'one', owner: 'Ada', priority: 'low', attempts: 1 },
    });
    const { log } = await shared.read(threadId);
    expect(log[0]?.data).toMatchObject({ relation: { kind: 'recheck', of: 'decided' } });
    expect(log.at(-1)?.type).toBe('debate-closed');

    expect(await shared.call('recheck', 'decided', '--last')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('decided: decided; now: decided'),
    });
    const { stdout } = await shared.call('recheck', 'decided', '--last', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ now: { threadId }, changed: null });
    // Twelve times were missed.
    expect(await queue.list()).toHaveLength(1);
  });

  it.runIf(inCi)('is refused for what cannot be rechecked', async () => {
    shared.useNewHall();
    await shared.open('open');
    expect(await shared.call('queue', 'schedule', 'open', '--every', '0 6 1 * *')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"open" is not over, so there is nothing to recheck.'),
    });
    expect(await shared.call('queue', 'schedules')).toMatchObject({ stderr: 'Nothing is scheduled.\n' });
  });

  it.runIf(inCi)('is refused for times and names that it cannot have', async () => {
    shared.useNewHall();
    const queue = await (await shared.hall()).queue();
    const set = (cron: string, name = 'monthly') => queue.setSchedule({ name, cron, threadId: 'decided' });
    const times = ['', '   ', '* * * * * *', '0 6 1', 'RRULE:FREQ=SECONDLY', 'FREQ=DAILY', 'H 6 * * *', '@daily'];
    for (const cron of [...times, '0 25 * * *', '0 2 * * * Europe/Berlin', '99999 * * * *']) {
      await expect(set(cron)).rejects.toMatchObject({
        code: 'bad-input',
        message: expect.stringContaining('schedule'),
      });
    }
    for (const name of ['', 'ä ö', 'a\nb', 'x'.repeat(300), '../x']) {
      const message = expect.stringContaining('is not a valid name of a schedule');
      await expect(set('0 6 1 * *', name)).rejects.toMatchObject({ code: 'bad-input', message });
    }
    expect(await queue.schedules()).toEqual([]);
    for (const cron of ['0 6 1 * *', '*/15 6-18 * jan,JUL mon-FRI', ' 0 6 L * 7 ']) await set(cron);
    expect(await queue.schedules()).toHaveLength(1);
  });

  it.runIf(inCampaign)('that cannot be opened is in the log of the worker and in the list of schedules', async () => {
    shared.useNewHall();
    // Deleting a debate takes its schedules along; this one was made while that happened.
    const queue = await (await shared.hall()).queue();
    await queue.setSchedule({ name: 'deleted', cron: '0 6 1 * *', threadId: 'deleted' });
    await letYearPass();
    const worker = await shared.startWorker('--log-format', 'text');
    await worker.says('stderr', 'deleted: the recheck of the schedule deleted failed: ');
    const list = async () => (await shared.call('queue', 'schedules')).stdout;
    await expect.poll(list).toMatch(/^deleted: rechecks deleted at .*; the last one failed: .*"deleted"/);
  });
});
