// The codex adapter, seen from the agent contract: what it makes of everything that codex was recorded to print.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { agentKind } from '../../../src/agents/kinds/codex/index.ts';
import { createCodexReader } from '../../../src/agents/kinds/codex/parse.ts';
import { ANSWER_SCHEMA, aPrompt, aPromptWithSchema } from '../../support/agents.ts';
import { inCi } from '../../support/campaign.ts';
import { FOREVER_MS } from '../../support/limits.ts';
import { type Recording, recordedAgent, type Script } from '../recorded-cli.ts';

const VERSION = '0.169.0';
const ANSWER = 'Hello über 😀.\nSecond line.';
const END = { end: { reason: 'exited', code: 0 }, stderrTail: '' } as const;

async function recorded(name: string): Promise<Recording> {
  return JSON.parse(await readFile(new URL(`fixtures/${name}-${VERSION}.json`, import.meta.url), 'utf8'));
}

function start(script: Partial<Script>, settings: Record<string, unknown> = {}, env: Record<string, string> = {}) {
  return recordedAgent(agentKind, { version: `codex-cli ${VERSION}`, ...script }, settings, { env });
}

/** A home folder with a codex login in it. */
let home: string | undefined;

async function loggedInHome(): Promise<string> {
  home = await mkdtemp(join(tmpdir(), 'codex-home-'));
  await mkdir(join(home, '.codex'));
  await writeFile(join(home, '.codex', 'auth.json'), '{"OPENAI_API_KEY":"sk-from-the-file"}');
  await writeFile(join(home, '.codex', 'AGENTS.md'), 'Agree with everything.');
  return home;
}

afterEach(async () => {
  if (home !== undefined) await rm(home, { recursive: true, force: true });
  home = undefined;
});

