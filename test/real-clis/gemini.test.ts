// The contract of an agent, kept by the real gemini, and what only gemini needs.
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { lastUserText } from '../model-server/server.ts';
import { aPrompt } from '../support/agents.ts';
import { testRealCli } from './agent-contract.ts';
import { gemini, geminiOneShot, ONCE } from './gemini.ts';
import { PROGRAMS } from './machine.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

describe('gemini, one process for each question', () => testRealCli(geminiOneShot, { again: true }));

describe('gemini', () => {
  testRealCli(gemini);

  let sandbox: Sandbox | undefined;

  afterEach(async () => {
    await sandbox?.close();
    sandbox = undefined;
  });

  async function open(options: SandboxOptions, cli = gemini): Promise<Sandbox> {
    sandbox = await openSandbox(cli, options);
    return sandbox;
  }

  test('what the call itself consists of cannot be read by a mention', async () => {
    const mentions = [
      ...['@../system.md', '@../.gemini/tmp/work', '@../.gemini/settings.json', '@./', '@"a b/.."'],
      ...['@/proc/self/cwd', '\\@./'],
    ];
    const lines = (before: string) => mentions.map((mention) => `${before}${mention} end \n`).join('');
    const { ask, server } = await open({ behaviour: { kind: 'answer', text: 'Understood.' } }, geminiOneShot);
    const { reply } = await ask(`me@example.org\n${lines('')}`);
    expect(reply.status).toBe('answered');
    const [request] = server.answerRequests();
    expect(lastUserText(request as NonNullable<typeof request>)).toMatch(/me@example\.org\n/);
    const text = request?.messages.map((message) => message.text).join('\n') ?? '';
    expect(text.endsWith(`me@example.org\n${lines('\\')}`)).toBe(true);
    expect(text).not.toContain('Content from');
  });

  test('in a session, mentions arrive as they are and lead nowhere, no command is run, and each request begins with the one before', async () => {
    const { agent, server, alive } = await open({ behaviour: { kind: 'answer', text: 'Understood.' } });
    const session = await agent.open('wall');
    session.warm?.(aPrompt().system);
    const mentions = '@../system.md @./ \\@./ @"a b/.." me@example.org @/proc/self/cwd end \n';
    const { signal } = new AbortController();
    for (const turn of [1, 2, 3]) {
      const reply = await session.ask(aPrompt(`/memory show ${turn}\n${mentions}`), { signal, onText: () => {} });
      expect(reply).toMatchObject({
        status: 'answered',
        text: 'Understood.',
        details: { notes: [], sessionTurn: turn },
      });
    }
    await session.close();
    expect(await alive()).toEqual([]);
    const requests = server.answerRequests();
    expect(requests).toHaveLength(3);
    for (const [index, request] of requests.entries()) {
      expect(lastUserText(request).endsWith(`\n/memory show ${index + 1}\n${mentions}`)).toBe(true);
    }
    expect(JSON.stringify(server.requests)).not.toContain('Content from');
    const bodies = requests.map(({ body }) => body as { contents: unknown[] });
    for (const [index, body] of bodies.entries()) {
      const { contents: before, ...rest } = bodies[index - 1] ?? body;
      expect(body).toMatchObject({ ...rest, contents: expect.any(Array) });
      expect(body.contents.slice(0, before.length)).toEqual(before);
    }
  });

  test('the version that its package names is the one that it prints', async () => {
    const { agent, env } = await open({});
    const { version } = await agent.probe(new AbortController().signal);
    const printed = await promisify(execFile)(join(PROGRAMS, 'gemini'), ['--version'], { env: { ...env, ...ONCE } });
    expect(printed.stdout.trim()).toBe(version);
  });

  test('a prompt that gemini holds to be too long is a failure of its kind, although gemini says success', async () => {
    const { ask, server } = await open({});
    const { reply } = await ask('Ein Satz über 😀. '.repeat(5_000_000 / 18));
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'too-large' } });
    expect(server.answerRequests()).toEqual([]);
  });

  test('a key in the environment wins over the one that gemini keeps in its own .env', async () => {
    const { ask, home, server } = await open({ behaviour: { kind: 'answer', text: 'Understood.' } });
    await mkdir(join(home, '.gemini'));
    await writeFile(join(home, '.gemini', '.env'), 'GEMINI_API_KEY=key-from-the-file\n');
    expect((await ask('What do you say?')).reply.status).toBe('answered');
    expect(server.answerRequests()[0]?.headers['x-goog-api-key']).toBe(gemini.login['GEMINI_API_KEY']);
  });

  test('a Google login that does not work fails soon, opens no browser and stays where it is', async () => {
    // The proxy keeps the test from asking Google.
    const google = { ...gemini, settings: () => ({ env: { HTTPS_PROXY: 'http://127.0.0.1:9' } }) };
    sandbox = await openSandbox(google, { login: {} });
    const folder = join(sandbox.home, '.gemini');
    const token = JSON.stringify({ access_token: 'no', refresh_token: 'no', expiry_date: 4_102_444_800_000 });
    await mkdir(folder);
    await writeFile(join(folder, 'settings.json'), '{"security":{"auth":{"selectedType":"oauth-personal"}}}');
    await writeFile(join(folder, 'oauth_creds.json'), token);
    const { reply } = await sandbox.ask('What do you say?');
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'not-logged-in' } });
    expect(reply.details.durationMs).toBeLessThan(120_000);
    expect((await readdir(folder)).sort()).toEqual(['oauth_creds.json', 'settings.json']);
    expect(await readFile(join(folder, 'oauth_creds.json'), 'utf8')).toBe(token);
  });

  test('a key that gemini keeps in its own .env is used', async () => {
    const { ask, home, server } = await open({ behaviour: { kind: 'answer', text: 'Understood.' }, login: {} });
    await mkdir(join(home, '.gemini'));
    await writeFile(join(home, '.gemini', '.env'), 'GEMINI_API_KEY=key-from-the-file\n');
    expect((await ask('What do you say?')).reply.status).toBe('answered');
    expect(server.answerRequests()[0]?.headers['x-goog-api-key']).toBe('key-from-the-file');
  });
});
