// `debate-hall serve` and `debate-hall keys` as people start them.
import { once } from 'node:events';
import fs from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openKeyFiles } from '../../src/platform/auth/key-files.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

let project: Project;
beforeEach(() => {
  project = createProject({});
});
afterEach(() => project.dispose());

const call = async (...args: string[]) => await project.call(args);

describe('debate-hall keys', () => {
  it('shows a key once, and keeps what nobody can make it from', async () => {
    const added = await call('keys', 'add', 'ana', '--role', 'runner');
    expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^dhk_[0-9a-f]{12}_[0-9a-f]{64}\n$/) });
    const [, id = '', secret = ''] = added.stdout.trim().split('_');
    const listed = await call('keys', 'list');
    expect(listed.stdout).toMatch(new RegExp(`${id}\\s+ana\\s+runner`));
    expect(listed.stdout + added.stderr).not.toContain(secret);
    const folder = path.join(project.folder, 'debates', '.hall', 'keys');
    for (const name of fs.readdirSync(folder)) {
      expect(fs.readFileSync(path.join(folder, name), 'utf8')).not.toContain(secret);
    }
    expect(fs.statSync(path.join(folder, `${id}.json`)).mode & 0o777).toBe(0o600);
    expect(await call('keys', 'revoke', id)).toMatchObject({ code: 0 });
    expect((await call('keys', 'list')).stdout).toContain('revoked');
    expect(await call('keys', 'revoke', 'none')).toMatchObject({ code: 2 });
  });

  it.runIf(inCi)('takes names of every script, and none that could be taken for another', async () => {
    const given = async (name: string) => {
      const { code, stderr } = await call('keys', 'add', name, '--json');
      return code === 0 ? 'added' : stderr;
    };
    for (const name of [
      'ana',
      'ana',
      'Zoë',
      'प्रिया',
      'กิตติ',
      'தமிழ்',
      'محمد',
      '田中さん',
      'Ivo van Dam',
      'ci@example.com',
    ])
      expect([name, await given(name)]).toEqual([name, 'added']);
    const listed: readonly { readonly name: string }[] = JSON.parse((await call('keys', 'list', '--json')).stdout);
    expect(await given('Zoe\u0308')).toBe('added');
    expect(listed.map(({ name }) => name)).toContain('Zoë');
    const refused: readonly (readonly [string, string])[] = [
      ...(['ANA', 'аna', 'аnа', 'ａｎａ', 'anα'] as const).map((name) => [name, 'name of another key, "ana"'] as const),
      ...['local', 'LOCAL', 'anyone', 'erased-1f2e3d4c', 'user of ana'].map((name) => [name, 'uses itself'] as const),
      ...['', ' ana', 'a\u200bna', '\u0301a', 'ana:root', 'ana\n', 'a'.repeat(65)].map(
        (name) => [name, '1 to 64'] as const,
      ),
    ];
    for (const [name, why] of refused) expect([name, await given(name)]).toEqual([name, expect.stringContaining(why)]);
    expect(JSON.parse((await call('keys', 'list', '--json')).stdout)).toHaveLength(listed.length + 1);
  });

  it.runIf(inCampaign)('says when a key was last used, and replaces it while both are valid, or at once', async () => {
    const keyOf = ({ stdout }: { stdout: string }) => ({ token: stdout.trim(), id: stdout.trim().split('_')[1] ?? '' });
    const old = keyOf(await call('keys', 'add', 'ana', '--role', 'runner'));
    const rowOf = async (id: string) =>
      (await call('keys', 'list')).stdout.split('\n').find((line) => line.startsWith(id)) ?? '';
    expect(await rowOf(old.id)).toContain('never');
    const running = project.start(['serve', '--listen', '127.0.0.1:0']);
    const [, url] = /at (http:\/\/127\.0\.0\.1:\d+)\//.exec(await running.says('stderr', 'Serving')) ?? [];
    const ask = async (token: string) => {
      const response = await fetch(`${url}/api/debates`, { headers: { authorization: `Bearer ${token}` } });
      await response.arrayBuffer();
      return response.status;
    };
    expect(await ask(old.token)).toBe(200);
    await expect.poll(async () => await rowOf(old.id), { timeout: 60_000 }).not.toContain('never');

    const next = await call('keys', 'rotate', old.id, '--overlap', '2');
    expect(next).toMatchObject({ code: 0, stderr: expect.stringContaining('stays valid for 2 more days') });
    expect(await Promise.all([ask(old.token), ask(keyOf(next).token)])).toEqual([200, 200]);
    expect(await rowOf(keyOf(next).id)).toMatch(/ana\s+runner/);

    const last = await call('keys', 'rotate', keyOf(next).id, '--overlap', '0');
    expect(await Promise.all([ask(keyOf(next).token), ask(keyOf(last).token)])).toEqual([401, 200]);
    expect(await call('keys', 'rotate', keyOf(next).id)).toMatchObject({
      code: expect.any(Number),
      stderr: expect.stringMatching(/no longer valid[\s\S]*keys add ana --role runner/),
    });
    expect(await call('keys', 'rotate', 'none')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('keys list'),
    });
    running.child.kill('SIGTERM');
    await running.finished;
  });

  it.runIf(inCi)('takes a key away for good, also while a server notes that it is used', async () => {
    const keys = openKeyFiles(project.folder);
    const created = new Date(0);
    const expires = new Date(Date.UTC(2100, 0));
    const hash = '0'.repeat(64);
    for (let number = 0; number < 40; number += 1) {
      const id = number.toString(16).padStart(12, '0');
      await keys.add({ id, hall: 'main', name: 'ana', role: 'runner', hash, created, expires });
      const taken = number % 2 === 0 ? keys.revoke('main', id, created) : keys.endAt('main', id, created);
      await Promise.all([keys.noteUse(id, created), taken, keys.noteUse(id, created)]);
      const { revoked, expires: ends, used } = (await keys.find(id)) ?? {};
      expect([number % 2 === 0 ? revoked : ends, used]).toEqual([created, created]);
    }
  });

  it('refuses names and roles that records could not show', async () => {
    expect(await call('keys', 'add', 'a\nb')).toMatchObject({ code: 2, stderr: expect.stringContaining('1 to 64') });
    expect(await call('keys', 'add', 'ana', '--role', 'king')).toMatchObject({ code: 2 });
    const forever = await call('keys', 'add', 'ana', '--days', '999999999999');
    expect(forever).toMatchObject({ code: 2, stderr: expect.stringContaining('at most 3650 days') });
  });
});

describe('debate-hall serve', () => {
  it('listens, answers and ends with a signal', async () => {
    const running = project.start(['serve', '--listen', '127.0.0.1:0']);
    const said = await running.says('stderr', 'There is no sign-in');
    const [, url] = /at (http:\/\/127\.0\.0\.1:\d+)\//.exec(said) ?? [];
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true });
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ ready: true });
    expect(await (await fetch(`${url}/`)).text()).toMatch(/<html/i);
    running.child.kill('SIGTERM');
    expect(await running.finished).toMatchObject({ code: 0 });
  });

  it('names its own option when the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const refused = await call('serve', '--listen', `127.0.0.1:${port}`);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/in use[\s\S]*--listen ADDRESS:PORT/) });
    taken.close();
  });

  it('does not listen beyond its machine without sign-in', async () => {
    const refused = await call('serve', '--listen', '0.0.0.0:0');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('without sign-in') });
    expect(await call('serve', '--listen', 'here')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--listen'),
    });
  });
});