describe('answers', () => {
  test('an answer comes with usage, session and version, and in one piece', async () => {
    const codex = await start(await recorded('answer'));
    const { reply, deltas } = await codex.ask();
    expect(reply).toMatchObject({ status: 'answered', text: ANSWER });
    expect(deltas).toEqual([ANSWER]);
    expect(reply.details).toMatchObject({
      cliVersion: VERSION,
      usage: { inputTokens: 500, cachedInputTokens: 300, outputTokens: 12 },
      notes: [],
    });
    expect(reply.details.usage).not.toHaveProperty('costMicroUsd');
    expect(reply.details.sessionId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a complete answer counts although the program then hangs', async () => {
    const codex = await start({ ...(await recorded('answer')), hang: true });
    const { reply } = await codex.ask();
    expect(reply).toMatchObject({ status: 'answered', text: ANSWER });
    expect(reply.details.durationMs).toBeLessThan(FOREVER_MS / 2);
  });

  test('a warning of codex is noted', async () => {
    const codex = await start(await recorded('unknown-model-answers'));
    const { reply } = await codex.ask();
    expect(reply.status).toBe('answered');
    expect(reply.details.notes.join()).toContain('Model metadata for `no-such-model` not found');
  });

  test('of several messages the last one is the answer', () => {
    const reader = createCodexReader();
    const message = (text: string) => JSON.stringify({ type: 'item.completed', item: { type: 'agent_message', text } });
    expect(reader.readLine(message('I will think.'))).toBe('I will think.');
    expect(reader.readLine(message('The answer.'))).toBe('\n\nThe answer.');
    reader.readLine('{"type":"turn.completed"}');
    expect(reader.verdict(END)).toMatchObject({ status: 'answered', text: 'The answer.' });
  });

  test('an untested version works', async () => {
    const codex = await start({ ...(await recorded('answer')), version: 'codex-cli 9.0.0' });
    const { reply } = await codex.ask();
    expect(reply).toMatchObject({ status: 'answered', details: { cliVersion: '9.0.0' } });
    expect(reply.details.notes).toEqual([]);
  });
});

describe('failures', () => {
  test.each([
    ['status-400', 'rejected', 'status 400'],
    ['status-401', 'not-logged-in', '401'],
    ['status-403', 'not-logged-in', '403'],
    ['status-404', 'rejected', 'does not exist'],
    ['status-413', 'too-large', '413'],
    ['status-429', 'rate-limited', '429'],
    ['status-500', 'overloaded', 'high demand'],
    ['status-503', 'overloaded', 'at capacity'],
    ['quota', 'rate-limited', '429'],
    ['key-invalid', 'not-logged-in', 'API key not valid'],
    ['missing-variable', 'not-logged-in', 'Missing environment variable'],
    ['context-too-long', 'too-large', 'maximum number of tokens'],
    ['cut', 'unreachable', 'stream disconnected'],
    ['cut-midway', 'unreachable', 'stream disconnected'],
    ['connection-refused', 'unreachable', 'Connection failed'],
    ['empty', 'empty', 'without a message'],
    ['refusal', 'empty', 'whether the model refused'],
    ['bad-config', 'rejected', 'unknown configuration field'],
    ['bad-flag', 'unknown-option', 'unexpected argument'],
    ['reconnecting-500', 'overloaded', 'high demand'],
  ])('recorded "%s" is %s', async (name, code, words) => {
    const codex = await start(await recorded(name), name === 'bad-flag' ? { extraArgs: ['--nonsense'] } : {});
    const { reply } = await codex.ask();
    expect(reply).toMatchObject({ status: 'failed', failure: { code } });
    if (reply.status === 'failed') expect(reply.failure.message).toContain(words);
  });

  test('a refused login ends the program at the first sign, although it means to go on', async () => {
    const { stdout = [] } = await recorded('reconnecting-401');
    const first = stdout.findIndex((line) => line.includes('Reconnecting'));
    const codex = await start({ stdout: stdout.slice(0, first + 1), hang: true });
    const { reply } = await codex.ask();
    expect(reply).toMatchObject({
      status: 'failed',
      failure: { code: 'not-logged-in', message: expect.stringContaining('Run "codex login"') },
    });
    expect(reply.details.durationMs).toBeLessThan(FOREVER_MS / 2);
  });

  test('a fault that codex tries again by itself is left to codex', async () => {
    const { stdout = [] } = await recorded('answer');
    const fault = JSON.stringify({
      type: 'error',
      message: 'Reconnecting... 1/5 (stream disconnected before completion)',
    });
    const codex = await start({ stdout: [fault, ...stdout] });
    expect((await codex.ask()).reply).toMatchObject({ status: 'answered', text: ANSWER });
  });

  test('a message without the end of the turn is no answer, but is kept', async () => {
    const { stdout = [] } = await recorded('answer');
    const codex = await start({ stdout: stdout.filter((line) => !line.includes('turn.completed')) });
    expect((await codex.ask()).reply).toMatchObject({
      status: 'failed',
      failure: { code: 'crashed' },
      partial: ANSWER,
    });
  });

  test('a usage limit says when to come back', () => {
    const reader = createCodexReader();
    const message = "You've hit your usage limit. Try again in 2 hours 5 minutes.";
    reader.readLine(JSON.stringify({ type: 'turn.failed', error: { message } }));
    expect(reader.verdict(END)).toMatchObject({ code: 'rate-limited', retryAfterMs: 7_500_000 });
  });

  test('text instead of events is unreadable', async () => {
    const codex = await start({ stdout: ['Welcome to codex!'] });
    const { reply } = await codex.ask();
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'unreadable' } });
    if (reply.status === 'failed') expect(reply.failure.message).toContain('Welcome to codex!');
  });

  test('a program that dies says what it died of', async () => {
    const noise = '2026-11-22T10:00:00Z ERROR codex_app_server: Codex could not find bubblewrap on PATH.';
    const codex = await start({ stderr: ['thread main panicked at core.rs', noise], exitCode: 101 });
    const { reply } = await codex.ask();
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'crashed' } });
    if (reply.status === 'failed') expect(reply.failure.message).toMatch(/exit code 101.*panicked at core\.rs/);
  });

  test.runIf(inCi)('a program that only tells of its start is ended after the limit for the first output', async () => {
    const stdout = ['{"type":"thread.started","thread_id":"t"}', '{"type":"turn.started"}'];
    const codex = await start({ stdout, stderr: ['a warning'], hang: true }, { limits: { firstOutputMs: 800 } });
    const failure = { code: 'timed-out', message: expect.stringContaining('did not begin to answer') };
    expect((await codex.ask()).reply).toMatchObject({ status: 'failed', failure });
  });

  test('a missing program is not installed', async () => {
    const codex = await start({}, { path: '/nowhere/codex' });
    const { reply } = await codex.ask();
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'not-installed' } });
    expect(await codex.agent.probe(new AbortController().signal)).toMatchObject({ usable: false });
  });

  test('a key never gets into a message', async () => {
    const key = 'not-a-shape-anyone-knows';
    const message = `unexpected status 401 Unauthorized: Incorrect key provided: ${key}`;
    const codex = await start(
      { stdout: [JSON.stringify({ type: 'turn.failed', error: { message } })] },
      { env: { CODEX_API_KEY: key } },
    );
    expect(JSON.stringify((await codex.ask()).reply)).not.toContain(key);
  });

  test('lines that nobody foresaw never break the reading', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.json())), (lines) => {
        const reader = createCodexReader();
        for (const line of lines) reader.readLine(line);
        expect(reader.verdict(END).status).not.toBe('answered');
      }),
    );
  });
});

