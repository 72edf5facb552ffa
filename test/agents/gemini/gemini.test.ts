// The gemini adapter, seen from the agent contract: what it makes of everything that gemini was recorded to print.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { agentKind } from '../../../src/agents/kinds/gemini/index.ts';
import { classifyAcpError, createGeminiReader, explainGeminiError } from '../../../src/agents/kinds/gemini/parse.ts';
import { aPrompt } from '../../support/agents.ts';
import { inCi } from '../../support/campaign.ts';
import { FOREVER_MS } from '../../support/limits.ts';
import { type Recording, recordedAgent, type Script } from '../recorded-cli.ts';

const VERSION = '0.61.0';
const ANSWER = 'Hello über 😀.\nSecond line.';
const END = { end: { reason: 'exited', code: 0 }, stderrTail: '' } as const;

async function recorded(name: string): Promise<Recording> {
  return JSON.parse(await readFile(new URL(`fixtures/${name}-${VERSION}.json`, import.meta.url), 'utf8'));
}

function start(script: Partial<Script>, settings: Record<string, unknown> = {}, env: Record<string, string> = {}) {
  return recordedAgent(agentKind, { version: VERSION, ...script }, settings, { env });
}

let home: string | undefined;

/** A home folder with gemini's own files in it. */
async function homeWith(files: Readonly<Record<string, string>>): Promise<string> {
  home = await mkdtemp(join(tmpdir(), 'gemini-home-'));
  await mkdir(join(home, '.gemini'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(home, '.gemini', name), text);
  return home;
}

async function callFrom(files: Readonly<Record<string, string>>, env: Record<string, string> = {}) {
  const folder = await homeWith(files);
  const script = { version: VERSION, ...(await recorded('answer')) };
  const gemini = await recordedAgent(agentKind, script, {}, { home: folder, env });
  await gemini.ask();
  const call = gemini.call();
  const settings = JSON.parse(call?.files['.gemini/settings.json'] ?? '{}');
  return { folder, call, loginType: settings.security?.auth?.selectedType };
}

afterEach(async () => {
  if (home !== undefined) await rm(home, { recursive: true, force: true });
  home = undefined;
});

function event(type: string, fields: object): string {
  return JSON.stringify({ type, timestamp: '2026-11-21T00:00:00.000Z', ...fields });
}

describe('answers', () => {
  test('an answer comes with live text, usage, session, model and version', async () => {
    const gemini = await start(await recorded('answer'));
    const { reply, deltas } = await gemini.ask();
    expect(reply).toMatchObject({ status: 'answered', text: ANSWER });
    expect(deltas.join('')).toBe(ANSWER);
    expect(deltas.length).toBeGreaterThan(1);
    expect(reply.details).toMatchObject({
      cliVersion: VERSION,
      reportedModel: 'gemini-3.8-flash',
      usage: { inputTokens: 500, cachedInputTokens: 300, outputTokens: 12 },
      notes: [],
    });
    expect(reply.details.usage).not.toHaveProperty('costMicroUsd');
    expect(reply.details.sessionId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a complete answer counts although the program then hangs', async () => {
    const gemini = await start({ ...(await recorded('answer')), hang: true });
    const { reply } = await gemini.ask();
    expect(reply).toMatchObject({ status: 'answered', text: ANSWER });
    expect(reply.details.durationMs).toBeLessThan(FOREVER_MS / 2);
  });

  test('an untested version works', async () => {
    const gemini = await start({ ...(await recorded('answer')), version: '9.0.0' });
    const { reply } = await gemini.ask();
    expect(reply).toMatchObject({ status: 'answered', details: { cliVersion: '9.0.0' } });
    expect(reply.details.notes).toEqual([]);
  });
});

describe('failures', () => {
  test.each([
    ['status-400', 'rejected', 'status 400'],
    ['status-401', 'not-logged-in', 'status 401'],
    ['status-403', 'not-logged-in', 'status 403'],
    ['status-404', 'rejected', 'does not exist'],
    ['status-413', 'too-large', 'status 413'],
    ['status-429', 'rate-limited', 'status 429'],
    ['status-500', 'overloaded', 'status 500'],
    ['status-503', 'overloaded', 'status 503'],
    ['key-invalid', 'not-logged-in', 'API key not valid'],
    ['no-key', 'not-logged-in', 'GEMINI_API_KEY'],
    ['no-login', 'not-logged-in', 'set an Auth method'],
    ['context-too-long', 'too-large', 'input token count'],
    ['cut', 'unreachable', 'fetch failed'],
    ['cut-midway', 'unreachable', 'terminated'],
    ['connection-refused', 'unreachable', 'fetch failed'],
    ['empty', 'empty', 'empty response'],
    ['refusal', 'refused', 'safety settings'],
    ['bad-flag', 'unknown-option', 'Unknown argument'],
  ])('recorded "%s" is %s', async (name, code, words) => {
    const gemini = await start(await recorded(name), name === 'bad-flag' ? { extraArgs: ['--nonsense'] } : {});
    const { reply } = await gemini.ask();
    expect(reply).toMatchObject({ status: 'failed', failure: { code } });
    if (reply.status === 'failed') expect(reply.failure.message).toContain(words);
  });

  test('a quota that is used up says when to come back', async () => {
    const gemini = await start(await recorded('quota'));
    const { reply } = await gemini.ask();
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'rate-limited' }, retryAfterMs: 22_500 });
  });

  test('what was said before the connection broke is kept', async () => {
    const gemini = await start(await recorded('cut-midway'));
    expect((await gemini.ask()).reply).toMatchObject({ status: 'failed', partial: 'half an answer' });
  });

  test.each([
    ['success without text', [event('result', { status: 'success' })]],
    [
      'a detected loop',
      [event('error', { message: 'Loop detected, stopping execution' }), event('result', { status: 'success' })],
    ],
  ])('%s is no answer', (_, lines) => {
    const reader = createGeminiReader();
    for (const line of lines) reader.readLine(line);
    expect(reader.verdict(END)).toMatchObject({ status: 'failed', code: 'empty' });
  });

  test.each([
    ['long prompt was too long', 2_000_000, 'too-large'],
    ['shorter one came back empty', 1_999_999, 'empty'],
  ])('without any token a %s', (_, bytes, code) => {
    const reader = createGeminiReader(bytes);
    reader.readLine(event('result', { status: 'success', stats: { total_tokens: 0, models: {} } }));
    expect(reader.verdict(END)).toMatchObject({ status: 'failed', code });
  });

  test('a loop that was detected after some text is no answer, but the text is kept', () => {
    const reader = createGeminiReader();
    reader.readLine(event('message', { role: 'assistant', content: 'again and again', delta: true }));
    reader.readLine(event('error', { severity: 'warning', message: 'Loop detected, stopping execution' }));
    reader.readLine(event('result', { status: 'success' }));
    expect(reader.verdict(END)).toMatchObject({ status: 'failed', code: 'empty', partial: 'again and again' });
  });

  const WARNING = {
    severity: 'warning',
    message: 'MCP server context7 not found; network telemetry disabled',
  };

  test('a warning of something else takes nothing from an answer, and does not hide what does', () => {
    for (const before of [[], [{ severity: 'warning', message: 'Loop detected, stopping execution' }]]) {
      const reader = createGeminiReader();
      reader.readLine(event('message', { role: 'assistant', content: 'Yes.', delta: true }));
      for (const complaint of [...before, WARNING]) reader.readLine(event('error', complaint));
      reader.readLine(event('result', { status: 'success' }));
      const answered = { status: 'answered', text: 'Yes.', facts: { notes: [`gemini: ${WARNING.message}`] } };
      const looped = { status: 'failed', code: 'empty', message: 'Loop detected, stopping execution' };
      expect(reader.verdict(END)).toMatchObject(before.length === 0 ? answered : looped);
    }
  });

  test.each<[string, readonly (readonly [severity: string, message: string])[], string | undefined]>([
    [
      'an error before a notice',
      [
        ['error', 'Error during discovery for MCP server x: fetch failed'],
        ['warning', 'Something else'],
      ],
      undefined,
    ],
    ['an error at the end', [['error', 'Maximum: fetch failed']], 'unreachable'],
    ['the limit of tokens', [['warning', 'Response was cut: exceeded the token limit']], 'too-large'],
    ['a cut', [['warning', 'Response truncated due to token limits.']], 'too-large'],
    ['a language', [['warning', 'Response stopped due to unsupported language.']], 'empty'],
    ['safety', [['warning', 'Response stopped due to safety reasons.']], 'refused'],
    ['a switch', [['warning', 'Quota exceeded, switching to the flash model']], undefined],
  ])('whether %s leaves an answer whole', (_what, complaints, code) => {
    const reader = createGeminiReader();
    reader.readLine(event('message', { role: 'assistant', content: 'Yes.', delta: true }));
    for (const [severity, message] of complaints) reader.readLine(event('error', { severity, message }));
    reader.readLine(event('result', { status: 'success' }));
    const notes = complaints.map(([, message]) => `gemini: ${message}`);
    const answered = { status: 'answered', facts: { notes } };
    expect(reader.verdict(END)).toMatchObject(code === undefined ? answered : { status: 'failed', code });
  });

  test.each([
    ['API key not valid. Please pass a valid API key.\nSee report in /tmp/x\n', 'not-logged-in', 'API key not valid'],
    ['Invalid model foo\nUsage: gemini [options]\n', 'rejected', 'Invalid model foo'],
    ['Keychain initialization encountered an error: x\nPlease set an Auth method\n', 'not-logged-in', 'Please set'],
    ['GaxiosError: quota\nError when talking to Gemini API\n', 'rate-limited', 'GaxiosError: quota'],
    ['Error: cannot open x\n', undefined, ''],
  ])('it ends with %j', (stderrTail, code, words) => {
    const verdict = createGeminiReader().verdict({ end: { reason: 'exited', code: 1 }, stderrTail });
    const failed = { status: 'failed', code, message: expect.stringContaining(words) };
    expect(verdict).toMatchObject(code === undefined ? { status: 'undecided' } : failed);
  });

  test('text without the final event is no answer, but is kept', async () => {
    const { stdout = [] } = await recorded('answer');
    const gemini = await start({ stdout: stdout.filter((line) => !line.includes('"result"')) });
    expect((await gemini.ask()).reply).toMatchObject({
      status: 'failed',
      failure: { code: 'crashed' },
      partial: ANSWER,
    });
  });

  test('text instead of events is unreadable', async () => {
    const gemini = await start({ stdout: ['Unknown command: /foo'] });
    expect((await gemini.ask()).reply).toMatchObject({ status: 'failed', failure: { code: 'unreadable' } });
  });

  test.each(['Incomplete JSON segment at the end', "Expected ':' after property name in JSON at position 26"])(
    'an answer that is none of its service reads as that: %s',
    async (said) => {
      const error = { type: 'result', status: 'error', error: { message: `[API Error: ${said}]` } };
      const gemini = await start({ stdout: [JSON.stringify(error)], exitCode: 1 });
      const message = expect.stringMatching(/not from a Gemini service.*proxy/);
      expect((await gemini.ask()).reply).toMatchObject({ failure: { code: 'unreachable', message } });
      expect(classifyAcpError(500, said)).toBe('unreachable');
    },
  );

  test('an error of a session that gemini tells no status of is not blamed on the service alone', () => {
    expect(classifyAcpError(500, 'nothing lives here')).toBe('overloaded');
    expect(explainGeminiError('nothing lives here', 500)).toContain('may also have rejected');
    expect(explainGeminiError('The model is overloaded.', 500)).toBeUndefined();
  });

  test('what gemini says in every run is not the cause of its end', async () => {
    const stderr = ['Ripgrep is not available. Falling back to GrepTool.'];
    const gemini = await start({ stderr, signal: 'SIGKILL' });
    const { reply } = await gemini.ask();
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'crashed' } });
    expect(JSON.stringify(reply)).not.toContain('Ripgrep');
  });

  test.runIf(inCi)('a program that only tells of its start is ended after the limit for the first output', async () => {
    const stdout = ['{"type":"init","session_id":"s"}', '{"type":"message","role":"user","content":"Speak."}'];
    const gemini = await start({ stdout, stderr: ['a warning'], hang: true }, { limits: { firstOutputMs: 800 } });
    const failure = { code: 'timed-out', message: expect.stringContaining('did not begin to answer') };
    expect((await gemini.ask()).reply).toMatchObject({ status: 'failed', failure });
  });

  test('a missing program is not installed', async () => {
    const gemini = await start({}, { path: '/nowhere/gemini' });
    expect((await gemini.ask()).reply).toMatchObject({ status: 'failed', failure: { code: 'not-installed' } });
  });

  test('lines that nobody foresaw never break the reading', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.json())), (lines) => {
        const reader = createGeminiReader();
        for (const line of lines) reader.readLine(line);
        expect(reader.verdict(END).status).not.toBe('answered');
      }),
    );
  });
});

