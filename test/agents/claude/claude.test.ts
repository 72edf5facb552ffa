// The claude adapter, seen from the agent contract: what it makes of everything that claude was recorded to print.
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AgentPorts, Reply } from '../../../src/agents/agent.ts';
import { agentKind } from '../../../src/agents/kinds/claude/index.ts';
import { createClaudeReader } from '../../../src/agents/kinds/claude/verdict.ts';
import { ANSWER_SCHEMA, aPrompt, aPromptWithSchema, SOME_TOOLS } from '../../support/agents.ts';
import { inCi } from '../../support/campaign.ts';
import { FOREVER_MS } from '../../support/limits.ts';
import { type Recording, recordedAgent, type Script } from '../recorded-cli.ts';

const VERSION = '2.1.197';

/** The lines that the real program printed. */
async function recorded(name: string): Promise<string[]> {
  const text = await readFile(new URL(`fixtures/${name}-${VERSION}.jsonl`, import.meta.url), 'utf8');
  return text.trimEnd().split('\n');
}

/** Up to the first line that holds this. */
async function recordedUntil(name: string, mark: string): Promise<string[]> {
  const lines = await recorded(name);
  return lines.slice(0, lines.findIndex((line) => line.includes(mark)) + 1);
}

function start(
  script: Partial<Script>,
  settings: Record<string, unknown> = {},
  ports: Pick<Partial<AgentPorts>, 'env' | 'clock'> = {},
) {
  return recordedAgent(agentKind, { version: `${VERSION} (Claude Code)`, ...script }, settings, ports);
}

