// A hall in a database, used from several processes as people would use it.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../src/platform/database/database.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { openDatabase } from '../support/database.ts';
import { openRequest, testEngine } from '../support/hall.ts';
import { type PostgresDatabase, whyNoPostgres } from '../support/postgres.ts';
import { alive } from '../support/processes.ts';
import { createProject, everySeat, linesOf, type Project, quickRehearsal } from '../support/project.ts';
import { verifyInPython } from '../support/python.ts';

const PASSWORD = 'canary-of-the-database';

describe.skipIf(whyNoPostgres !== undefined)('a hall in a database', () => {
  let postgres: PostgresDatabase;
  let database: Database;
  let project: Project;
  let halls = 0;
  let shared: Record<string, string>;
  beforeAll(async () => {
    postgres = await openDatabase();
    database = new Database({ url: postgres.url });
  });
  afterAll(async () => await database.close());
  beforeEach(() => {
    halls += 1;
    project = createProject({
      agents: { quick: quickRehearsal },
      seats: everySeat('quick'),
      recipe: 'quick',
      store: { hall: `hall-${halls}` },
    });
    shared = { DEBATE_HALL_STORE: 'postgres', DEBATE_HALL_DATABASE_URL: postgres.ordinaryUrl };
  });
  afterEach(() => project.dispose());

  const call = async (...args: string[]) => await project.call(args, { env: shared });
  const started = (...args: string[]) => project.start(args, { env: shared });
  /** Agents that speak slowly enough for others to come between. */
  const configureSlow = () => {
    project.configure({
      agents: { slow: { ...quickRehearsal, wordsPerSecond: 400 } },
      seats: everySeat('slow'),
      recipe: 'quick',
      store: { hall: `hall-${halls}` },
    });
  };
  const textIn = async (id: string) => {
    const folder = path.join(project.root, `copy-${id}-${Math.random()}`);
    expect(await call('hall', 'export', '--to', folder)).toMatchObject({ code: 0 });
    return fs.readFileSync(path.join(folder, `${id}.jsonl`), 'utf8');
  };

  it.runIf(inCampaign)('is set up by two commands, which say what is missing', async () => {
    const without = await project.call(['list'], { env: { DEBATE_HALL_STORE: 'postgres' } });
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('DEBATE_HALL_DATABASE_URL') });
    shared = { ...shared, DEBATE_HALL_DATABASE_URL: (await openDatabase({ tables: false })).ordinaryUrl };
    expect(await call('list')).toMatchObject({ code: 1, stderr: expect.stringContaining('db migrate') });
    expect(await call('db', 'check')).toMatchObject({ code: 1, stdout: expect.stringContaining('step 0 of') });
    // Two servers that are updated at the same time.
    const both = await Promise.all([call('db', 'migrate'), call('db', 'migrate')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(await call('db', 'check')).toMatchObject({ code: 0 });
    expect(await call('list')).toMatchObject({ code: 0, stderr: expect.stringContaining('no debates') });
  });

  it.runIf(inCi)('never shows the password of its address', async () => {
    const env = { ...shared, DEBATE_HALL_DATABASE_URL: `postgres://hall:${PASSWORD}@127.0.0.1:1/none` };
    for (const args of [['list'], ['db', 'check'], ['doctor'], ['config', 'explain', '--all'], ['run', 'Should we?']]) {
      const { stdout, stderr } = await project.call(args, { env });
      expect(stdout + stderr).not.toContain(PASSWORD);
    }
    expect((await project.call(['list'], { env })).stderr).toContain('127.0.0.1:1/none');
  });

  it('holds a debate that several people see, interrupt and redact', async () => {
    const { code, stdout } = await call('run', '--json', '--id', 'd', 'Should we?');
    expect([code, JSON.parse(stdout).status]).toEqual([0, 'closed']);
    expect((await call('list')).stdout).toMatch(/^d /m);
    await call('open', '--id', 'e', 'Tea or coffee?');
    await call('say', 'e', '--seat', 'wind', '--author', 'Ada', 'The password is swordfish.');
    await call('interject', 'e', '--author', 'Ben', 'Careful.');
    expect((await call('redact', 'e', '--event', '1', '--reason', 'secret')).code).toBe(0);
    const rows = await database.query<{ text: string }>('select text from debate_hall.line where hall = $1', [
      `hall-${halls}`,
    ]);
    expect(rows.map(({ text }) => text).join()).toContain('Careful.');
    expect(rows.map(({ text }) => text).join()).not.toContain('swordfish');
    for (const id of ['d', 'e']) expect(await call('verify', id)).toMatchObject({ code: 0 });
    expect((await call('show', 'e')).stdout).toContain('Careful.');
    expect(await call('delete', 'e', '--yes')).toMatchObject({ code: 0 });
    expect(await call('show', 'e')).toMatchObject({ code: 2 });
  });

  it.runIf(inCampaign)('shows another process what a run says while it says it, and ends with it', async () => {
    const until = project.path('go');
    project.configure({
      agents: { slow: { ...quickRehearsal, wordsPerSecond: 400 }, first: project.seat('wind', { until }) },
      seats: { wind: 'first', wall: 'slow', door: 'slow' },
      recipe: 'quick',
      store: { hall: `hall-${halls}` },
    });
    const run = started('run', '--events', '--id', 'd', 'Should we?');
    await run.says('stdout', 'seat-started');
    const watch = started('watch', '--events', 'd');
    await watch.says('stdout', 'seat-started');
    // Nobody has said anything before somebody watches.
    fs.writeFileSync(until, '');
    expect((await run.finished).code).toBe(0);
    const types = linesOf((await watch.finished).stdout).map(({ type }) => type);
    expect(types).toContain('text-delta');
    expect(types.at(-1)).toBe('run-ended');
  });

  it.runIf(inCampaign)(
    'has one run of a debate at a time, and one that was killed is resumed by another process',
    async () => {
      configureSlow();
      const run = started('run', '--events', '--id', 'd', 'Should we?');
      await run.says('stdout', 'text-delta');
      expect(await call('resume', 'd')).toMatchObject({ code: 2, stderr: expect.stringContaining('running') });
      run.child.kill('SIGKILL');
      await run.finished;
      // Its claim ends when nothing is heard of it for long enough; here the hour is moved on.
      await database.query(`update debate_hall.debate set run_until = run_until - interval '1 hour'`);
      expect(await call('resume', '--quiet', 'd')).toMatchObject({ code: 0 });
      expect(await call('verify', 'd')).toMatchObject({ code: 0 });
    },
  );

  it.runIf(inCi)('is copied from a folder and back, byte for byte', async () => {
    await project.call(['run', '--quiet', '--id', 'd', 'Should we?']);
    await project.call(['open', '--id', 'e', 'Tea or coffee?']);
    const names = fs.readdirSync(project.debates).filter((name) => /^[de]\./.test(name));
    expect(names).toEqual(expect.arrayContaining(['d.jsonl', 'd.oct.md', 'e.jsonl']));
    const filesIn = (folder: string) => names.map((name) => fs.readFileSync(path.join(folder, name)));
    const before = filesIn(project.debates);
    fs.appendFileSync(project.ledger('e'), '{"half":');
    fs.writeFileSync(path.join(project.debates, 'broken.jsonl'), '{}\n');
    const { code, stdout, stderr } = await call('hall', 'import', '--from', 'debates');
    expect([code, stdout], stderr).toEqual([1, '2 debates copied, 1 not\n']);
    expect(stderr).toContain('broken: The ledger of "broken" does not verify');
    const again = await call('hall', 'import', '--from', 'debates');
    expect(again.stdout).toBe('0 debates copied, 2 already there, 1 not\n');
    expect(again.stderr).not.toContain('d: There is already a debate');

    const back = path.join(project.root, 'back');
    expect(await call('hall', 'export', '--to', back)).toMatchObject({ code: 0 });
    expect(filesIn(back)).toEqual(before);
    expect(await call('verify', '--all')).toMatchObject({ code: 0 });
  });

  it.runIf(inCampaign)(
    'writes nothing more for a run that was suspended and taken over, and ends its agents',
    async () => {
      const until = project.path('go');
      const agents = { a: project.seat('wind', { until }), b: project.seat('wall', { until }) };
      project.configure({
        agents,
        seats: { wind: 'a', wall: 'b', door: 'a' },
        recipe: 'quick',
        store: { hall: `hall-${halls}` },
      });
      const first = started('run', '--id', 'd', 'Should we?');
      await expect.poll(() => project.calls().length).toBe(1);
      process.kill(first.pid, 'SIGSTOP');
      await database.query(`update debate_hall.debate set run_until = run_until - interval '1 hour'`);
      const second = started('resume', '--json', 'd');
      await expect.poll(() => project.calls().length).toBe(2);
      process.kill(first.pid, 'SIGCONT');
      const { code, stderr } = await first.finished;
      expect([code, stderr]).toEqual([2, expect.stringContaining('Another process runs debate "d" now.')]);
      const [suspended, running] = project.calls();
      expect([alive(suspended?.pid ?? 0), alive(running?.pid ?? 0)]).toEqual([false, true]);
      fs.writeFileSync(until, '');
      expect(await second.finished).toMatchObject({ code: 0 });
      const { entries } = JSON.parse((await call('show', '--json', 'd')).stdout);
      expect(entries.filter(({ kind }: { kind: string }) => kind === 'turn')).toHaveLength(3);
      expect(await call('verify', 'd')).toMatchObject({ code: 0 });
    },
  );

  it.runIf(inCampaign)('takes many debates and gives them back as they were, for any verifier', async () => {
    const engine = testEngine(project.debates);
    const all = Array.from({ length: 200 }, (_, index) => `d-${index}`);
    for (const [index, id] of all.entries()) {
      await engine.open(openRequest(id));
      const author = `Ada ${index}`;
      if (index % 2 === 0)
        await engine.dispatch(id, { type: 'interjection-added', data: { author, content: 'Ärger\n\u{1f300} \u2028' } });
      if (index % 3 === 0)
        await engine.dispatch(id, { type: 'debate-force-closed', data: { reason: 'Enough.', by: author } });
    }
    expect(await call('hall', 'import', '--from', 'debates')).toMatchObject({
      code: 0,
      stdout: `${all.length} debates copied\n`,
    });
    const back = path.join(project.root, 'back');
    expect(await call('hall', 'export', '--to', back)).toMatchObject({ code: 0 });
    const bytes = (folder: string) => all.map((id) => fs.readFileSync(path.join(folder, `${id}.jsonl`), 'latin1'));
    expect(bytes(back)).toEqual(bytes(project.debates));
    const ledgers = all.map((id) => ({ data: fs.readFileSync(path.join(back, `${id}.jsonl`)), head: null }));
    expect(verifyInPython(ledgers)).toEqual(all.map(() => null));
    const listed = JSON.parse((await call('list', '--json')).stdout) as { threadId: string }[];
    expect(listed.map(({ threadId }) => threadId).sort()).toEqual(all.toSorted());
  });

  it.runIf(inCi)('keeps apart what is in other halls of the same database', async () => {
    await call('open', '--id', 'd', 'Should we?');
    project.configure({ store: { hall: 'another' } });
    expect((await call('list')).stdout).not.toContain('d ');
    expect(await call('show', 'd')).toMatchObject({ code: 2 });
    expect(await call('open', '--id', 'd', 'Should they?')).toMatchObject({ code: 0 });
    expect(await textIn('d')).toContain('Should they?');
  });

  it('is nothing that an untrusted project may choose', async () => {
    project.configure({ store: { kind: 'postgres', urlEnv: 'PATH' } });
    const env = { DEBATE_HALL_TRUST: '', DEBATE_HALL_DATABASE_URL: 'postgres://hall@127.0.0.1:1/none' };
    const { code, stderr } = await project.call(['list'], { env });
    expect([code, stderr]).toEqual([0, expect.stringContaining(project.debates)]);
    expect(stderr).toContain('not trusted');
  });
});
