// What every adapter has to survive of versions that it does not know: the same odd thing, said in the format of each CLI.
import { describe, expect, test } from 'vitest';
import type { AnyAgentKind } from '../../src/agents/agent.ts';
import { agentKind as claude } from '../../src/agents/kinds/claude/index.ts';
import { agentKind as codex } from '../../src/agents/kinds/codex/index.ts';
import { agentKind as gemini } from '../../src/agents/kinds/gemini/index.ts';
import { recordedAgent } from './recorded-cli.ts';

interface Cli {
  readonly kind: AnyAgentKind;
  /** Lines before the answer. */
  readonly start: readonly object[];
  answer(text: string): readonly object[];
  readonly end: object;
  /** The end of a call that failed. */
  fail(words: string): readonly object[];
  failPlainly(words: string): readonly object[];
  /** A whole call in which fields are there and empty. */
  readonly emptied: readonly object[];
}

const CLIS = {
  claude: {
    kind: claude,
    start: [{ type: 'system', subtype: 'init', session_id: 's', model: 'm', tools: [], mcp_servers: [] }],
    answer: (text) => [
      { type: 'assistant', message: { model: 'm', content: [{ type: 'text', text }] } },
      { type: 'result', subtype: 'success', is_error: false, result: text, modelUsage: {} },
    ],
    end: { type: 'system', subtype: 'later' },
    fail: (words) => [
      { type: 'assistant', message: { model: '<synthetic>', content: [{ type: 'text', text: words }] } },
      { type: 'result', subtype: 'success', is_error: true, result: words, modelUsage: {} },
    ],
    failPlainly: (words) => [{ type: 'result', is_error: true, result: words }],
    emptied: [
      { type: 'system', subtype: 'init', session_id: null, model: null, tools: null, mcp_servers: null },
      {
        ...{ type: 'result', is_error: false, result: 'The answer.', subtype: null, stop_reason: 7, errors: null },
        ...{ session_id: null, total_cost_usd: null, modelUsage: null, structured_output: null },
      },
    ],
  },
  codex: {
    kind: codex,
    start: [{ type: 'thread.started', thread_id: 's' }, { type: 'turn.started' }],
    answer: (text) => [{ type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text } }],
    end: { type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 1 } },
    fail: (words) => [
      { type: 'error', message: words },
      { type: 'turn.failed', error: { message: words } },
    ],
    failPlainly: (words) => [{ type: 'turn.failed', error: words }],
    emptied: [
      { type: 'thread.started', thread_id: null },
      { type: 'item.completed', item: { id: null, type: 'agent_message', text: 'The answer.', message: null } },
      { type: 'turn.completed', usage: { input_tokens: null, output_tokens: null } },
    ],
  },
  gemini: {
    kind: gemini,
    start: [{ type: 'init', session_id: 's', model: 'm' }],
    answer: (text) => [{ type: 'message', role: 'assistant', content: text, delta: true }],
    end: { type: 'result', status: 'success', stats: { total_tokens: 1 } },
    fail: (words) => [{ type: 'result', status: 'error', error: { type: 'Error', message: words } }],
    failPlainly: (words) => [{ type: 'result', status: 'error', error: words }],
    emptied: [
      { type: 'init', session_id: null, model: null },
      { type: 'message', role: 'assistant', content: 'The answer.', delta: null },
      { type: 'error', severity: null, message: 'Something new.' },
      { type: 'result', status: 'success', error: null, stats: { total_tokens: null, models: null } },
    ],
  },
} satisfies Readonly<Record<string, Cli>>;

const toLines = (events: readonly object[]) => events.map((event) => JSON.stringify(event));

async function ask({ kind }: Cli, stdout: readonly string[], exitCode = 0) {
  const { ask: question } = await recordedAgent(kind, { version: '1.0.0', stdout, exitCode });
  return (await question()).reply;
}

const whole = (cli: Cli) => toLines([...cli.start, ...cli.answer('The answer.'), cli.end]);