describe('answers', () => {
  test('an answer comes with live text, usage, cost, session and model', async () => {
    const claude = await start({ stdout: await recorded('answer') });
    const { reply, deltas } = await claude.ask();
    expect(reply).toMatchObject({ status: 'answered', text: 'Hello über 😀.\nSecond line.' });
    expect(deltas.join('')).toBe('Hello über 😀.\nSecond line.');
    expect(deltas.length).toBeGreaterThan(1);
    expect(reply.details).toMatchObject({
      cliVersion: '2.1.197',
      reportedModel: 'claude-sonnet-5',
      usage: { inputTokens: 500, cachedInputTokens: 300, outputTokens: 12, costMicroUsd: 870 },
      notes: [],
    });
    expect(reply.details.sessionId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('without an API key the cost is not real money and stays unknown', async () => {
    const claude = await start({ stdout: await recorded('answer-with-token') });
    const { reply } = await claude.ask();
    expect(reply.details.usage).toEqual({ inputTokens: 120, cachedInputTokens: 0, outputTokens: 1 });
  });

  test('a complete answer counts although the exit code is 1, and a note says so', async () => {
    const claude = await start({ stdout: await recorded('answer'), exitCode: 1 });
    const { reply } = await claude.ask();
    expect(reply.status).toBe('answered');
    expect(reply.details.notes).toEqual(['the answer was complete, but the exit code was 1']);
  });

  test.runIf(inCi)('a program that only tells of its start is ended after the limit for the first output', async () => {
    const stdout = await recordedUntil('answer', '"init"');
    const claude = await start({ stdout, stderr: ['a warning'], hang: true }, { limits: { firstOutputMs: 800 } });
    const failure = { code: 'timed-out', message: expect.stringContaining('did not begin to answer') };
    expect((await claude.ask()).reply).toMatchObject({ status: 'failed', failure });
  });

  test('a complete answer counts although the program then hangs', async () => {
    const limits = { idleMs: 500 };
    const claude = await start({ stdout: await recorded('answer'), hang: true }, { limits });
    const { reply } = await claude.ask();
    expect(reply).toMatchObject({ status: 'answered', text: 'Hello über 😀.\nSecond line.' });
    expect(reply.details.notes).toEqual(['the answer was complete, then the call was stopped (timed-out)']);
  });

  test('an answer after a cut stream is the second one alone, and its tokens are counted', async () => {
    const claude = await start({ stdout: await recorded('cut-once') });
    const { reply } = await claude.ask();
    expect(reply).toMatchObject({ status: 'answered', text: 'whole', details: { usage: { inputTokens: 120 } } });
  });

  test('another model than the one asked for is noted', async () => {
    const claude = await start({ stdout: await recorded('answer') }, { model: 'opus' });
    const { reply } = await claude.ask();
    expect(reply.details.notes).toEqual(['the reported model is "claude-sonnet-5", not the requested "opus"']);
  });

  test('an untested version works', async () => {
    const claude = await start({ stdout: await recorded('answer'), version: '9.0.0 (Claude Code)' });
    const { reply } = await claude.ask();
    expect(reply).toMatchObject({ status: 'answered', details: { cliVersion: '9.0.0' } });
    expect(reply.details.notes).toEqual([]);
    expect(await claude.agent.probe(new AbortController().signal)).toMatchObject({ usable: true, version: '9.0.0' });
  });
});

describe('failures', () => {
  test.each([
    ['no-login', 1, 'not-logged-in', 'Not logged in'],
    ['status-400', 1, 'rejected', 'status 400'],
    ['status-401', 1, 'not-logged-in', '401'],
    ['status-403', 1, 'not-logged-in', '403'],
    ['status-404', 1, 'rejected', 'selected model'],
    ['status-413', 1, 'too-large', 'too large'],
    ['status-429', 1, 'rate-limited', '429'],
    ['status-500', 1, 'overloaded', '500'],
    ['status-503', 1, 'overloaded', '503'],
    ['status-529', 1, 'overloaded', '529'],
    ['prompt-too-long', 1, 'too-large', 'Prompt is too long'],
    ['no-credit', 1, 'out-of-credit', 'Credit balance'],
    ['refusal', 1, 'refused', 'Usage Policy'],
    ['empty-answer', 0, 'empty', 'empty'],
    ['connection-refused', 1, 'unreachable', 'ConnectionRefused'],
    ['cut-always', 1, 'unreachable', 'ECONNRESET'],
    ['cut-midway-always', 1, 'unreachable', 'connection' /* "to the API was lost" */],
    ['schema-never-kept', 1, 'rejected', 'structured_output'],
    ['unknown-command', 0, 'unreadable', 'Unknown command'],
  ])('recorded "%s" with exit code %i is %s', async (name, exitCode, code, words) => {
    const claude = await start({ stdout: await recorded(name), exitCode });
    const { reply } = await claude.ask();
    expect(reply).toMatchObject({ status: 'failed', failure: { code } });
    if (reply.status === 'failed') expect(reply.failure.message.toLowerCase()).toContain(words.toLowerCase());
  });

  test('what was said before the connection broke is kept', async () => {
    const claude = await start({ stdout: await recorded('cut-midway-always'), exitCode: 1 });
    const { reply } = await claude.ask();
    expect(reply).toMatchObject({ status: 'failed', partial: 'half an answer' });
  });

  test('the end of a used-up subscription says how long to wait', async () => {
    const output = await recorded('subscription-limit');
    const resetsAt = Number(/"resetsAt":(\d+)/.exec(output.join('\n'))?.[1]);
    const clock = { now: () => (resetsAt - 60) * 1_000, elapsed: () => performance.now() };
    const claude = await start({ stdout: output, exitCode: 1 }, {}, { clock });
    const { reply } = await claude.ask();
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'rate-limited' }, retryAfterMs: 60_000 });
  });

  test('a wrong key ends the program at its first retry', async () => {
    const claude = await start({ stdout: await recordedUntil('status-401', 'api_retry'), hang: true });
    const { reply } = await claude.ask();
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'not-logged-in' } });
    expect(reply.details.durationMs).toBeLessThan(FOREVER_MS / 2);
  });

  test('a login without a key may be renewed by claude after the first 401', async () => {
    const lines = await recordedUntil('status-401', 'api_retry');
    const reader = createClaudeReader({ model: undefined, now: Date.now });
    for (const line of lines)
      reader.readLine(line.replace('"apiKeySource":"ANTHROPIC_API_KEY"', '"apiKeySource":"none"'));
    expect(reader.isSettled()).toBe(false);
    reader.readLine((lines.at(-1) ?? '').replace('"attempt":1', '"attempt":2'));
    expect(reader.isSettled()).toBe(true);
  });

  test.each(['max_tokens', 'model_context_window_exceeded'])(
    'an answer that ends with %s is cut off',
    async (reason) => {
      const lines = (await recorded('answer')).map((line) =>
        line.replace('"stop_reason":"end_turn"', `"stop_reason":"${reason}"`),
      );
      const { reply } = await (await start({ stdout: lines })).ask();
      expect(reply).toMatchObject({ status: 'failed', failure: { code: 'too-large' }, partial: expect.any(String) });
    },
  );

  test('output that ends in the middle of its last line is no answer, also at exit code 0', async () => {
    const lines = await recorded('answer');
    const cutOff = lines.pop()?.slice(0, -100) ?? '';
    const claude = await start({ stdout: [...lines, cutOff] });
    const { reply } = await claude.ask();
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'crashed' } });
  });

  test.each<[string, Recording, string]>([
    ['no output at exit code 0', {}, 'crashed'],
    ['a crash', { stderr: ['Segmentation fault'], exitCode: 139 }, 'crashed'],
    ['a signal', { signal: 'SIGKILL' }, 'crashed'],
    ['garbage at exit code 0', { stdout: ['Hello, I am fine.'] }, 'unreadable'],
    [
      'an option that it does not know',
      { stderr: ["error: unknown option '--safe-mode'"], exitCode: 1 },
      'unknown-option',
    ],
  ])('%s is no answer', async (_what, script, code) => {
    const claude = await start(script);
    const { reply } = await claude.ask();
    expect(reply).toMatchObject({ status: 'failed', failure: { code } });
  });

  test.each([
    ['Invalid API key · Please run /login', 0, 'not-logged-in'],
    ['Invalid API key · Please run /login', 1, 'not-logged-in'],
    ['Credit balance is too low', 1, 'out-of-credit'],
    ["You've hit your usage limit · resets 3pm", 1, 'rate-limited'],
    ['Now using node v20', 0, 'unreadable'],
  ])('what it says in plain words is judged and quoted: %j at exit code %i', async (words, exitCode, code) => {
    const claude = await start({ stdout: [words], exitCode });
    const { reply } = await claude.ask();
    const message = expect.stringContaining(`said: ${words}.`);
    expect(reply).toMatchObject({ status: 'failed', failure: { code, message } });
    expect('retryAfterMs' in reply && reply.retryAfterMs !== undefined).toBe(code === 'rate-limited');
  });

  test('a notice on standard output does not hide the reason on standard error', async () => {
    const claude = await start({ stdout: ['Now using node v20'], stderr: ['Error: cannot open x'], exitCode: 1 });
    const { reply } = await claude.ask();
    const message = expect.stringContaining('It said: Error: cannot open x');
    expect(reply).toMatchObject({ failure: { code: 'crashed', message } });
  });

  test.runIf(inCi)('an answer whose end is not understood is kept, and none that was never begun', async () => {
    const said = { type: 'assistant', message: { model: 'm', content: [{ type: 'text', text: 'Half of it.' }] } };
    const stdout = [JSON.stringify(said), '{"type":"final"}'];
    const limits = { firstOutputMs: 900, idleMs: 900, totalMs: 9_000, maxOutputBytes: 1_000_000 };
    const claude = await start({ stdout, hang: true }, { limits });
    const { reply } = await claude.ask();
    const message = expect.stringContaining('gave no output for');
    expect(reply).toMatchObject({ failure: { code: 'timed-out', message }, partial: 'Half of it.' });
  });

  test('a program that is not there is not installed', async () => {
    const claude = await start({}, { path: '/nowhere/claude' });
    const { reply } = await claude.ask();
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'not-installed' } });
  });

  test('a prompt that claude would refuse is not even sent', async () => {
    const claude = await start({ stdout: await recorded('answer') });
    const { reply } = await claude.ask('x'.repeat(10_000_001));
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'too-large' } });
    expect(claude.call()).toBeUndefined();
  });

  test('closing the session ends what it still asks', async () => {
    const claude = await start({ stdout: await recordedUntil('cut-midway-always', 'text_delta'), hang: true });
    const session = await claude.agent.open('wall');
    let reply: Promise<Reply> | undefined;
    const { signal } = new AbortController();
    const closed = new Promise<void>((resolve) => {
      // Closed from inside the first delta: it is certainly in the middle of the answer.
      const onText = () => resolve(session.close());
      reply = session.ask(aPrompt(), { signal, onText });
    });
    await closed;
    expect(await reply).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
  });

  test('a key in the words of the program does not get into the message', async () => {
    const key = 'sk-ant-api03-abcdefghijklmnop';
    const lines = await recorded('status-400');
    const stdout = lines.map((line) => line.replaceAll('the test asked for status 400', `bad key ${key}`));
    const claude = await start({ stdout, exitCode: 1 }, { env: { ANTHROPIC_API_KEY: key } });
    const { reply } = await claude.ask();
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'rejected' } });
    expect(JSON.stringify(reply)).not.toContain(key);
  });
});

