// The contract of an agent, kept by the real codex, and what only codex needs.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { testRealCli } from './agent-contract.ts';
import { codex } from './codex.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

describe('codex', () => {
  testRealCli(codex);

  let sandbox: Sandbox | undefined;

  afterEach(async () => {
    await sandbox?.close();
    sandbox = undefined;
  });

  async function open(options: SandboxOptions): Promise<Sandbox> {
    sandbox = await openSandbox(codex, options);
    return sandbox;
  }

  test('every setting that the adapter uses is one that codex knows', async () => {
    const { ask } = await open({ settings: { effort: 'low', extraArgs: ['--strict-config'] } });
    expect((await ask('What do you say?')).reply.status).toBe('answered');
  });

  test('the provider of codex itself gets a refused login only once', async () => {
    const itself = { ...codex, settings: (url: string) => ({ extraArgs: ['-c', `openai_base_url="${url}/v1"`] }) };
    sandbox = await openSandbox(itself, { behaviour: { kind: 'error', status: 401 } });
    const { reply } = await sandbox.ask('What do you say?');
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'not-logged-in' } });
    expect(sandbox.server.answerRequests().length).toBeLessThanOrEqual(2);
    expect(await sandbox.alive()).toEqual([]);
  });

  test('the login that codex keeps in its own home is used, and stays where it is', async () => {
    const { ask, home, server } = await open({ login: {} });
    const file = join(home, '.codex', 'auth.json');
    const login = JSON.stringify({ auth_mode: 'apikey', OPENAI_API_KEY: 'sk-key-from-the-login' });
    await mkdir(join(home, '.codex'));
    await writeFile(file, login);
    expect((await ask('What do you say?')).reply.status).toBe('answered');
    expect(server.answerRequests()[0]?.headers['authorization']).toBe('Bearer sk-key-from-the-login');
    expect(await readFile(file, 'utf8')).toBe(login);
  });
});
