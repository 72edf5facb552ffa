// The audit trail of a shared hall: written by several processes at once, it stays one chain, and whoever changes it is found out.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresTrail } from '../../src/platform/audit/postgres-trail.ts';
import type { AuditFact, AuditTrail } from '../../src/platform/audit/trail.ts';
import { Database } from '../../src/platform/database/database.ts';
import { systemClock } from '../../src/support/clock.ts';
import { openDatabase } from '../support/database.ts';
import { type PostgresDatabase, whyNoPostgres } from '../support/postgres.ts';
import { createProject, type Project } from '../support/project.ts';

const ana = { id: 'oidc:https://login.example#ana', name: 'Ana', by: 'oidc' };
const read = (hall: string, more: Partial<AuditFact> = {}): AuditFact => ({
  principal: ana,
  hall,
  operation: 'read-debate',
  decision: 'allowed',
  ...more,
});

describe.skipIf(whyNoPostgres !== undefined)('the audit trail of a shared hall', () => {
  let postgres: PostgresDatabase;
  let database: Database;
  let project: Project;
  let halls = 0;
  const trails: AuditTrail[] = [];
  const openTrail = () => {
    const trail = openPostgresTrail(new Database(postgres), systemClock);
    trails.push(trail);
    return trail;
  };
  const nextHall = () => {
    halls += 1;
    project.configure({ store: { kind: 'postgres', hall: `audit-${halls}` } });
    return `audit-${halls}`;
  };
  const call = async (...args: string[]) =>
    await project.call(['audit', ...args], { env: { DEBATE_HALL_DATABASE_URL: postgres.url } });
  /** As somebody would who owns the database. */
  const tamper = async (statement: string, values: readonly unknown[]) => {
    await database.query('alter table debate_hall.audit disable trigger all');
    await database.query(statement, values);
    await database.query('alter table debate_hall.audit enable trigger all');
  };
  beforeAll(async () => {
    postgres = await openDatabase();
    database = new Database({ url: postgres.url });
    project = createProject({});
  });
  afterAll(async () => {
    for (const trail of trails) await trail.close();
    await database.close();
    project.dispose();
  });

  it('stays one chain when several servers write to it at once, each entry kept once', async () => {
    const hall = nextHall();
    const servers = [openTrail(), openTrail(), openTrail()];
    await Promise.all(
      Array.from({ length: 150 }, async (_, n) => await servers[n % 3]?.record(read(hall, { requestId: `r-${n}` }))),
    );
    expect(await call('verify', '--json')).toMatchObject({ code: 0 });
    const listed = JSON.parse((await call('list', '--limit', '1000', '--json')).stdout) as AuditFact[];
    expect(listed).toHaveLength(150);
    expect(new Set(listed.map(({ requestId }) => requestId)).size).toBe(150);
  });

  it('tells who did what and who was refused, also people that nobody recognised', async () => {
    const hall = nextHall();
    const trail = openTrail();
    await trail.record(read(hall, { debate: 'd-1' }));
    await trail.record(read(hall, { operation: 'redact', debate: 'd-1', decision: 'not-permitted' }));
    await trail.record(read(hall, { principal: undefined, operation: 'sign-in', decision: 'not-authenticated' }));
    await trail.record(read('another-hall'));
    await trail.record(
      read(hall, { principal: { ...ana, name: 'Bob\u001b[2J\u0000\ud800' }, operation: 'list-debates' }),
    );
    const listed = await call('list');
    expect(listed.stdout.trim().split('\n')).toHaveLength(4);
    expect(listed.stdout).not.toMatch(/\u001b|\u0000/);
    expect(listed.stdout).toMatch(
      /\(nobody\) {2}sign-in {2}not-authenticated\n.*Ana {2}redact {2}d-1 {2}not-permitted\n/,
    );
    expect((await call('list', '--refused')).stdout).not.toContain('allowed');
    expect((await call('list', '--principal', 'Ana', '--debate', 'd-1')).stdout).not.toContain('nobody');
    expect(await call('verify')).toMatchObject({ code: 0 });
    expect((await call('list', '--principal', ana.id)).stdout).toContain('Ana');
  });

  it('refuses changes, and finds those of somebody who owns the database', async () => {
    const hall = nextHall();
    const trail = openTrail();
    for (let n = 0; n < 4; n += 1) await trail.record(read(hall, { requestId: `r-${n}` }));
    const { head } = JSON.parse((await call('verify', '--json')).stdout) as { head: string };
    for (const statement of [
      `update debate_hall.audit set entry = '{}'`,
      'delete from debate_hall.audit',
      'truncate debate_hall.audit',
    ]) {
      await expect(database.query(statement)).rejects.toMatchObject({
        cause: { message: 'The audit trail only grows.' },
      });
    }
    expect(await call('verify', '--head', head)).toMatchObject({ code: 0 });

    // A forger who computes the hash of the changed entry as well.
    await tamper(
      `update debate_hall.audit set entry = replace(entry, 'r-1', 'r-9'),
         hash = encode(sha256(convert_to(replace(entry, 'r-1', 'r-9'), 'UTF8')), 'hex') where hall = $1 and n = 2`,
      [hall],
    );
    expect(await call('verify')).toMatchObject({ code: 1, stdout: expect.stringContaining('entry 3 does not follow') });
    await tamper('delete from debate_hall.audit where hall = $1 and n = 2', [hall]);
    expect(await call('verify')).toMatchObject({ code: 1, stdout: expect.stringContaining('missing before entry 3') });
    // What is cut off at the end is seen by whoever has kept the head.
    await tamper('delete from debate_hall.audit where hall = $1 and n >= 2', [hall]);
    expect(await call('verify')).toMatchObject({ code: 0 });
    expect(await call('verify', '--head', head)).toMatchObject({ code: 1, stdout: expect.stringContaining('head') });
  });

  it('is not kept by a folder, which says so', async () => {
    project.configure({});
    expect(await call('list')).toMatchObject({ code: 2, stderr: expect.stringContaining('keeps no audit trail') });
  });
});