describe('the call', () => {
  test('the prompt goes through standard input behind a line end, into an empty folder', async () => {
    const claude = await start({ stdout: await recorded('answer') });
    await claude.ask('/clear --help');
    const call = claude.call();
    expect(call?.stdin).toBe('\n/clear --help');
    expect(call?.files).toMatchObject({ 'system.md': 'You are the Wall.', 'work/': '' });
    expect(Object.keys(call?.files ?? {}).filter((path) => path.startsWith('work/'))).toEqual(['work/']);
  });

  test('the record names exactly the arguments that were given, with the scratch folder left open', async () => {
    const settings = { model: 'sonnet', effort: 'high', extraArgs: ['--betas', 'x'] };
    const claude = await start({ stdout: await recorded('answer') }, settings);
    const { reply } = await claude.ask();
    const call = claude.call();
    const given = call?.args.map((argument) => argument.replaceAll(call.scratch, '<scratch>'));
    expect(reply.details.argv?.slice(1)).toEqual(given);
    expect(claude.agent.plan(aPrompt()).argv.slice(1)).toEqual(given);
    expect(given).toEqual([
      ...['-p', '--safe-mode', '--strict-mcp-config', '--tools=', '--no-session-persistence'],
      ...['--system-prompt-file', '<scratch>/system.md', '--settings', '<scratch>/settings.json'],
      ...['--output-format', 'stream-json', '--verbose', '--include-partial-messages'],
      ...['--model', 'sonnet', '--effort', 'high', '--betas', 'x'],
    ]);
  });

  test("with the hall's tools, it has no tool of its own, no settings of the person, and the token in no argument", async () => {
    const claude = await start({ stdout: await recorded('answer') });
    expect(claude.agent.usesTools).toBe(true);
    await claude.ask('Look.', new AbortController().signal, SOME_TOOLS);
    const call = claude.call();
    const args = ['--tools=', '--setting-sources=', '--strict-mcp-config', '--mcp-config', '--allowed-tools'];
    expect(call?.args).toEqual(expect.arrayContaining(args));
    const { mcpServers } = JSON.parse(call?.files['servers.json'] ?? '{}');
    expect(Object.keys(mcpServers)).toEqual(['hall']);
    expect(mcpServers.hall.url).toBe(SOME_TOOLS.url);
    expect(JSON.stringify([call?.args, call?.files])).not.toContain(SOME_TOOLS.token);
    expect(claude.agent.plan(aPrompt(), { tools: SOME_TOOLS }).argv).toContain('<scratch>/servers.json');
  });

  test('with arguments of the person nobody can tell what it may read, so it gets no tools', async () => {
    const claude = await start({}, { extraArgs: ['--add-dir', '/'] });
    expect(claude.agent.usesTools).toBeUndefined();
  });

  test('a login that is missing where it may look things up is told with the reason', () => {
    const reader = createClaudeReader({ model: undefined, now: Date.now, tools: SOME_TOOLS });
    reader.readLine(JSON.stringify({ type: 'system', subtype: 'api_retry', attempt: 2, error_status: 401 }));
    const verdict = reader.verdict({ end: { reason: 'stopped' }, stderrTail: '' });
    expect(verdict).toMatchObject({ status: 'failed', code: 'not-logged-in' });
    expect(JSON.stringify(verdict)).toContain('apiKeyHelper');
  });

  test.each([
    [undefined, 3],
    [SOME_TOOLS, 1],
  ])('tools that it was not given are noted (case %#)', (tools, count) => {
    const reader = createClaudeReader({ model: undefined, now: Date.now, tools });
    const declared = ['mcp__hall__read_file', 'Bash'];
    const servers = [{ name: 'hall', status: 'connected' }];
    reader.readLine(JSON.stringify({ type: 'system', subtype: 'init', tools: declared, mcp_servers: servers }));
    const { facts } = reader.verdict({ end: { reason: 'exited', code: 0 }, stderrTail: '' });
    expect(facts.notes).toEqual([`claude ran with ${count} tools or MCP servers of its own`]);
  });

  test.each(['failed', 'pending'])('a server of tools that is %s is noted', (status) => {
    const reader = createClaudeReader({ model: undefined, now: Date.now, tools: SOME_TOOLS });
    const servers = [{ name: 'hall', status }];
    reader.readLine(JSON.stringify({ type: 'system', subtype: 'init', tools: [], mcp_servers: servers }));
    const { facts } = reader.verdict({ end: { reason: 'exited', code: 0 }, stderrTail: '' });
    expect(facts.notes?.join()).toContain('could look nothing up');
  });

  test('a question with a schema is held to it, and the record does not repeat the schema', async () => {
    const claude = await start({ stdout: await recorded('schema-kept') });
    const { reply } = await claude.ask(aPromptWithSchema());
    expect(reply).toMatchObject({ status: 'answered', text: '{"findings":["größer"]}', details: { notes: [] } });
    expect(reply.details.argv?.slice(-2)).toEqual(['--json-schema', '<schema>']);
    const [flag, schema = ''] = claude.call()?.args.slice(-2) ?? [];
    expect([flag, JSON.parse(schema)]).toEqual(['--json-schema', ANSWER_SCHEMA]);
  });

  test('a schema that is too long for a command line is left out, and a note says so', async () => {
    const claude = await start({ stdout: await recorded('answer') });
    const { reply } = await claude.ask(aPromptWithSchema('Speak.', { description: 'x'.repeat(40_000) }));
    expect(reply.status).toBe('answered');
    expect(reply.details.notes.join()).toContain("too long for claude's command line");
    expect(claude.call()?.args).not.toContain('--json-schema');
  });

  test('a version that knows no schemas is asked in words, and a note says so', async () => {
    const unknown = { argument: '--json-schema', stderr: "error: unknown option '--json-schema'", exitCode: 1 };
    const claude = await start({ stdout: await recorded('answer'), unknown });
    const { reply } = await claude.ask(aPromptWithSchema());
    expect(reply.status).toBe('answered');
    expect(reply.details.notes.join()).toMatch(/without the answer schema.*unknown option/);
  });

  test('it gets the login of the user, what keeps it safe, and nothing else of the environment', async () => {
    const env = {
      PATH: process.env['PATH'],
      HOME: '/home/someone',
      ANTHROPIC_API_KEY: 'sk-ant-secret-secret',
      CLAUDE_CODE_OAUTH_TOKEN: 'token-token',
      CLAUDE_CODE_MAX_RETRIES: '10',
      CLAUDECODE: '1',
      GITHUB_TOKEN: 'not-for-claude',
    };
    const settings = { baseUrl: 'http://127.0.0.1:9/', env: { CLAUDE_CODE_DISABLE_ATTACHMENTS: '0' } };
    const claude = await start({ stdout: await recorded('answer') }, settings, { env });
    await claude.ask();
    const given = claude.call()?.env ?? {};
    expect(given).toMatchObject({
      HOME: '/home/someone',
      ANTHROPIC_API_KEY: 'sk-ant-secret-secret',
      CLAUDE_CODE_OAUTH_TOKEN: 'token-token',
      CLAUDE_CODE_MAX_RETRIES: '1',
      CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9/',
      DEBATE_HALL_DEPTH: '1',
    });
    expect(Object.keys(given)).not.toContain('GITHUB_TOKEN');
    expect(Object.keys(given)).not.toContain('CLAUDECODE');
  });

  test('an effort that claude would silently ignore is refused', () => {
    expect(agentKind.options.safeParse({ effort: 'hgih' }).success).toBe(false);
    expect(agentKind.options.safeParse({ effort: 'xhigh' }).success).toBe(true);
  });
});

test('no output whatsoever breaks the reader or makes an answer without a result line', () => {
  const jsonish = fc.json().map((text) => text.replaceAll('\n', ' '));
  const known = fc.record({
    type: fc.constantFrom('system', 'stream_event', 'assistant', 'user', 'rate_limit_event'),
    subtype: fc.constantFrom('init', 'api_retry', 'success'),
    event: fc.anything(),
    message: fc.anything(),
    error_status: fc.anything(),
    result: fc.string(),
  });
  const line = fc.oneof(
    fc.string(),
    jsonish,
    known.map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const reader = createClaudeReader({ model: undefined, now: () => 0 });
      for (const text of lines) reader.readLine(text);
      const verdict = reader.verdict({ end: { reason: 'exited', code: 0 }, stderrTail: '' });
      expect(verdict.status).not.toBe('answered');
    }),
  );
});
