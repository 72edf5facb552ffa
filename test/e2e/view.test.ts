// `debate-hall view` as a person starts it: what it prints, what it opens, and how it ends.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign } from '../support/campaign.ts';
import { createProject, type Project, type Running } from '../support/project.ts';
import { openTab, type Tab } from '../web/support.ts';

let project: Project;
beforeEach(() => {
  project = createProject({
    agents: { slow: { kind: 'rehearsal', wordsPerSecond: 10 } },
    seats: { wind: 'slow', wall: 'slow', door: 'slow' },
    recipe: 'quick',
  });
});
afterEach(() => project.dispose());

const ADDRESS = /http:\/\/127\.0\.0\.1:(\d+)\/#([0-9a-f]{32})/g;

async function addressesOf(view: Running, stream: 'stdout' | 'stderr' = 'stderr'): Promise<RegExpExecArray[]> {
  return [...(await view.says(stream, '/#')).matchAll(ADDRESS)] as RegExpExecArray[];
}

async function openFirst(view: Running): Promise<{ port: number; tab: Tab }> {
  const [[address = '', port] = []] = await addressesOf(view);
  return { port: Number(port), tab: await openTab({ port: Number(port), createAddress: () => address }) };
}

describe('view', () => {
  it('prints an address, serves the page there, and ends with Ctrl-C', async () => {
    const view = project.start(['view', '--no-open']);
    const { port, tab } = await openFirst(view);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')]);
    expect(await tab.get('/api/hall')).toMatchObject({
      name: expect.stringMatching(/^(?:project|hall-[0-9a-f]+)$/),
      person: expect.stringMatching(/^(?!.*\(page\))./),
    });
    view.child.kill('SIGINT');
    const { code, stdout, stderr } = await view.finished;
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).not.toContain(tab.token);
  });

  it.runIf(inCampaign)('pauses what it runs when it ends, and resumes it the next time', async () => {
    const first = project.start(['view', '--no-open']);
    const { tab } = await openFirst(first);
    const { threadId } = await tab.post('/api/debates', { key: 'started-once', topic: 'Should we?' });
    await expect.poll(async () => (await tab.get(`/api/debates/${threadId}`)).running).toBe(true);
    first.child.kill('SIGINT');
    expect((await first.finished).code).toBe(0);
    expect(await project.shown(threadId)).toMatchObject({ status: 'open' });
    const second = project.start(['view', '--no-open', threadId]);
    const { tab: next } = await openFirst(second);
    await next.post(`/api/debates/${threadId}/resume`, { key: 'resumed-once' });
    await expect.poll(async () => (await next.get(`/api/debates/${threadId}`)).running).toBe(true);
    second.child.kill('SIGINT');
    await second.finished;
  });

  it('gives a new address for each line of its input', async () => {
    const view = project.start(['view', '--print-url'], { stdin: '\n\n' });
    await expect.poll(async () => await addressesOf(view, 'stdout')).toHaveLength(3);
    const addresses = await addressesOf(view, 'stdout');
    expect(new Set(addresses.map(([, , code]) => code)).size).toBe(3);
    view.child.kill('SIGINT');
    const { stdout } = await view.finished;
    expect(stdout.replace(ADDRESS, '').trim()).toBe('');
  });

  it.runIf(inCampaign)('opens the browser, which gets the address as it is', async () => {
    const bin = project.path('bin');
    const opened = project.path('opened');
    fs.mkdirSync(bin);
    fs.writeFileSync(path.join(bin, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${opened}\n`, { mode: 0o755 });
    const env = { PATH: `${bin}:${project.env.PATH}`, DISPLAY: ':0' };
    const view = project.start(['view'], { env });
    await view.says('stderr', 'The hall is open in your browser');
    await expect.poll(() => fs.readFileSync(opened, 'utf8')).toMatch(ADDRESS);
    view.child.kill('SIGINT');
    expect((await view.finished).stderr).not.toContain('#');
  });

  it.runIf(inCampaign)('refuses a port that is taken or none, and a debate that there is not', async () => {
    const first = project.start(['view', '--no-open']);
    const { port } = await openFirst(first);
    for (const [args, message] of [
      [['--port', String(port)], 'it is in use'],
      [['--port', '70000'], 'from 1 to 65535'],
      [['--host', '0.0.0.0'], '--host'],
      [['missing'], 'There is no debate "missing"'],
    ] as const) {
      const { code, stderr } = await project.call(['view', '--no-open', ...args]);
      expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining(message)]);
    }
    first.child.kill('SIGINT');
    await first.finished;
  });
});
