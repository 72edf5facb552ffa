// A hall in a database that an older version made: it is updated by one command, with its debates.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openHall } from '../../src/hall/compose/hall.ts';
import { Database } from '../../src/platform/database/database.ts';
import { ledgers } from '../../src/platform/database/migrations/0001-ledgers.ts';
import { access } from '../../src/platform/database/migrations/0002-access.ts';
import { inCi } from '../support/campaign.ts';
import { openDatabase } from '../support/database.ts';
import { type PostgresDatabase, whyNoPostgres } from '../support/postgres.ts';
import { createProject, everySeat, type Project, quickRehearsal } from '../support/project.ts';

/** Without the last one, as a version that knew fewer leaves them. */
const FIRST_STEPS = [ledgers, access];

describe.skipIf(whyNoPostgres !== undefined)('a hall in a database of an older version', () => {
  let postgres: PostgresDatabase;
  let project: Project;
  let env: Record<string, string>;
  beforeAll(async () => {
    postgres = await openDatabase({ tables: false });
  });
  beforeEach(async () => {
    project = createProject({ agents: { quick: quickRehearsal }, seats: everySeat('quick'), recipe: 'quick' });
    env = { DEBATE_HALL_STORE: 'postgres', DEBATE_HALL_DATABASE_URL: postgres.ordinaryUrl };
    const database = new Database({ url: postgres.ordinaryUrl });
    await database.query('drop schema if exists debate_hall, debate_hall_queue cascade');
    await database.change(async (client) => {
      await client.query(
        `create schema debate_hall;
         create table debate_hall.migration (step integer primary key, at timestamptz not null default now(), oldest integer)`,
      );
      for (const [index, step] of FIRST_STEPS.entries()) {
        await client.query(step);
        await client.query('insert into debate_hall.migration (step) values ($1)', [index + 1]);
      }
    });
    await database.close();
  });
  afterEach(() => project.dispose());
  const call = async (...args: string[]) => await project.call(args, { env });

  it.runIf(inCi)('says what is missing, is updated by one command, and keeps its debates', async () => {
    expect(await call('open', '--id', 'old', 'Should we?')).toMatchObject({ code: 0 });
    const before = await call('db', 'check');
    expect(before.code).toBe(1);
    expect(before.stdout).toMatch(/tables at step 2 of \d+, queue at version 0 of \d+/);
    expect(before.stderr).toContain('debate-hall db migrate');
    expect(await call('db', 'migrate')).toMatchObject({ code: 0, stdout: expect.stringContaining('are ready') });
    expect(await call('db', 'migrate')).toMatchObject({ code: 0, stdout: expect.stringContaining('up to date') });
    expect(await call('db', 'check')).toMatchObject({ code: 0, stderr: '' });
    expect(await call('verify', 'old')).toMatchObject({ code: 0 });
    expect(await call('run', '--id', 'new', 'Should we?')).toMatchObject({ code: 0 });
  });

  it.runIf(inCi)('starts servers and workers only with tables that they work with', async () => {
    const database = new Database({ url: postgres.ordinaryUrl });
    const starts = async (command: string) =>
      await call(...[command, ...(command === 'serve' ? ['--listen', '127.0.0.1:0'] : [])]);
    for (const command of ['serve', 'worker']) {
      expect(await starts(command)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/older than this version needs.*db migrate/s),
      });
    }
    await call('db', 'migrate');
    const [last] = await database.query<{ step: number }>('select max(step) as step from debate_hall.migration');
    const step = (last?.step ?? 0) + 1;
    // As a later version leaves them: with a step that this one works with, and with one that it does not.
    for (const [oldest, code, says] of [
      [step - 2, 0, 'which works with them'],
      [null, 1, 'update Debate Hall'],
    ] as const) {
      await database.query('delete from debate_hall.migration where step = $1', [step]);
      await database.query('insert into debate_hall.migration (step, oldest) values ($1, $2)', [step, oldest]);
      expect(await call('db', 'check')).toMatchObject({ code, stderr: expect.stringContaining(says) });
    }
    for (const command of ['serve', 'worker']) {
      expect(await starts(command)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('too new for this version'),
      });
    }
    await database.close();
  });

  it('tells watchers of what is written', async () => {
    await call('db', 'migrate');
    expect(await call('open', '--id', 'd', 'Should we?')).toMatchObject({ code: 0 });
    const hall = await openHall({ cwd: project.folder, home: project.root, env: { ...project.env, ...env } });
    try {
      const told: (string | undefined)[] = [];
      const watch = hall.store.watch((id) => told.push(id));
      // It listens from now on.
      await expect.poll(() => told).toContain(undefined);
      expect(await call('say', 'd', '--seat', 'wind', 'Yes.')).toMatchObject({ code: 0 });
      await expect.poll(() => told).toContain('d');
      watch.close();
    } finally {
      await hall.close();
    }
  });

  it.runIf(inCi)('says that its queue is missing, or of an older or newer version', async () => {
    await call('db', 'migrate');
    const database = new Database({ url: postgres.ordinaryUrl });
    const version = async (sql: string) => {
      await database.query(sql);
      return await call('db', 'check');
    };
    expect(await version('update debate_hall_queue.version set version = version - 1')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('debate-hall db migrate'),
    });
    expect(await version('update debate_hall_queue.version set version = version + 2')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('update Debate Hall'),
    });
    expect(await version('drop schema debate_hall_queue cascade')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('queue at version 0 of'),
      stderr: expect.stringContaining('debate-hall db migrate'),
    });
    await database.close();
  });
});
