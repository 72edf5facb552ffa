// The contract of an agent, kept by the real codex, and what only codex needs.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { FencedEntry } from '../../src/agents/agent.ts';
import { ANSWER_SCHEMA, aPrompt, aPromptWithSchema } from '../support/agents.ts';
import { testRealCli } from './agent-contract.ts';
import { codex, codexOneShot } from './codex.ts';
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

  test.each(['session', 'one-shot'])(
    'every setting that the adapter uses for %s is one that codex knows',
    async (transport) => {
      const { ask } = await open({ settings: { transport, effort: 'low', extraArgs: ['--strict-config'] } });
      expect((await ask('What do you say?')).reply.status).toBe('answered');
    },
  );

  test('each question of a session repeats the request before it block by block, and nothing of the home is in it', async () => {
    const canary = randomUUID();
    const { agent, server, sprung, alive } = await open({ canary });
    const session = await agent.open('wall');
    const { signal } = new AbortController();
    const transcript: FencedEntry[] = [];
    for (const seq of [1, 2, 3]) {
      const request = `Question ${seq}?`;
      const prompt = aPrompt(request, { transcript: [...transcript], request });
      const reply = await session.ask(prompt, { signal, onText: () => {} });
      expect(reply).toMatchObject({ status: 'answered', details: { sessionTurn: seq, notes: [] } });
      if (reply.status === 'answered') {
        const { text } = reply;
        transcript.push({ seq, seat: 'wall', title: 'Wall', round: 1, text, fenced: text });
      }
    }
    await session.close();
    const inputs = server.answerRequests().map(({ body }) => (body as { input: unknown[] }).input);
    expect(inputs).toHaveLength(3);
    expect(inputs[1]?.slice(0, inputs[0]?.length)).toEqual(inputs[0]);
    expect(inputs[2]?.slice(0, inputs[1]?.length)).toEqual(inputs[1]);
    expect(inputs[2]?.length).toBe((inputs[0]?.length ?? 0) + 4);
    expect(server.answerRequests().map(({ system }) => system)).toEqual(Array(3).fill('You are the Wall.'));
    expect(JSON.stringify(server.requests)).not.toContain(canary);
    expect(await sprung()).toEqual([]);
    expect(await alive()).toEqual([]);
  });

  test.each(['session', 'one-shot'])('the request of a %s carries the schema of its question', async (transport) => {
    const text = '{"findings":["one"]}';
    const { ask, server, alive } = await open({ behaviour: { kind: 'answer', text }, settings: { transport } });
    const { reply } = await ask(aPromptWithSchema());
    expect(reply).toMatchObject({ status: 'answered', text, details: { notes: [] } });
    const [request, more] = server.answerRequests();
    expect(more).toBeUndefined();
    expect(request?.body).toMatchObject({ text: { format: { type: 'json_schema', schema: ANSWER_SCHEMA } } });
    expect(await alive()).toEqual([]);
  });

  test.each(['session', 'one-shot'])('a service that refuses schemas is asked in words, by %s', async (transport) => {
    const { ask, server } = await open({
      behaviour: ({ body }) => {
        const { text } = Object(body);
        if (text?.format === undefined) return { kind: 'answer', text: 'In words.' };
        return { kind: 'error', status: 400, message: 'json_schema is not supported' };
      },
      settings: { transport },
    });
    const { reply } = await ask(aPromptWithSchema());
    expect(reply).toMatchObject({ status: 'answered', text: 'In words.' });
    expect(reply.details.notes.join()).toContain('json_schema is not supported');
    expect(server.answerRequests()).toHaveLength(2);
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

describe('codex, a process for each question', () => {
  testRealCli(codexOneShot, { again: true });
});
