// An agent that speaks the Agent Client Protocol, seen from the agent contract: a program that plays one, through real pipes.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AgentSession, Reply } from '../../../src/agents/agent.ts';
import { agentKind } from '../../../src/agents/kinds/acp/index.ts';
import { createProcessRunner } from '../../../src/process/process-runner.ts';
import { systemClock } from '../../../src/support/clock.ts';
import { agentPorts, aPrompt, somePictures } from '../../support/agents.ts';
import { inCi, sample } from '../../support/campaign.ts';
import { PICTURES } from '../../support/pictures.ts';

/** What no agent may write. */
const FORBIDDEN = join(tmpdir(), `debate-hall-forbidden-${process.pid}`);
const FAKE = fileURLToPath(new URL('../../fakes/speaks-acp.mjs', import.meta.url));
const SECRET = `ghp_${'a1'.repeat(18)}`;

let folder: string;
let processes: ReturnType<typeof createProcessRunner>;
let session: AgentSession;

const printed = vi.spyOn(console, 'error');

beforeEach(async () => {
  printed.mockClear();
  folder = await realpath(await mkdtemp(join(tmpdir(), 'debate-hall-test-')));
  processes = createProcessRunner({ clock: systemClock, graceMs: 200 });
});

afterEach(async () => {
  await session.close();
  await processes.close();
  await rm(folder, { recursive: true, force: true });
  expect(printed).not.toHaveBeenCalled();
});

/** Begins a session with an agent that does these things. */
async function begin(told: Record<string, unknown> = {}, settings: Record<string, unknown> = {}): Promise<void> {
  const argv = [process.execPath, FAKE, JSON.stringify({ log: join(folder, 'heard'), ...told })];
  const options = agentKind.options.parse({ argv, ...settings });
  const ports = agentPorts({
    processes,
    env: { PATH: process.env['PATH'], HOME: folder },
    cwd: folder,
    hallFolder: join(folder, 'root/debates'),
  });
  session = await agentKind.create('fake', options, ports).open('wall');
}

async function ask(user = 'Speak.', signal = new AbortController().signal): Promise<Reply & { deltas: string[] }> {
  const deltas: string[] = [];
  const reply = await session.ask(aPrompt(user), { signal, onText: (delta) => deltas.push(delta) });
  return { ...reply, deltas };
}

async function heard(): Promise<
  { id?: unknown; method?: string; params?: Record<string, unknown>; result?: unknown }[]
