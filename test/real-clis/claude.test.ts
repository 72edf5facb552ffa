// The contract of an agent, kept by the real claude, and what only claude needs.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { ANSWER_SCHEMA, aPromptWithSchema } from '../support/agents.ts';
import { testRealCli } from './agent-contract.ts';
import { claude, claudeOneShot } from './claude.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

const TOKEN = { CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-dummy-token-of-the-tests' };

describe('claude', () => {
  testRealCli(claude);

  let sandbox: Sandbox | undefined;

  afterEach(async () => {
    await sandbox?.close();
    sandbox = undefined;
  });

  async function open(options: SandboxOptions, userSettings: unknown = {}): Promise<Sandbox> {
    sandbox = await openSandbox(claude, options);
    await mkdir(join(sandbox.home, '.claude'));
    await writeFile(join(sandbox.home, '.claude', 'settings.json'), JSON.stringify(userSettings));
    return sandbox;
  }

  test('a single request carries the schema of its question and brings the answer', async () => {
    const behaviour = { kind: 'tool-call', tool: 'StructuredOutput', arguments: { findings: ['one'] } } as const;
    const { ask, server, alive } = await open({ behaviour, settings: { transport: 'one-shot' } });
    const { reply } = await ask(aPromptWithSchema());
    expect(reply).toMatchObject({ status: 'answered', text: '{"findings":["one"]}', details: { notes: [] } });
    const requests = server.answerRequests();
    expect(requests.map(({ body }) => Object(body).tools)).toMatchObject([[{ input_schema: ANSWER_SCHEMA }]]);
    expect(await alive()).toEqual([]);
  });

  test('a model that never keeps to the schema is asked in words soon, and a note says so', async () => {
    const { ask, server } = await open({
      behaviour: ({ tools }) =>
        tools === 0
          ? { kind: 'answer', text: 'In words.' }
          : { kind: 'tool-call', tool: 'StructuredOutput', arguments: { nothing: true } },
      settings: { transport: 'one-shot' },
    });
    const { reply } = await ask(aPromptWithSchema());
    expect(reply).toMatchObject({ status: 'answered', text: 'In words.' });
    expect(reply.details.notes.join()).toContain('without the answer schema');
    expect(server.answerRequests()).toHaveLength(3);
  });

  test('a session is asked in words, as it would be held to one schema for good', async () => {
    const { ask, server } = await open({ behaviour: { kind: 'answer', text: '{"findings":[]}' } });
    const { reply } = await ask(aPromptWithSchema());
    expect(reply).toMatchObject({ status: 'answered', text: '{"findings":[]}' });
    expect(server.answerRequests().map(({ tools }) => tools)).toEqual([0]);
  });

  test("the person's own settings neither stop a seat nor choose its address, model or effort", async () => {
    const settings = {
      permissions: { defaultMode: 'bypassPermissions' },
      availableModels: ['haiku'],
      env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', CLAUDE_CODE_EFFORT_LEVEL: 'low' },
    };
    const options = { behaviour: { kind: 'answer', text: 'Here.' }, settings: { effort: 'high' } } as const;
    const { ask, server } = await open(options, settings);
    const { reply } = await ask('Where are you?');
    expect(reply).toMatchObject({ status: 'answered', text: 'Here.', details: { notes: [] } });
    const { model, output_config } = Object(server.answerRequests()[0]?.body);
    expect([model, output_config]).toEqual([expect.stringContaining('sonnet'), { effort: 'high' }]);
  });

  test('a subscription is used for login, and its calls have no price', async () => {
    const { ask, server } = await open({ behaviour: { kind: 'answer', text: 'Here.' }, login: TOKEN });
    const { reply } = await ask('Where are you?');
    expect(reply).toMatchObject({ status: 'answered', text: 'Here.' });
    expect(reply.details.usage).not.toHaveProperty('costMicroUsd');
    const [request] = server.answerRequests();
    expect(request?.headers['authorization']).toBe(`Bearer ${TOKEN.CLAUDE_CODE_OAUTH_TOKEN}`);
  });

  test('a used-up subscription says how long to wait', async () => {
    const waitSeconds = 3_600;
    const resets = Math.floor(Date.now() / 1_000) + waitSeconds;
    const headers = {
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': String(resets),
      'anthropic-ratelimit-unified-representative-claim': 'five_hour',
    };
    const { ask } = await open({ behaviour: { kind: 'error', status: 429, headers }, login: TOKEN });
    const { reply } = await ask('Where are you?');
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'rate-limited' } });
    const wait = reply.status === 'failed' ? (reply.retryAfterMs ?? 0) : 0;
    expect(wait).toBeGreaterThan((waitSeconds - 60) * 1_000);
    expect(wait).toBeLessThanOrEqual(waitSeconds * 1_000);
  });

  test("the user's own way of getting a key still works", async () => {
    const settings = { apiKeyHelper: 'echo key-from-the-helper' };
    const { ask, server } = await open({ behaviour: { kind: 'answer', text: 'Here.' }, login: {} }, settings);
    const { reply } = await ask('Where are you?');
    expect(reply).toMatchObject({ status: 'answered', text: 'Here.' });
    expect(server.answerRequests()[0]?.headers['x-api-key']).toBe('key-from-the-helper');
  });

  test('a prompt that is too long for the model is too large', async () => {
    const message = 'prompt is too long: 250000 tokens > 200000 maximum';
    const { ask } = await open({ behaviour: { kind: 'error', status: 400, message } });
    const { reply } = await ask('Where are you?');
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'too-large' } });
  });
});

describe('claude, asked in a process of its own each time', () => {
  testRealCli(claudeOneShot, { again: true });
});