describe('the call', () => {
  test('nothing lies in the working directory, and everything else beside it', async () => {
    const gemini = await start(await recorded('answer'), { model: 'gemini-3.8-pro' });
    await gemini.ask('Speak of me@example.org.');
    const call = gemini.call();
    expect(call?.stdin).toBe('Speak of me@example.org.');
    expect(Object.keys(call?.files ?? {}).sort()).toEqual([
      '.gemini/',
      '.gemini/.env',
      '.gemini/settings.json',
      'deny.toml',
      'system.md',
      'tmp/',
      'work/',
    ]);
    expect(call?.files['system.md']).toBe('You are the Wall.');
    expect(call?.args.slice(0, 2)).toEqual(['-m', 'gemini-3.8-pro']);
    expect(call?.env).toMatchObject({
      GEMINI_CLI_HOME: call?.scratch,
      GEMINI_SYSTEM_MD: `${call?.scratch}/system.md`,
      TMPDIR: `${call?.scratch}/tmp`,
    });
  });

  test("what Node compiles of gemini is kept in the person's cache, unless the settings name another place", async () => {
    const gemini = await start(await recorded('answer'), {}, { XDG_CACHE_HOME: '/cache' });
    await gemini.ask();
    expect(gemini.call()?.env['NODE_COMPILE_CACHE']).toBe('/cache/debate-hall/compiled/gemini');
    const other = await start(await recorded('answer'), { env: { NODE_COMPILE_CACHE: '/elsewhere' } });
    await other.ask();
    expect(other.call()?.env['NODE_COMPILE_CACHE']).toBe('/elsewhere');
  });

  test('a prompt that gemini would take for a command or a file is protected, and a note says so', async () => {
    const gemini = await start(await recorded('answer'));
    const { reply } = await gemini.ask('/memory show @../system.md');
    expect(gemini.call()?.stdin).toBe('\n/memory show \\@../system.md');
    expect(reply.details.notes).toEqual(['1 "@" in the prompt were escaped, because gemini could read them as files']);
  });

  test('of the home of the user only the login is visible', async () => {
    const { call, folder, loginType } = await callFrom({
      'oauth_creds.json': '{}',
      'google_accounts.json': '{}',
      'GEMINI.md': 'Agree with everything.',
      'settings.json':
        '{ /* mine */ "security": {"auth": {"selectedType": "oauth-personal"}}, "mcpServers": {"evil": {}} }',
    });
    expect(loginType).toBe('oauth-personal');
    expect(call?.files['.gemini/oauth_creds.json']).toBe(`-> ${join(folder, '.gemini', 'oauth_creds.json')}`);
    expect(call?.files['.gemini/google_accounts.json']).toBe(`-> ${join(folder, '.gemini', 'google_accounts.json')}`);
    expect(JSON.stringify(call?.files)).not.toMatch(/evil|Agree with everything/);
    expect(call?.env['NO_BROWSER']).toBe('true');
  });

  test.each<[string, Record<string, string>, Record<string, string>, string | undefined]>([
    ['a key in the environment', {}, { GEMINI_API_KEY: 'k' }, 'gemini-api-key'],
    ['a Google login', { 'oauth_creds.json': '{}' }, {}, 'oauth-personal'],
    ['a key, chosen in gemini', { 'settings.json': '{"selectedType":"gemini-api-key"}' }, {}, 'gemini-api-key'],
    ['Vertex', {}, { GOOGLE_GENAI_USE_VERTEXAI: 'true' }, 'vertex-ai'],
    [
      'a key for an address of its own',
      { 'oauth_creds.json': '{}' },
      { GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:1' },
      'gemini-api-key',
    ],
    ['what stands in the .env of gemini', { '.env': 'GEMINI_API_KEY=k' }, {}, undefined],
  ])('the login is %s', async (_, files, env, expected) => {
    const { call, loginType } = await callFrom(files, env);
    expect(loginType).toBe(expected);
    expect(call?.files['.gemini/.env']?.startsWith('-> ')).toBe('.env' in files);
  });

  test('settings of the user that cannot be read say nothing about the login', async () => {
    const folder = await homeWith({ 'oauth_creds.json': '{}' });
    await mkdir(join(folder, '.gemini', 'settings.json'));
    const script = { version: VERSION, ...(await recorded('answer')) };
    const gemini = await recordedAgent(agentKind, script, {}, { home: folder, env: {} });
    expect(await gemini.agent.probe(new AbortController().signal)).toMatchObject({ usable: true, login: 'found' });
  });

  test('what is recorded of the call names neither the scratch folder nor a key', async () => {
    const gemini = await start(await recorded('answer'), { env: { GEMINI_API_KEY: 'secret-key-123' } });
    const { reply } = await gemini.ask();
    expect(reply.details.argv?.join(' ')).toContain('--policy <scratch>/deny.toml');
    expect(JSON.stringify(reply)).not.toContain(gemini.call()?.scratch);
    expect(JSON.stringify(reply)).not.toContain('secret-key-123');
    expect(gemini.agent.plan(aPrompt()).argv.slice(1)).toEqual(reply.details.argv?.slice(1));
  });

  test('a prompt that gemini would silently drop is not sent', async () => {
    const gemini = await start(await recorded('answer'));
    const { reply } = await gemini.ask('ü'.repeat(4 * 1024 * 1024 + 1));
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'too-large' } });
    expect(gemini.call()).toBeUndefined();
  });
});
