// What an operator does with a shared hall as a whole: people are listed, exported and erased; what is old goes.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEvent } from '../../src/domain/events.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { interject } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import { verifyDebate } from '../../src/hall/operations/records/verify-debate.ts';
import { Database } from '../../src/platform/database/database.ts';
import { openUsageTable } from '../../src/platform/people/usage-table.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { createSharedHall } from '../support/shared-hall.ts';

describe.skipIf(whyNoPostgres !== undefined)('the upkeep of a shared hall', () => {
  let shared: Awaited<ReturnType<typeof createSharedHall>>;
  beforeAll(async () => {
    shared = await createSharedHall();
  });
  afterAll(async () => await shared.remove());

  it.runIf(inCi)('erases a person whose debate has a fork that runs in the call after it has ended', async () => {
    const goOn = shared.useWaitingAgent();
    const hall = await shared.hall();
    await shared.call('keys', 'add', 'zoe', '--role', 'runner');
    const seats = ['wind', 'wall', 'door'].map((seat) => [seat, { agent: 'quick' }]);
    const request = { topic: 'Should we?', panel: Object.fromEntries(seats), seating: 'agents' } as const;
    await openDebate(hall, { ...request, threadId: 'd', askedBy: 'zoe', signal: new AbortController().signal });
    await interject(hall, { threadId: 'd', content: 'Of somebody else.', author: 'ann' });
    const fork = (of: string, id: string, wind: string) =>
      shared.start('fork', of, '--id', id, '--at', '1', '--wind', wind, '--wall', 'quick', '--door', 'quick');
    const running = fork('d', 'running', 'waiting');
    await expect.poll(async () => await hall.store.exists('running'), { timeout: 20_000 }).toBe(true);
    await shared.whenWritten('running', 'run-started');
    expect(JSON.stringify((await shared.read('running')).log)).not.toContain('zoe');
    for (const [of, id] of [
      ['d', 'idle'],
      ['idle', 'of-idle'],
      ['running', 'of-running'],
    ] as const) {
      expect((await fork(of, id, 'quick').finished).code).toBeOneOf([0, 3]);
    }
    const verifyAll = async () => {
      const ids = (await hall.store.list()).items;
      return await Promise.all(ids.map(async (threadId) => [threadId, (await verifyDebate(hall, { threadId })).ok]));
    };

    const first = await shared.call('people', 'erase', 'zoe', '--yes');
    expect([first.code, first.stderr]).toEqual([1, expect.stringContaining('from running: It is running.')]);
    goOn();
    expect((await running.finished).code).toBeOneOf([0, 3]);
    expect(await shared.call('people', 'erase', 'zoe', '--yes')).toMatchObject({ code: 0 });
    expect(Object.fromEntries(await verifyAll())).toEqual({
      d: true,
      running: true,
      idle: true,
      'of-idle': true,
      'of-running': true,
    });
    expect(await shared.dump()).not.toContain('zoe');
    expect(await shared.call('people', 'erase', 'zoe', '--yes')).toMatchObject({ code: 2 });
  });

  it.runIf(inCi)('erases a person: no word and no name of theirs is left, and everything verifies', async () => {
    shared.useNewHall();
    await shared.open('d');
    const key = (await shared.call('keys', 'add', 'zoe', '--role', 'runner')).stdout.trim();
    const server = shared.start('serve', '--listen', '127.0.0.1:0');
    const [, url] = /at (http:\/\/127\.0\.0\.1:\d+)\//.exec(await server.says('stderr', 'Serving')) ?? [];
    const post = async (address: string, body: object) =>
      await fetch(`${url}${address}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, origin: url ?? '', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const said = await post('/api/debates/d/interject', { key: 'interject-1', text: 'said-in-passing' });
    expect([said.status, await said.text()]).toEqual([200, expect.any(String)]);
    await expect.poll(async () => (await shared.call('people', 'list')).stdout).toMatch(/zoe\s+runner\s.+\skey:zoe/);
    server.child.kill('SIGTERM');
    await server.finished;
    await shared.call('interject', 'd', 'Of somebody else.');
    const agents = ['--wind', 'quick', '--wall', 'quick', '--door', 'quick'];
    const forked = await shared.call('fork', 'd', '--id', 'f', '--at', '1', ...agents);
    expect([forked.code, forked.stderr]).toEqual([expect.toBeOneOf([0, 3]), expect.any(String)]);
    expect(JSON.stringify((await shared.read('f')).log)).toContain('zoe');

    const exported = JSON.parse((await shared.call('people', 'export', 'zoe')).stdout);
    expect(exported.names).toEqual(['key:zoe', 'zoe']);
    expect(JSON.stringify(exported.debates)).toContain('said-in-passing');
    expect(exported).toMatchObject({ keys: [{ name: 'zoe' }], signedIn: [{ role: 'runner' }], unread: [] });
    expect(exported.audit.length).toBeGreaterThan(0);
    expect(exported.audit.every((entry: { principal: { name: string } }) => entry.principal.name === 'zoe')).toBe(true);

    expect(await shared.call('people', 'erase', 'zoe')).toMatchObject({ code: 2 });
    const erased = await shared.call('people', 'erase', 'zoe', '--yes');
    expect(erased).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^key:zoe, zoe are now erased-[0-9a-f]{8}: /),
    });
    expect(await shared.dump()).not.toMatch(/zoe|said-in-passing/);
    const hall = await shared.hall();
    const { log } = await shared.read('d');
    expect(log).toContainEqual(
      expect.objectContaining({
        type: 'interjection-added',
        data: expect.objectContaining({
          author: expect.stringMatching(/^erased-/),
          content: { sha256: expect.any(String) },
        }),
      }),
    );
    expect(JSON.stringify(log)).toContain('Of somebody else.');
    for (const id of (await hall.store.list()).items) {
      expect(await verifyDebate(hall, { threadId: id })).toMatchObject({ ok: true, damage: [] });
    }
    expect(await shared.call('audit', 'verify')).toMatchObject({ code: 0 });
    expect(await shared.call('people', 'export', 'zoe')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('The hall has nothing of "zoe".'),
    });
  });

  it.runIf(inCi)('erases a login of GitHub by its own name, and nobody who is called alike', async () => {
    shared.useNewHall();
    await shared.open('d');
    const hall = await shared.hall();
    for (const author of ['ida', 'ida (github.test)'])
      await interject(hall, { threadId: 'd', author, content: `Words of ${author}.` });
    const listAuthors = async () =>
      (await shared.read('d')).log.flatMap((event) =>
        isEvent(event, 'interjection-added') ? [event.data.author] : [],
      );
    expect(await shared.call('people', 'erase', 'ida', '--yes')).toMatchObject({ code: 0 });
    expect(await listAuthors()).toEqual([expect.stringMatching(/^erased-/), 'ida (github.test)']);
    expect(await shared.call('people', 'erase', 'ida (github.test)', '--yes')).toMatchObject({ code: 0 });
    expect(await shared.dump()).not.toMatch(/\bida\b/);
  });

  it.runIf(inCampaign)('erases a person from what was running by the same call as before', async () => {
    shared.useNewHall();
    const key = (await shared.call('keys', 'add', 'yan', '--role', 'runner')).stdout.trim();
    const server = shared.start('serve', '--listen', '127.0.0.1:0');
    const [, url] = /at (http:\/\/127\.0\.0\.1:\d+)\//.exec(await server.says('stderr', 'Serving')) ?? [];
    expect((await fetch(`${url}/api/hall`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
    await expect.poll(async () => (await shared.call('people', 'list')).stdout).toContain('key:yan');
    server.child.kill('SIGTERM');
    await server.finished;
    await shared.open('d');
    const hall = await shared.hall();
    const claim = await hall.store.claimRun('d');
    const start = { type: 'start-run', pid: 1, hallVersion: '0.1.0', askedBy: 'key:yan' } as const;
    await hall.engine.dispatch('d', start, claim);
    const usage = openUsageTable(
      new Database({ url: shared.postgres.ordinaryUrl, hall: hall.loaded.config.store.hall }),
    );
    await usage.countCall('key:yan', undefined);

    const first = await shared.call('people', 'erase', 'yan', '--yes');
    expect(first).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nothing was erased from d: It is running.'),
    });
    // The run makes another call and ends.
    await usage.countCall('key:yan', undefined);
    await usage.addCost('key:yan', 7);
    await claim?.release();
    const second = await shared.call('people', 'erase', 'yan', '--yes');
    expect(second).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 event of 1 debate renamed'),
    });
    const findName = ({ stdout }: { stdout: string }) => /erased-[0-9a-f]{8}/.exec(stdout)?.[0];
    expect(findName(second)).toBe(findName(first));
    expect(await usage.used(findName(second) ?? '')).toEqual({ callsToday: 2, microUsdThisMonth: 7 });
    await usage.close();
    expect(await shared.dump()).not.toMatch(/\byan\b/);
    expect(await shared.call('people', 'erase', 'yan', '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The hall has nothing of "yan".'),
    });
  });

  it.runIf(inCampaign)(
    'names the debates that would go, the open ones too, and says of both what forks keep of them',
    async () => {
      shared.useNewHall();
      for (const id of ['good', 'waits', 'stays']) await shared.open(id);
      await shared.call('interject', 'good', 'planted-words');
      await shared.call('close', 'good', 'We move.');
      const agents = ['--wind', 'quick', '--wall', 'quick', '--door', 'quick'];
      for (const id of ['kid', 'other']) await shared.call('fork', 'good', '--id', id, '--at', '1', ...agents);
      const database = new Database({ url: shared.postgres.url });
      const hall = `'${(await shared.hall()).loaded.config.store.hall}'`;
      await database.query(
        `update debate_hall.debate set written = now() - interval '40 days' where hall = ${hall} and id in ('good', 'waits', 'other')`,
      );
      await database.close();
      const left = 'Forks still hold what they copied: kid.';
      const planned = await shared.call('hall', 'prune', '--debates', '30', '--dry-run');
      expect(planned).toMatchObject({ code: 0, stderr: expect.stringContaining(left) });
      expect(planned.stdout).toMatch(/^would remove 3 debates\n/);
      expect(planned.stdout).toMatch(/^good .*closed manually/m);
      expect(planned.stdout).toMatch(/^waits .*open/m);
      expect(planned.stdout).not.toMatch(/^(?:stays|kid) /m);
      const data = JSON.parse((await shared.call('hall', 'prune', '--debates', '30', '--dry-run', '--json')).stdout);
      expect(data.copies).toEqual({ forks: ['kid'], unreadable: [], files: [], evaluations: [] });
      expect(data.debates).toContainEqual(expect.objectContaining({ threadId: 'waits', status: 'open' }));
      const pruned = await shared.call('hall', 'prune', '--debates', '30', '--yes');
      expect(pruned).toMatchObject({ code: 0, stdout: 'removed 3 debates\n', stderr: expect.stringContaining(left) });
      expect([...(await (await shared.hall()).store.list()).items].sort()).toEqual(['kid', 'stays']);
      expect(await shared.dump()).toContain('planted-words');
    },
  );

  it.runIf(inCi)('keeps an old debate whose run waits in the queue', async () => {
    shared.useNewHall();
    for (const id of ['left', 'asked']) await shared.open(id);
    const database = new Database({ url: shared.postgres.url });
    const hall = `'${(await shared.hall()).loaded.config.store.hall}'`;
    await database.query(`update debate_hall.debate set written = now() - interval '40 days' where hall = ${hall}`);
    await database.close();
    await shared.call('queue', 'add', 'asked');
    expect(await shared.call('hall', 'prune', '--debates', '30', '--yes')).toMatchObject({ code: 0 });
    expect((await (await shared.hall()).store.list()).items).toEqual(['asked']);
    expect((await shared.call('queue', 'list', '--json')).stdout).toContain('"asked"');
  });

  it.runIf(inCampaign)(
    'removes what is old, and the rest of the audit trail verifies from a signed checkpoint on',
    async () => {
      shared.useNewHall();
      for (const id of ['old', 'new']) {
        await shared.open(id);
        await shared.call('queue', 'add', id);
      }
      await shared.startWorker();
      for (const id of ['old', 'new']) await shared.whenEnded(id);
      await shared.stopWorkers();
      for (const name of ['ana', 'ben', 'cleo']) await shared.call('keys', 'add', name);
      const database = new Database({ url: shared.postgres.url });
      const hall = `'${(await shared.hall()).loaded.config.store.hall}'`;
      await database.query(
        `update debate_hall.debate set written = now() - interval '40 days' where hall = ${hall} and id = 'old'`,
      );
      await database.query(
        `update debate_hall.run set ended = now() - interval '40 days' where hall = ${hall} and id = 'new'`,
      );
      // As if two of the three entries were old; nothing else can change one.
      const entries = JSON.parse((await shared.call('audit', 'list', '--json')).stdout) as { at: string; n: number }[];
      await expect(database.query(`delete from debate_hall.audit where hall = ${hall}`)).rejects.toThrow();
      await expect(database.query(`update debate_hall.audit set hash = 'x' where hall = ${hall}`)).rejects.toThrow();
      await database.close();
      const keyFile = path.join(shared.project.root, 'id');
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', keyFile]);
      const signers = path.join(shared.project.root, 'signers');
      fs.writeFileSync(signers, `ana@example.org ${fs.readFileSync(`${keyFile}.pub`, 'utf8')}`);

      expect(await shared.call('hall', 'prune')).toMatchObject({ code: 2 });
      const what = ['--debates', '30', '--runs', '30', '--streams', '30'];
      expect(await shared.call('hall', 'prune', ...what)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('--yes'),
      });
      expect(JSON.parse((await shared.call('hall', 'prune', ...what, '--dry-run', '--json')).stdout)).toMatchObject({
        debates: [{ threadId: 'old' }],
        runs: 1,
      });
      expect(await shared.call('hall', 'prune', ...what, '--yes')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('removed 1 debate, '),
      });
      expect((await (await shared.hall()).store.list()).items).toEqual(['new']);
      expect((await shared.call('queue', 'list', '--json')).stdout).not.toContain('"new"');

      const { openUpkeep } = await import('../../src/hall/compose/desks.ts');
      const { pruneHall } = await import('../../src/hall/operations/upkeep/prune-hall.ts');
      const opened = await shared.hall();
      const desk = await openUpkeep(opened, undefined);
      const last = new Date(entries[0]?.at ?? '').getTime();
      // A day after the last of those entries, from which on they are older than a day.
      const later = { ...opened, clock: { ...opened.clock, now: () => last + 24 * 3_600_000 } };
      const input = { retention: { audit: 1 }, dryRun: false, key: keyFile, signal: new AbortController().signal };
      expect(await pruneHall(later, desk, input)).toEqual({ audit: 2 });
      await desk.close();

      const verified = await shared.call('audit', 'verify', '--signers', signers);
      expect(verified).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/whole\nThe first 2 entries were cut off on .*, signed by ana@example.org\./),
      });
      fs.writeFileSync(signers, '');
      expect(await shared.call('audit', 'verify', '--signers', signers)).toMatchObject({ code: 1 });
      const owner = new Database({ url: shared.postgres.url });
      await owner.query(`update debate_hall.audit_checkpoint set n = n + 1 where hall = ${hall}`);
      await owner.close();
      expect(await shared.call('audit', 'verify')).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('NOT whole'),
      });
    },
  );
});
