// Faults that pass: a disk that is full for a while, and a network that falls silent for ever.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/platform/database/database.ts';
import { inCampaign } from '../support/campaign.ts';
import { openDatabase } from '../support/database.ts';
import { openLine } from '../support/network-line.ts';
import { type PostgresDatabase, whyNoPostgres } from '../support/postgres.ts';
import { createSharedHall, type SharedHall } from '../support/shared-hall.ts';

/** Longer than a claim lasts without a word of its holder. */
const FULL_FOR_MS = 16_000;

const FULL = `
  create or replace function debate_hall.refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
  create trigger full_disk before insert or update on debate_hall.debate for each row execute function debate_hall.refuse();
  create trigger full_disk before insert or update on debate_hall.line for each row execute function debate_hall.refuse();
  create trigger full_disk before insert or update on debate_hall.run for each row execute function debate_hall.refuse();
  create trigger full_disk before insert or update on debate_hall_queue.job for each row execute function debate_hall.refuse();`;
const ROOM = ['debate_hall.debate', 'debate_hall.line', 'debate_hall.run', 'debate_hall_queue.job']
  .map((table) => `drop trigger if exists full_disk on ${table};`)
  .join('\n');

describe.skipIf(whyNoPostgres !== undefined)('a store that is away for a while', () => {
  let postgres: PostgresDatabase;
  let shared: SharedHall;
  let owner: Database;
  beforeAll(async () => {
    postgres = await openDatabase();
    shared = await createSharedHall(postgres);
    owner = new Database({ url: postgres.url });
  });
  afterAll(async () => {
    await owner.close();
    await shared.remove();
  });
  afterEach(async () => {
    await owner.query(ROOM);
    await shared.stopWorkers();
  });

  const fillFor = async (ms: number) => {
    await owner.query(FULL);
    await new Promise((over) => setTimeout(over, ms));
    await owner.query(ROOM);
  };

  it.runIf(inCampaign)('costs no run an attempt: all go on when the disk has room', async () => {
    shared.useNewHall();
    await shared.startWorker('--concurrency', '2');
    const ids = ['one', 'two', 'three'];
    for (const id of ids) {
      await shared.open(id, 'slow');
      await shared.call('queue', 'add', id);
    }
    await shared.whenSpoken('one', 1);
    await fillFor(FULL_FOR_MS);
    for (const id of ids) expect(await shared.whenEnded(id)).toMatchObject({ state: 'done', attempts: 1 });
  });

  it.runIf(inCampaign)('is waited for by a run of a person, who is told', async () => {
    shared.useNewHall();
    const running = shared.start(
      'run',
      '--id',
      'direct',
      '--wind',
      'slow',
      '--wall',
      'slow',
      '--door',
      'slow',
      'Should we?',
    );
    await expect.poll(async () => await (await shared.hall()).store.exists('direct')).toBe(true);
    await shared.whenSpoken('direct', 1);
    const full = fillFor(FULL_FOR_MS);
    expect(await running.says('stderr', 'The run waits')).toContain('The database has no space left on its disk.');
    await full;
    expect(await running.finished).toMatchObject({ code: expect.toBeOneOf([0, 3]) });
    expect((await shared.read('direct')).log.at(-1)?.type).toBe('debate-closed');
  });

  it.runIf(inCampaign)('may have failed runs before: all of them are asked for again at once', async () => {
    shared.useNewHall();
    expect(await shared.call('queue', 'retry')).toMatchObject({ code: 2 });
    expect(await shared.call('queue', 'retry', '--all')).toMatchObject({ code: 0, stdout: 'No run failed.\n' });
    const queue = await (await shared.hall()).queue();
    const ids = ['a', 'b', 'c'];
    const worker = await queue.work(
      { name: 'broken', concurrency: 1, agents: [] },
      {
        run: async () => ({ kind: 'failed', code: 'agent-failed', problem: 'It failed.', retry: false }),
        recheck: async () => {},
        report: () => {},
      },
    );
    for (const threadId of ids) {
      await shared.open(threadId);
      await queue.enqueue({ threadId, agents: [] });
    }
    for (const id of ids) expect(await shared.whenEnded(id)).toMatchObject({ state: 'failed' });
    await worker.close(0);
    const { stdout } = await shared.call('queue', 'retry', '--all');
    expect(stdout.split('\n').slice(0, -1).sort()).toEqual(ids.map((id) => `${id}: queued`));
    expect((await queue.list({ states: ['waiting'] })).map(({ threadId }) => threadId).sort()).toEqual(ids);
  });

  it.runIf(inCampaign)('does not keep a run from its end at Ctrl-C, which somebody can resume', async () => {
    const goOn = shared.useWaitingAgent();
    const line = await openLine(postgres.socket);
    const env = { ...shared.env, DEBATE_HALL_DATABASE_URL: postgres.urlAt(line.port) };
    const seats = ['--wind', 'waiting', '--wall', 'waiting', '--door', 'waiting'];
    const running = shared.project.start(['run', '--id', 'left', ...seats, 'Should we?'], { env });
    await expect.poll(async () => await (await shared.hall()).store.exists('left')).toBe(true);
    await shared.whenWritten('left', 'run-started');
    line.set('silent');
    running.child.kill('SIGINT');
    expect(await running.finished).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('The database or the network does not answer, so this ends without it.'),
    });
    await line.close();
    goOn();
    expect(await shared.call('resume', 'left')).toMatchObject({ code: expect.toBeOneOf([0, 3]) });
  });

  it.runIf(inCampaign).each(['silent', 'one-way', 'closed'] as const)(
    'does not keep a server or a worker from its end when the network is %s',
    async (state) => {
      shared.useNewHall();
      const line = await openLine(postgres.socket);
      const env = { DEBATE_HALL_DATABASE_URL: postgres.urlAt(line.port) };
      const worker = await shared.startWorkerWith(env);
      const server = shared.project.start(['serve', '--listen', '127.0.0.1:0'], { env: { ...shared.env, ...env } });
      await server.says('stderr', 'Serving');
      line.set(state);
      for (const { child } of [worker, server]) child.kill('SIGTERM');
      for (const { finished } of [worker, server]) expect(await finished).toMatchObject({ code: 0 });
      await line.close();
    },
  );
});