const ODDITIES: Readonly<Record<string, (cli: Cli) => readonly string[]>> = {
  'empties fields': ({ emptied }) => toLines(emptied),
  'warns before its first event': (cli) => ['Warning: there is a newer version', ...whole(cli)],
  'prints other JSON': (cli) => ['[]', '1', 'null', '{"type":7}', '{"kind":"x"}', ...whole(cli)],
  'begins with a byte order mark': (cli) => whole(cli).map((line, index) => (index === 0 ? `\uFEFF${line}` : line)),
  'ends lines as Windows does': (cli) => whole(cli).map((line) => `${line}\r`),
  'says how it began after the answer': (cli) => toLines([...cli.answer('The answer.'), ...cli.start, cli.end]),
};

const REFUSALS: Readonly<Record<string, string>> = {
  "You've hit your usage limit. Try again in 3 hours.": 'rate-limited',
  "You've hit your session limit · resets 3pm (UTC)": 'rate-limited',
  'You have reached your weekly limit.': 'rate-limited',
  '5-hour limit reached ∙ resets 3pm': 'rate-limited',
  'Usage limit reached|1767225600': 'rate-limited',
  'Daily request limit exceeded for this model': 'rate-limited',
  'Too many requests': 'rate-limited',
  'You are out of credits.': 'out-of-credit',
  'Your credit balance is too low': 'out-of-credit',
  insufficient_quota: 'out-of-credit',
};

describe.each(Object.entries(CLIS))('%s', (_name, cli) => {
  test.each(Object.entries(ODDITIES))('gives its answer when it %s', async (_what, lines) => {
    expect(await ask(cli, lines(cli))).toMatchObject({ status: 'answered', text: 'The answer.' });
  });

  test.each(Object.entries(REFUSALS))('that says "%s" is %s', async (words, code) => {
    const reply = await ask(cli, toLines([...cli.start, ...cli.fail(words)]), 1);
    expect(reply).toMatchObject({ status: 'failed', failure: { code, message: expect.stringContaining(words) } });
  });

  test('is said to speak in an unknown way when none of its events is known, and only then', async () => {
    const events = ['{"type":"progress.v2","at":1}', '{"type":"answer.v2","text":"The answer."}'];
    const failed = async (stdout: readonly string[], exitCode?: number) => {
      const reply = await ask(cli, stdout, exitCode);
      return reply.status === 'failed' ? reply.failure : undefined;
    };
    const message = expect.stringMatching(/messages that this version of Debate Hall does not know\. .*progress\.v2/);
    expect(await failed(events)).toMatchObject({ code: 'unreadable', message });
    const quoting = '{"type":"note.v2","text":"429 Too Many Requests"}';
    expect(await failed([quoting], 1)).toMatchObject({ code: 'unreadable' });
    expect(await failed(['Hello', ...events], 1)).toMatchObject({ code: 'unreadable', message });
    for (const known of [[...events, ...toLines(cli.start)], ['{"type":"progr']])
      expect(await failed(known)).toMatchObject({ code: 'crashed', message: expect.not.stringContaining('does not') });
  });

  test('is quoted when its error is a text instead of an object', async () => {
    const reply = await ask(cli, toLines([...cli.start, ...cli.failPlainly('boom')]), 1);
    expect(reply).toMatchObject({ status: 'failed', failure: { message: expect.stringContaining('boom') } });
  });
});

test('claude that tells of hooks before it begins is not said to speak in an unknown way, unless it does', async () => {
  const hooks = toLines(
    ['hook_started', 'hook_progress', 'hook_response'].map((subtype) => ({ type: 'system', subtype, hook_id: 'h' })),
  );
  expect(await ask(CLIS.claude, hooks)).toMatchObject({ failure: { code: 'crashed' } });
  expect(await ask(CLIS.claude, [...hooks, '{"type":"answer.v2"}'])).toMatchObject({ failure: { code: 'unreadable' } });
  expect(await ask(CLIS.claude, [...hooks, ...whole(CLIS.claude)])).toMatchObject({ status: 'answered' });
});

test('claude says in a turn that counts as a success that a limit is reached', async () => {
  const fail = CLIS.claude.fail('Usage limit reached').map((line) => ({ ...line, is_error: false }));
  expect(await ask(CLIS.claude, toLines([...CLIS.claude.start, ...fail]))).toMatchObject({
    failure: { code: 'rate-limited' },
  });
});