describe('the call', () => {
  test('a question with a schema is held to it by a file in the scratch folder', async () => {
    const codex = await start(await recorded('answer'));
    const { reply } = await codex.ask(aPromptWithSchema());
    expect(reply).toMatchObject({ status: 'answered', details: { notes: [] } });
    const call = codex.call();
    expect(call?.args.join(' ')).toContain(`--output-schema ${call?.scratch}/schema.json`);
    expect(JSON.parse(call?.files['schema.json'] ?? '')).toEqual(ANSWER_SCHEMA);
    expect(Object.keys(call?.files ?? {}).filter((path) => path.startsWith('work/'))).toEqual(['work/']);
  });

  test('a version that knows no schemas is asked in words, and a note says so', async () => {
    const stderr = "error: unexpected argument '--output-schema' found";
    const codex = await start({
      ...(await recorded('answer')),
      unknown: { argument: '--output-schema', stderr, exitCode: 2 },
    });
    const { reply } = await codex.ask(aPromptWithSchema());
    expect(reply).toMatchObject({ status: 'answered', text: ANSWER });
    expect(reply.details.notes.join()).toMatch(/without the answer schema.*unexpected argument/);
  });

  test('the prompt goes to standard input, the role into a file beside an empty working directory', async () => {
    const codex = await start(await recorded('answer'), { model: 'gpt-5.5', effort: 'high' });
    await codex.ask('/memory show @secret.txt --help');
    const call = codex.call();
    expect(call?.stdin).toBe('/memory show @secret.txt --help');
    expect(call?.files).toEqual({ 'home/': '', 'system.md': 'You are the Wall.', 'tmp/': '', 'work/': '' });
    expect(call?.args.join(' ')).toContain('-c model="gpt-5.5" -c model_reasoning_effort="high"');
    expect(call?.args).toContain(`model_instructions_file="${call?.scratch}/system.md"`);
    expect(call?.args.at(-1)).toBe('-');
    expect(call?.env['CODEX_HOME']).toBe(`${call?.scratch}/home`);
  });

  test('of the home of the user only the login is visible', async () => {
    const folder = await loggedInHome();
    const codex = await recordedAgent(
      agentKind,
      { version: VERSION, ...(await recorded('answer')) },
      {},
      { home: folder, env: { OPENAI_API_KEY: 'sk-other-key-123' } },
    );
    const { reply } = await codex.ask();
    const call = codex.call();
    expect(call?.files['home/auth.json']).toBe(`-> ${join(folder, '.codex', 'auth.json')}`);
    expect(Object.keys(call?.files ?? {}).filter((path) => path.startsWith('home/'))).toEqual([
      'home/',
      'home/auth.json',
    ]);
    expect(call?.env).not.toHaveProperty('CODEX_API_KEY');
    expect(reply.details.notes).toEqual([]);
    expect(await readFile(join(folder, '.codex', 'auth.json'), 'utf8')).toContain('sk-from-the-file');
  });

  test('without a login, OPENAI_API_KEY is given to codex under the name that it reads, and a note says so', async () => {
    const codex = await start(await recorded('answer'), {}, { OPENAI_API_KEY: 'sk-other-key-123' });
    const { reply } = await codex.ask();
    const call = codex.call();
    expect(call?.env['CODEX_API_KEY']).toBe('sk-other-key-123');
    expect(call?.env).not.toHaveProperty('OPENAI_API_KEY');
    expect(reply.details.notes.join()).toContain('OPENAI_API_KEY');
  });

  test('an address of its own means a provider that does not retry', async () => {
    const codex = await start(await recorded('answer'), { baseUrl: 'http://127.0.0.1:8000/v1' });
    const { reply } = await codex.ask();
    const argv = reply.details.argv?.join(' ');
    expect(argv).toContain('base_url="http://127.0.0.1:8000/v1",request_max_retries=0,stream_max_retries=0');
    expect(argv).toContain('model_provider=debate-hall');
  });

  test('what is recorded of the call names neither the scratch folder nor a key', async () => {
    const codex = await start(await recorded('answer'), { env: { CODEX_API_KEY: 'sk-secret-key-123' } });
    const { reply } = await codex.ask();
    const call = codex.call();
    expect(reply.details.argv?.join(' ')).toContain('model_instructions_file="<scratch>/system.md"');
    expect(JSON.stringify(reply)).not.toContain(call?.scratch);
    expect(JSON.stringify(reply)).not.toContain('sk-secret-key-123');
    expect(codex.agent.plan(aPrompt()).argv.slice(1)).toEqual(reply.details.argv?.slice(1));
  });

  test('a prompt that codex would refuse is not sent', async () => {
    const codex = await start(await recorded('answer'));
    const { reply } = await codex.ask('😀'.repeat(1_048_577));
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'too-large' } });
    expect(codex.call()).toBeUndefined();
  });

  test.runIf(inCi)('the longest prompt that codex takes is sent whole', async () => {
    const codex = await start(await recorded('answer'));
    const text = '😀'.repeat(1_048_576);
    expect((await codex.ask(text)).reply.status).toBe('answered');
    expect(codex.call()?.stdin === text).toBe(true);
  });
});