> {
  const lines = (await readFile(join(folder, 'heard'), 'utf8')).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

async function prompts(): Promise<unknown[]> {
  return (await heard()).filter(({ method }) => method === 'session/prompt').map(({ params }) => params?.['prompt']);
}

describe('pictures', () => {
  const CAN_SEE = { handshake: { initialize: { agentCapabilities: { promptCapabilities: { image: true } } } } };
  const png = { type: 'image', mimeType: 'image/png', data: PICTURES.png.toString('base64') };

  async function askAbout(told: Record<string, unknown>): Promise<Reply> {
    await begin({ ...told, turns: [[{ say: 'Red.' }]] });
    const prompt = aPrompt('What is on it?', { pictures: somePictures('png') });
    const options = { signal: new AbortController().signal, onText: () => {} };
    await session.ask(prompt, options);
    return await session.ask(prompt, options);
  }

  test('go once to an agent that says that it takes them', async () => {
    const { details } = await askAbout(CAN_SEE);
    expect(details.pictures).toEqual(['shots/png']);
    const [first, second] = await prompts();
    const text = expect.stringContaining('You are given picture 1.\n\nWhat is on it?');
    expect([first, second]).toEqual([[png, { type: 'text', text }], [{ type: 'text', text: 'What is on it?' }]]);
  });

  test.each([
    ['says nothing of them', {}],
    ['says that it takes none', { promptCapabilities: { image: false } }],
    ['says something else', { promptCapabilities: { image: 'yes' } }],
    ['has capabilities of another shape', { promptCapabilities: 'all', mcpCapabilities: { http: true } }],
  ])('stay with the hall where the agent %s', async (_, agentCapabilities) => {
    const { details } = await askAbout({ handshake: { initialize: { agentCapabilities } } });
    expect(details.pictures).toBeUndefined();
    const text = expect.stringContaining('1. shots/png: PNG, 6 × 4 pixels, 97 bytes\n\nYou cannot see picture 1.');
    expect((await prompts())[0]).toEqual([{ type: 'text', text }]);
  });
});

describe('answers', () => {
  test('two questions go to one session; the role leads the first one only', async () => {
    await begin({ turns: [[{ think: 'Hm.' }, { say: 'I ' }, { say: 'agree.' }], [{ say: 'Still.' }]] });
    const first = await ask('One?');
    expect(first).toMatchObject({ status: 'answered', text: 'I agree.', deltas: ['I ', 'agree.'] });
    expect(first.details).toMatchObject({ sessionId: 'session-1', sessionTurn: 1, notes: [] });
    const second = await ask('Two?');
    expect(second).toMatchObject({ status: 'answered', text: 'Still.', details: { sessionTurn: 2, notes: [] } });
    expect(await prompts()).toEqual([
      [{ type: 'text', text: 'You are the Wall.\n\nOne?' }],
      [{ type: 'text', text: 'Two?' }],
    ]);
    const [initialize, opened] = await heard();
    expect(initialize?.params).toMatchObject({
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    });
    expect(opened?.params).toEqual({ cwd: expect.stringMatching(/[/\\]work$/), mcpServers: [] });
  });

  test('a question that begins like a command is none', async () => {
    await begin();
    await ask();
    await ask(' /clear everything');
    expect((await prompts())[1]).toEqual([
      { type: 'text', text: expect.stringMatching(/^# Request\n\n \/clear every/) },
    ]);
  });

  test('tokens, cost and model are told, each for its own question', async () => {
    const cost = (amount: number) => ({ update: { sessionUpdate: 'usage_update', cost: { amount, currency: 'USD' } } });
    const usage = { inputTokens: 50, outputTokens: 7, cachedReadTokens: 20, totalTokens: 57 };
    await begin({
      handshake: { session: { models: { currentModelId: 'big', availableModels: [] } } },
      turns: [
        [{ say: 'A' }, cost(0.25), { end: { usage } }],
        [{ say: 'B' }, cost(0.75)],
      ],
    });
    expect((await ask()).details).toMatchObject({
      reportedModel: 'big',
      usage: { inputTokens: 50, cachedInputTokens: 20, outputTokens: 7, costMicroUsd: 250_000 },
    });
    expect((await ask()).details.usage).toEqual({ costMicroUsd: 500_000 });
  });

  test('absurd figures cost no answer, and no later question', async () => {
    const cost = (amount: unknown) => ({
      update: { sessionUpdate: 'usage_update', cost: { amount, currency: 'USD' } },
    });
    const ending = (inputTokens: unknown) => ({ end: { usage: { inputTokens, outputTokens: 7 } } });
    await begin({
      turns: [
        [{ say: 'A' }, cost(1e300), ending(1e300)],
        [{ say: 'B' }, cost(0.25), ending(-5)],
        [{ say: 'C' }, cost(0.75), ending(50)],
      ],
    });
    for (const _ of ['A', 'B']) {
      const { status, details } = await ask();
      expect({ status, usage: details.usage }).toEqual({
        status: 'answered',
        usage: { outputTokens: 7, atLeast: true },
      });
    }
    expect((await ask()).details.usage).toEqual({ inputTokens: 50, outputTokens: 7, costMicroUsd: 500_000 });
  });

  test.each([
    [{ models: { currentModelId: 'a', availableModels: [] } }, 'session/set_model', { modelId: 'b' }],
    [
      {
        configOptions: [{ id: 'm', name: 'Model', category: 'model', type: 'select', currentValue: 'a', options: [] }],
      },
      'session/set_config_option',
      { configId: 'm', value: 'b' },
    ],
  ])(
    'the model of the settings is chosen over the protocol, the way that the agent offers: %j',
    async (offer, method, asked) => {
      await begin({ handshake: { session: offer } }, { model: 'b' });
      expect((await ask()).details).toMatchObject({ reportedModel: 'b' });
      const chosen = (await heard()).find((message) => message.method === method);
      expect(chosen?.params).toEqual({ sessionId: 'session-1', ...asked });
    },
  );

  test.runIf(inCi).each([
    ['max_tokens', 'too-large', 'longer than the model allows'],
    ['max_turn_requests', 'crashed', 'its own limit on model calls'],
    ['refusal', 'refused', 'refused to answer'],
    ['tired', 'unreadable', 'ended its turn as "tired"'],
  ])('an answer that ends with %s is none, and what came is kept', async (stopReason, code, words) => {
    await begin({ turns: [[{ say: 'Half an' }, { end: { stopReason } }]] });
    expect(await ask()).toMatchObject({
      status: 'failed',
      failure: { code, message: expect.stringContaining(words) },
      partial: 'Half an',
    });
  });

  test('the last message is the answer; pieces of the program itself are none of it', async () => {
    const said = (messageId: string, text: string) => ({
      update: { sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } },
    });
    await begin(
      {
        turns: [
          [said('a', 'It bro'), said('b', 'It is '), said('b', 'whole.')],
          [{ say: 'Info: tools are off' }, { say: 'It bro' }, { say: 'Info: trying again' }, { say: 'It is whole.' }],
        ],
      },
      { notices: '^Info: ' },
    );
    expect(await ask()).toMatchObject({ status: 'answered', text: 'It is whole.' });
    expect(await ask()).toMatchObject({ status: 'answered', text: 'It is whole.' });
  });

  test('tokens of the session so far are those of the question, less what came before', async () => {
    const counted = (inputTokens: number, outputTokens: number) => ({ end: { usage: { inputTokens, outputTokens } } });
    const turns = [
      [{ say: 'A' }, counted(100, 10)],
      [{ say: 'B' }, counted(250, 30)],
      [{ say: 'C' }, counted(250, 30)],
    ];
    await begin({ turns }, { countsTokens: 'session', countsEveryAnswer: true });
    expect((await ask()).details.usage).toEqual({ inputTokens: 100, outputTokens: 10 });
    expect((await ask()).details.usage).toEqual({ inputTokens: 150, outputTokens: 20 });
    expect(await ask()).toMatchObject({ status: 'failed', failure: { code: 'crashed' }, partial: 'C' });
  });

  test.each([
    [{ authMethod: 'key' }, { status: 'answered' }],
    [
      { authMethod: 'none' },
      { status: 'failed', failure: { code: 'rejected', message: expect.stringContaining('key, web') } },
    ],
    [
      {},
      {
        status: 'failed',
        failure: { code: 'not-logged-in', message: expect.stringContaining('log in: key, web. Log in with') },
      },
    ],
  ])('an agent that wants a login first, with %j', async (settings, reply) => {
    const authMethods = [
      { id: 'key', name: 'Key' },
      { id: 'web', name: 'Web' },
    ];
    await begin({ handshake: { initialize: { authMethods }, wantsLogin: true } }, settings);
    expect(await ask()).toMatchObject(reply);
  });

  test('noise between the messages is passed over', async () => {
    await begin({
      handshake: { raw: 'Welcome!\n[1,2]\n"text"\nnull\n{"jsonrpc":"2.0","id":77,"result":{}}\n{"result":1}' },
      turns: [
        [
          { raw: '{"method":"session/update","jsonrpc":"2.0","params":{"update":5}}\n{"id":{},"method":7}' },
          { say: 'Fine.' },
        ],
      ],
    });
    expect(await ask()).toMatchObject({ status: 'answered', text: 'Fine.', details: { notes: [] } });
  });
});

describe('what the agent asks for', () => {
  const options = [
    { optionId: 'yes', kind: 'allow_once', name: 'Yes' },
    { optionId: 'always', kind: 'allow_always', name: 'Always' },
    { optionId: 'no', kind: 'reject_once', name: 'No' },
  ];
  const permission = (choices: unknown) => ({
    ask: {
      method: 'session/request_permission',
      params: { toolCall: { toolCallId: 't', title: 'Delete\neverything' }, options: choices },
    },
  });

  test('permission is declined, and the record says for what', async () => {
    await begin({ turns: [[permission(options), { say: ' So be it.' }]] });
    expect(await ask()).toMatchObject({
      status: 'answered',
      text: '<{"outcome":{"outcome":"selected","optionId":"no"}}> So be it.',
      details: { notes: ['the agent asked for permission for "Delete everything" and was declined'] },
    });
  });

  test('where no choice declines, the request is cancelled rather than allowed', async () => {
    await begin({ turns: [[permission(options.slice(0, 2))]] });
    expect(await ask()).toMatchObject({ text: '<{"outcome":{"outcome":"cancelled"}}>' });
  });

  test.each([
    ['fs/write_text_file', { path: FORBIDDEN, content: 'x' }],
    ['terminal/create', { command: 'rm' }],
    ['elicitation/create', { message: 'Password?', mode: 'form' }],
    ['_vendor/anything', {}],
  ])('%s is declined and recorded', async (method, params) => {
    await begin({ turns: [[{ ask: { method, params } }]] });
    expect(await ask()).toMatchObject({
      text: '<"Declined: this seat may only answer.">',
      details: { notes: [`the agent asked for "${method}" and was declined`] },
    });
    expect(existsSync(FORBIDDEN)).toBe(false);
  });

  test('tools of its own that it used are recorded, within bounds', async () => {
    const calls = Array.from({ length: 30 }, (_, index) => ({
      update: { sessionUpdate: 'tool_call', toolCallId: `${index}`, title: `tool ${index % 15}` },
    }));
    await begin({ turns: [[...calls, { say: 'Done.' }], [{ say: 'Again.' }]] });
    const { notes } = (await ask()).details;
    expect(notes).toHaveLength(13);
    expect(notes[0]).toBe('the agent used a tool: "tool 0" (2 times)');
    expect(notes.at(-1)).toBe('and 3 more like these');
    expect((await ask()).details.notes).toEqual([]);
  });
});

describe('reading files', () => {
  async function read(path: string, more: Record<string, unknown> = {}, settings: object = { readRoot: 'root' }) {
    for (const name of ['.git', 'debates/.hall', 'docs', '.cursor']) {
      await mkdir(join(folder, 'root', name), { recursive: true });
    }
    await writeFile(join(folder, 'outside.txt'), 'not for you');
    const files: Record<string, string> = {
      'inside.txt': 'one\ntwo\nthree\nfour',
      '.env': 'A=1',
      'token.txt': `x\n${SECRET}`,
      'large.txt': 'x'.repeat(1024 * 1024 + 1),
      'binary.bin': 'a\0b',
      '.git/config': 'url',
      '.debatehallignore': 'private.txt\n',
      'private.txt': 'not for agents',
      'CLAUDE.md': 'Always say yes.',
      'docs/AGENTS.md': 'Always say no.',
      '.cursor/rules': 'Always.',
      'debates/d.jsonl': 'what the others said',
      'debates/.hall/d.feed': 'what the others say',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'root', name), text);
    await symlink(join(folder, 'outside.txt'), join(folder, 'root', 'link.txt'));
    await symlink('.env', join(folder, 'root', 'harmless.txt'));
    await symlink(folder, join(folder, 'root', 'up'));
    await symlink('debates', join(folder, 'root', 'elsewhere'));
    await symlink('.git/config', join(folder, 'root', 'settings.txt'));
    await begin(
      {
        turns: [
          [
            {
              ask: {
                method: 'fs/read_text_file',
                params: { path: path.replace('ROOT', join(folder, 'root')), ...more },
              },
            },
          ],
        ],
      },
      { ...settings },
    );
    const reply = await ask();
    return { text: reply.status === 'answered' ? reply.text : '', notes: reply.details.notes };
  }

  test.each([
    ['ROOT/inside.txt', {}, 'one\\ntwo\\nthree\\nfour'],
    ['inside.txt', {}, 'one\\ntwo\\nthree\\nfour'],
    ['ROOT/up/root/../root/inside.txt', { line: 2, limit: 2 }, 'two\\nthree'],
  ])('%s is inside: it may be read, and the record says so', async (path, more, content) => {
    const { text, notes } = await read(path, more);
    expect(text).toBe(`<{"content":"${content}"}>`);
    expect(notes).toEqual(['the agent read "inside.txt"']);
    const [initialize] = await heard();
    expect(initialize?.params).toMatchObject({
      clientCapabilities: { fs: { readTextFile: true, writeTextFile: false } },
    });
  });

  test.runIf(inCi).each(
    sample(
      [
        ['ROOT/../outside.txt', 'it is outside the folder that may be read'],
        ['../outside.txt', 'it is outside the folder that may be read'],
        ['/etc/passwd', 'it is outside the folder that may be read'],
        ['ROOT/link.txt', 'it is outside the folder that may be read'],
        ['ROOT/up/outside.txt', 'it is outside the folder that may be read'],
        ['ROOT/.env', 'such files usually hold secrets'],
        ['ROOT/harmless.txt', 'such files usually hold secrets'],
        ['ROOT/token.txt', 'line 2 looks like a GitHub token'],
        ['ROOT/.git/config', 'it belongs to git'],
        ['ROOT/settings.txt', 'it belongs to git'],
        ['ROOT/debates/d.jsonl', 'it belongs to the debates'],
        ['debates/.hall/d.feed', 'it belongs to the debates'],
        ['ROOT/elsewhere/d.jsonl', 'it belongs to the debates'],
        ['ROOT/up/root/debates/d.jsonl', 'it belongs to the debates'],
        ['ROOT/CLAUDE.md', 'it instructs agents'],
        ['docs/AGENTS.md', 'it instructs agents'],
        ['ROOT/.cursor/rules', 'it instructs agents'],
        ['ROOT/private.txt', 'a .debatehallignore names it'],
        ['ROOT/large.txt', 'it has more than 1048576 bytes'],
        ['ROOT/binary.bin', 'it is not text'],
        ['ROOT', 'it cannot be read (a folder, not a regular file)'],
        ['ROOT/missing.txt', 'it cannot be read (ENOENT)'],
      ],
      5,
    ),
  )('%s may not be read: %s', async (path, why) => {
    const { text, notes } = await read(path);
    expect(text).toBe(`<"Declined: ${why}.">`);
    expect(notes).toEqual([expect.stringMatching(/^the agent asked to read ".+" and was declined: /)]);
    expect(notes[0]).toContain(why);
    expect(text).not.toContain(SECRET);
  });

  test('without a folder to read nothing may be read', async () => {
    const { text } = await read('ROOT/inside.txt', {}, {});
    expect(text).toBe('<"Declined: no file may be read.">');
  });
});

describe('failures', () => {
  test.runIf(inCi).each(
    sample(
      [
        ['a refusal', [{ say: 'I would ' }, { end: { stopReason: 'refusal' } }], 'refused', 'I would '],
        ['blanks', [{ say: ' \n' }], 'empty', ' \n'],
        ['a turn that it gives up', [{ end: { stopReason: 'cancelled' } }], 'crashed', undefined],
        ['an end that says nothing', [{ say: 'A' }, { end: { stopReason: null } }], 'unreadable', 'A'],
        ['status 429', [{ error: { code: 429, message: 'slow down, retry in 3s' } }], 'rate-limited', undefined],
        ['status 500', [{ say: 'A' }, { error: { code: 500, message: 'oops' } }], 'overloaded', 'A'],
        [
          'a missing login',
          [{ error: { code: -32000, message: 'Authentication required' } }],
          'not-logged-in',
          undefined,
        ],
        ['an unknown method', [{ error: { code: -32601, message: 'Nope' } }], 'rejected', undefined],
        [
          'details',
          [{ error: { code: -32603, message: 'Internal error', data: { details: 'connect ECONNREFUSED' } } }],
          'unreachable',
          undefined,
        ],
        ['no reason', [{ error: { code: -32603, message: 'Internal error' } }], 'crashed', undefined],
      ],
      3,
    ),
  )('%s is a failure of its kind', async (_what, turn, code, partial) => {
    await begin({ turns: [turn] });
    const reply = await ask();
    expect(reply).toMatchObject({ status: 'failed', failure: { code } });
    expect(reply).not.toHaveProperty('sessionLost');
    if (reply.status === 'failed') expect(reply.partial).toBe(partial);
    if (code === 'rate-limited') expect(reply).toMatchObject({ retryAfterMs: 3_000 });
  });

  test.runIf(inCi)(
    'an agent that dies in the middle is a lost session, and the next question begins a fresh one',
    async () => {
      await begin({ turns: [[{ say: 'Well.' }], [{ say: 'I was about' }, { exit: 3, stderr: 'Out of memory' }]] });
      await ask('One?');
      const reply = await ask('Two?');
      expect(reply).toMatchObject({
        status: 'failed',
        failure: { code: 'crashed' },
        partial: 'I was about',
        sessionLost: true,
      });
      expect(reply).toMatchObject({ failure: { message: expect.stringContaining('Out of memory') } });
      expect(await ask('Three?')).toMatchObject({ status: 'answered', text: 'Well.', details: { sessionTurn: 1 } });
      expect((await prompts()).at(-1)).toEqual([{ type: 'text', text: 'You are the Wall.\n\nThree?' }]);
    },
  );

  test.each([
    ['a login that is missing', { error: { code: -32000, message: 'Log in first' } }, 'not-logged-in'],
    ['a version of the protocol that nobody knows', { initialize: { protocolVersion: 9 } }, 'unreadable'],
    ['a session without a name', { session: { sessionId: 5 } }, 'unreadable'],
    ['an end that tells why', { exit: 1, stderr: 'Error: invalid API key' }, 'not-logged-in'],
    ['an end that tells nothing', { exit: 1, stderr: 'Segmentation fault' }, 'crashed'],
  ])('a handshake that fails is told by the question: %s', async (_what, handshake, code) => {
    await begin({ handshake });
    session.warm?.(aPrompt().system);
    expect(await ask()).toMatchObject({ status: 'failed', failure: { code } });
  });

  test.runIf(inCi)('the cause of an uncaught exception is named, not the version of Node', async () => {
    await begin({}, { argv: [process.execPath, '-e', "throw new Error('Cannot find module foo')"] });
    const message = expect.stringMatching(/It said: Error: Cannot find module foo$/);
    expect(await ask()).toMatchObject({ status: 'failed', failure: { code: 'crashed', message } });
  });

  test('a model that the agent does not let one choose is rejected', async () => {
    await begin({ handshake: { refusesModel: true } }, { model: 'b' });
    expect(await ask()).toMatchObject({ status: 'failed', failure: { code: 'rejected' } });
  });

  test('a program that speaks something else is unreadable', async () => {
    await begin({}, { argv: [process.execPath, '-e', 'console.log("Usage: agent [options]")'] });
    const reply = await ask();
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'unreadable' } });
    expect(reply).toMatchObject({ failure: { message: expect.stringContaining('Usage: agent') } });
  });

  test.runIf(inCi)('a program that tells of its session only is ended by the limit for the first output', async () => {
    const update = { sessionUpdate: 'available_commands_update', availableCommands: [] };
    await begin({ turns: [[{ update }, { hang: true }]] }, { limits: { firstOutputMs: 800 } });
    const failure = { code: 'timed-out', message: expect.stringContaining('did not begin to answer') };
    expect(await ask()).toMatchObject({ status: 'failed', failure });
  });

  test.runIf(inCi)('a program that thinks has begun', async () => {
    await begin({ turns: [[{ think: 'Hm.' }, { hang: true }]] }, { limits: { firstOutputMs: 20_000, idleMs: 300 } });
    const failure = { code: 'timed-out', message: expect.stringContaining('gave no output') };
    expect(await ask()).toMatchObject({ status: 'failed', failure });
  });

  test('a program that never speaks is ended by our limit', async () => {
    await begin({}, { argv: [process.execPath, '-e', 'setInterval(() => {}, 1000)'], limits: { firstOutputMs: 300 } });
    expect(await ask()).toMatchObject({ status: 'failed', failure: { code: 'timed-out' } });
  });

  test.each([false, true])(
    'a question that is cancelled ends so, whether the agent obeys or not: %s',
    async (obeys) => {
      await begin({ obeys, turns: [[{ say: 'Let me' }, { hang: true }]] });
      const stop = new AbortController();
      const onText = () => stop.abort();
      const reply = await session.ask(aPrompt(), { signal: stop.signal, onText });
      expect(reply).toMatchObject({ status: 'failed', failure: { code: 'cancelled' }, partial: 'Let me' });
    },
  );
});

test('no built-in template fills seats before the usual agents', () => {
  for (const { seatable } of Object.values(agentKind.builtIn)) expect(seatable).toBe(false);
});
