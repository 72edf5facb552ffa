// A hall behind PgBouncer: one that keeps connections for a session carries it, any other is refused in words.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign, inCi, sample } from '../support/campaign.ts';
import { openDatabase } from '../support/database.ts';
import { type PgBouncer, startPgBouncer, whyNoPgBouncer } from '../support/pgbouncer.ts';
import { type PostgresDatabase, whyNoPostgres } from '../support/postgres.ts';
import { createProject, everySeat, type Project, quickRehearsal } from '../support/project.ts';

describe.skipIf(whyNoPostgres !== undefined || whyNoPgBouncer !== undefined)('a hall behind PgBouncer', () => {
  let postgres: PostgresDatabase;
  let project: Project;
  let pool: PgBouncer | undefined;
  beforeAll(async () => {
    postgres = await openDatabase();
  });
  beforeEach(() => {
    project = createProject({ agents: { quick: quickRehearsal }, seats: everySeat('quick'), recipe: 'quick' });
  });
  afterEach(async () => {
    await pool?.remove();
    pool = undefined;
    project.dispose();
  });

  const call = async (url: string, ...args: string[]) =>
    await project.call(args, { env: { DEBATE_HALL_STORE: 'postgres', DEBATE_HALL_DATABASE_URL: url } });

  it.runIf(inCi).each(
    sample(
      [
        ['transaction', []],
        ['transaction', ['default_pool_size = 1']],
        ['transaction', ['server_round_robin = 1', 'min_pool_size = 5']],
        ['statement', []],
      ] as const,
      4,
    ),
  )('is refused with pool_mode = %s %j, before anything is written', async (mode, settings) => {
    pool = await startPgBouncer(postgres, mode, settings);
    for (const args of [['run', '--id', 'refused', 'Should we?'], ['list'], ['db', 'check'], ['worker']]) {
      const { code, stderr } = await call(pool.url, ...args);
      expect({ args, code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('pool_mode = session') });
    }
    expect(await call(postgres.ordinaryUrl, 'list', '--json')).toMatchObject({
      code: 0,
      stdout: expect.not.stringContaining('refused'),
    });
  });

  it.runIf(inCampaign)('says that a pool may have no connection left', async () => {
    pool = await startPgBouncer(postgres, 'session', ['default_pool_size = 1']);
    const { code, stderr } = await call(pool.url, 'list');
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('default_pool_size') });
  });

  it.runIf(inCi)('works with pool_mode = session', async () => {
    pool = await startPgBouncer(postgres, 'session');
    expect(await call(pool.url, 'run', '--id', 'pooled', 'Should we?')).toMatchObject({ code: 0 });
    expect(await call(postgres.ordinaryUrl, 'verify', 'pooled')).toMatchObject({ code: 0 });
  });
});
