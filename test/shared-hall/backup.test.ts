// Back-up and restore as docs/team-hall/operate.md has it: by the tools of Postgres, into an empty database.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAuditTrail } from '../../src/hall/compose/store.ts';
import { systemClock } from '../../src/support/clock.ts';
import { inCi } from '../support/campaign.ts';
import { postgresProgram, whyNoPostgres } from '../support/postgres.ts';
import { createSharedHall } from '../support/shared-hall.ts';

describe.skipIf(whyNoPostgres !== undefined)('a hall that was backed up', () => {
  let shared: Awaited<ReturnType<typeof createSharedHall>>;
  beforeAll(async () => {
    shared = await createSharedHall();
  });
  afterAll(async () => {
    await shared.remove();
  });

  it.runIf(inCi)(
    'comes back whole into an empty database: debates, signatures of the trail, runs that wait',
    async () => {
      shared.useNewHall();
      const run = ['run', 'Should we?', '--id', 'd', '--wind', 'quick', '--wall', 'quick', '--door', 'quick'];
      expect(await shared.call(...run)).toMatchObject({ code: 0 });
      await shared.open('waiting');
      await shared.call('queue', 'add', 'waiting');
      const { loaded } = await shared.hall();
      const trail = await openAuditTrail(loaded.config, loaded.env, systemClock);
      const { hall } = loaded.config.store;
      await trail.record({ principal: undefined, hall, operation: 'list-debates', decision: 'allowed' });
      const { head } = await trail.verify(hall);
      await trail.close();
      const before = (await shared.call('export', 'd', '--format', 'json', '--output', '-')).stdout;

      const dump = path.join(shared.project.root, 'hall.dump');
      const url = new URL(shared.postgres.ordinaryUrl);
      execFileSync(
        postgresProgram('pg_dump'),
        ['--enable-row-security', '--format=custom', `--file=${dump}`, url.href],
        {
          env: { ...process.env, PGOPTIONS: '-c debate.hall=*' },
        },
      );
      const create = '--command=create database restored owner team';
      execFileSync(postgresProgram('psql'), ['--quiet', create, shared.postgres.url]);
      url.pathname = '/restored';
      execFileSync(postgresProgram('pg_restore'), ['--exit-on-error', `--dbname=${url.href}`, dump]);
      fs.rmSync(dump);

      const call = async (...args: string[]) =>
        await shared.project.call(args, { env: { ...shared.env, DEBATE_HALL_DATABASE_URL: url.href } });
      const check = await call('db', 'check', '--json');
      expect(JSON.parse(check.stdout)).toMatchObject({ ok: true, rowSecurity: 'on' });
      expect(await call('verify', '--all')).toMatchObject({ code: 0 });
      const ids = JSON.parse((await call('list', '--json')).stdout).map(
        ({ threadId }: { threadId: string }) => threadId,
      );
      expect(ids.sort()).toEqual(['d', 'waiting']);
      expect((await call('search', 'Should', 'we')).stdout).toContain('d');
      expect((await call('export', 'd', '--format', 'json', '--output', '-')).stdout).toBe(before);
      expect(await call('audit', 'verify', '--head', head ?? '')).toMatchObject({ code: 0 });
      expect((await call('queue', 'list', '--json')).stdout).toContain('"waiting"');
    },
  );
});
