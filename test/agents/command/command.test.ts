import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AgentPorts, Prompt } from '../../../src/agents/agent.ts';
import { agentKind } from '../../../src/agents/kinds/command/index.ts';
import type { ProcessRunner } from '../../../src/process/process.ts';
import { createProcessRunner } from '../../../src/process/process-runner.ts';
import { systemClock } from '../../../src/support/clock.ts';
import { agentPorts, aPrompt, somePictures } from '../../support/agents.ts';
import { type Behaviour, doesAsTold, fake } from '../../support/processes.ts';

const PROMPT = aPrompt('Should we?', { system: 'You are Wind.', topic: 'Should we?' });

let folder: string;
let processes: ProcessRunner;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'command-test-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  processes = createProcessRunner({ clock: systemClock, graceMs: 200 });
});
afterEach(() => processes.close());

function createAgent(settings: unknown, env: AgentPorts['env'] = {}) {
  const ports = agentPorts({ processes, env: { PATH: process.env['PATH'], ...env }, cwd: folder });
  return agentKind.create('mine', agentKind.options.parse(settings), ports);
}

async function ask(settings: unknown, prompt: Partial<Prompt> = {}, env: AgentPorts['env'] = {}) {
  const session = await createAgent(settings, env).open('wind');
  const pieces: string[] = [];
  const reply = await session.ask(
    { ...PROMPT, ...prompt },
    { signal: new AbortController().signal, onText: (piece) => pieces.push(piece) },
  );
  await session.close();
  return { reply, pieces };
}

/** Settings for a program that does exactly this. */
function told(behaviour: Behaviour, settings: object = {}) {
  return { argv: doesAsTold(behaviour), prompt: 'stdin', ...settings };
}

const JSON_OUTPUT = { format: 'json', path: 'result', errorPath: 'error' };
const JSONL_OUTPUT = { format: 'jsonl', path: 'result', when: { type: 'result' }, errorPath: 'error' };
const JOINED_OUTPUT = { format: 'jsonl', path: 'part.text', when: { type: 'text' }, collect: 'join' };

describe('what the program is given', () => {
  async function given(settings: object, prompt: Partial<Prompt> = {}, env: AgentPorts['env'] = {}) {
    const output = { format: 'json', path: 'answer' };
    const { reply } = await ask({ prompt: 'stdin', output, ...settings }, prompt, env);
    if (reply.status !== 'answered') throw new Error(JSON.stringify(reply));
    return { ...JSON.parse(reply.text), details: reply.details };
  }
  const program = fake('shows-request.mjs');

  test('on standard input, the seat leads the request', async () => {
    const { stdin, files } = await given({ argv: program });
    expect(stdin).toBe('You are Wind.\n\nShould we?');
    expect(files).toEqual({});
  });

  test('in files, the seat and the request are apart', async () => {
    const argv = [...program, '--system', '{systemFile}', '--request={promptFile}'];
    const { args, files, stdin, details } = await given({ argv, prompt: 'file' });
    expect(files).toEqual({ 'prompt.md': 'Should we?', 'system.md': 'You are Wind.' });
    expect(args[1]).toMatch(/system\.md$/);
    expect(args[2]).toMatch(/^--request=.*prompt\.md$/);
    expect(stdin).toBe('');
    const inScratch = (file: string) => join('<scratch>', 'work', file);
    expect(details.argv.slice(-3)).toEqual(['--system', inScratch('system.md'), `--request=${inScratch('prompt.md')}`]);
  });

  test('as an argument, the request stays one argument whatever is in it, and out of the record', async () => {
    const user = '$(touch x) "quotes" --flags {model} \n second line';
    const { args, details } = await given({ argv: [...program, '{prompt}'], prompt: 'argument' }, { user });
    expect(args).toEqual([`You are Wind.\n\n${user}`]);
    expect(details.argv.at(-1)).toBe('{prompt}');
  });

  test.each(['/clear', '--flag', '@/etc/passwd', '!ls', ' /clear'])(
    'a request "%s" cannot pass for a command',
    async (user) => {
      const { stdin } = await given({ argv: [...program, '{systemFile}'] }, { user });
      expect(stdin).toBe(`\n${user}`);
    },
  );

  test('model and effort are filled in, and a group without its value is left out', async () => {
    const argv = [...program, ['--model', '{model}'], ['--effort={effort}']];
    expect((await given({ argv, model: 'big' })).args).toEqual(['--model', 'big']);
    expect((await given({ argv, effort: 'high', extraArgs: ['-x'] })).args).toEqual(['--effort=high', '-x']);
  });

  test('a list with a picture is repeated for each, whose file lies in its folder', async () => {
    const argv = [...program, ['--image', '{picture}'], '--last'];
    const pictures = somePictures('png', 'jpeg');
    const { args, files, stdin, details } = await given({ argv }, { pictures });
    const names = ['picture-1.png', 'picture-2.jpeg'];
    expect(args.map((each: string) => each.split('/').at(-1))).toEqual([
      ...names.flatMap((name) => ['--image', name]),
      '--last',
    ]);
    expect(Object.keys(files)).toEqual(names);
    expect(stdin).toContain('You are given pictures 1 and 2.\n\nShould we?');
    expect(details.pictures).toEqual(['shots/png', 'shots/jpeg']);
    expect((await given({ argv })).args).toEqual(['--last']);
  });

  test('without such a list it reads that it cannot see them', async () => {
    const { args, files, stdin, details } = await given({ argv: program }, { pictures: somePictures('png') });
    expect([args, files, details.pictures]).toEqual([[], {}, undefined]);
    expect(stdin).toContain('1. shots/png: PNG, 6 × 4 pixels, 97 bytes\n\nYou cannot see picture 1.');
  });

  test('only listed variables are inherited, and the depth of halls grows', async () => {
    const secrets = { MY_KEY: 'a', OTHER_TOKEN: 'b', LC_ALL: 'C', DEBATE_HALL_DEPTH: '2' };
    const { env } = await given({ argv: program, inheritEnv: ['MY_*'], env: { EXTRA: '1' } }, {}, secrets);
    expect(env).toMatchObject({ MY_KEY: 'a', EXTRA: '1', LC_ALL: 'C', DEBATE_HALL_DEPTH: '3', NO_COLOR: '1' });
    expect(env).not.toHaveProperty('OTHER_TOKEN');
  });

  test('a plan shows the call without making it, secrets taken out', () => {
    const argv = [...program, '--token', 'sk-ant-0123456789abcdefghij', '{prompt}'];
    const plan = createAgent({ argv, prompt: 'argument', env: { EXTRA: '1' } }).plan(PROMPT);
    expect(plan.argv.slice(-3)).toEqual(['--token', '[redacted]', '{prompt}']);
    expect(plan.env).toEqual(['DEBATE_HALL_DEPTH', 'EXTRA', 'NO_COLOR', 'TMPDIR']);
    expect(plan.stdin).toBe('none');
  });
});

describe('answers', () => {
  test('text is streamed, and comes without control sequences', async () => {
    const { reply, pieces } = await ask(told({ stdout: '\u001b[32mAn answer.\u001b[0m\n' }));
    expect(reply).toMatchObject({ status: 'answered', text: 'An answer.', details: { notes: [] } });
    expect(pieces.join('')).toContain('An answer.');
  });

  test.each([
    ['UTF-16LE', '\\377\\376Y\\000e\\000s\\000\\012\\000\\342\\046'],
    ['UTF-16BE', '\\376\\377\\000Y\\000e\\000s\\000\\012\\046\\342'],
  ])('in %s are read by their byte order mark, as programs for Windows write them', async (_name, bytes) => {
    const { reply } = await ask({ argv: ['/bin/sh', '-c', `cat > /dev/null; printf '${bytes}'`], prompt: 'stdin' });
    expect(reply).toMatchObject({ status: 'answered', text: 'Yes\n\u26e2' });
  });

  const LEFT_OUT = expect.stringMatching(/^\d+ characters of reasoning before the answer were left out$/);

  test.each([
    ['<think>\nVOTE: REJECT?\n</think>\n\nVOTE: APPROVE', 'VOTE: APPROVE'],
    ['<thinking>Hm.</thinking><Reasoning>Hm.</Reasoning>Yes.', 'Yes.'],
    ['VOTE: REJECT?\n</think>\n\nVOTE: APPROVE', 'VOTE: APPROVE'],
  ])('of %j are what comes after the reasoning', async (stdout, text) => {
    const { reply } = await ask(told({ stdout }));
    expect(reply).toMatchObject({ status: 'answered', text, details: { notes: [LEFT_OUT] } });
  });

  test.each(['<think>\nVOTE: REJECT', '<thinking>VOTE: REJECT</thinking>\n'])(
    'that are nothing but reasoning, as %j, are none',
    async (stdout) => {
      const { reply } = await ask(told({ stdout }));
      expect(reply).toMatchObject({ status: 'failed', failure: { code: 'empty' }, details: { notes: [LEFT_OUT] } });
    },
  );

  test.each([
    'A `</think>` ends it.',
    'Models that emit </think> stop there.',
    '{"answer":"A </think> ends it"}',
    'Ask for <think>…</think> first.',
    '<thinker>Yes.',
  ])('that speak of tags, as %j, stay whole', async (stdout) => {
    const { reply } = await ask(told({ stdout }));
    expect(reply).toMatchObject({ status: 'answered', text: stdout, details: { notes: [] } });
  });

  test('JSON with its usage, session and model, after other talk', async () => {
    const stdout = `Loading…\n${JSON.stringify({ result: ' Yes. ', id: 's-1', m: ['x', 'y'], cost: 0.0123456, n: { in: 7 } })}`;
    const output = {
      ...JSON_OUTPUT,
      sessionPath: 'id',
      modelPath: 'm.-1',
      usage: { inputTokens: 'n.in', outputTokens: 'n.out', costUsd: 'cost' },
    };
    const { reply } = await ask(told({ stdout }, { output }));
    expect(reply).toMatchObject({
      status: 'answered',
      text: 'Yes.',
      details: { sessionId: 's-1', reportedModel: 'y', usage: { inputTokens: 7, costMicroUsd: 12_346 } },
    });
  });

  test('absurd figures of usage, which count as unknown', async () => {
    const stdout = JSON.stringify({ result: 'Yes.', in: 1e300, out: 7, cost: -1 });
    const output = { ...JSON_OUTPUT, usage: { inputTokens: 'in', outputTokens: 'out', costUsd: 'cost' } };
    const { reply } = await ask(told({ stdout }, { output }));
    expect(reply).toMatchObject({ status: 'answered', text: 'Yes.' });
    expect(reply.details.usage).toEqual({ outputTokens: 7, atLeast: true });
  });

  test.each([
    ['[warn] There is a newer version.\n{"result":"Yes."}'],
    ['{"result":"Yes."}\nThere is a newer version.\n'],
    ['[12:00] Start\n{\n  "result": "Yes.",\n  "of": [\n    {}\n  ]\n}\n[12:01] End\n'],
    ['{"level":"warn","text":"Old."}\n{"result":"Yes."}\n[]'],
    ['{\n"of": {\n},\n"result": "Yes."\n}'],
  ])('JSON is found among other lines: %j', async (stdout) => {
    const { reply } = await ask(told({ stdout }, { output: JSON_OUTPUT }));
    expect(reply).toMatchObject({ status: 'answered', text: 'Yes.' });
  });

  test('the last fitting line of JSONL is the answer', async () => {
    const lines = [
      'noise',
      '{"type":"text","result":"no"}',
      '{"type":"result","result":"old"}',
      '{"type":"result","result":"Yes."}',
    ];
    const { reply } = await ask(told({ lines }, { output: JSONL_OUTPUT }));
    expect(reply).toMatchObject({ status: 'answered', text: 'Yes.' });
  });

  test('joined lines of JSONL are handed out one by one', async () => {
    const lines = ['One ', 'two ', 'three'].map((text) => JSON.stringify({ type: 'text', part: { text } }));
    const { reply, pieces } = await ask(told({ lines }, { output: JOINED_OUTPUT }));
    expect(reply).toMatchObject({ status: 'answered', text: 'One two three' });
    expect(pieces).toEqual(['One ', 'two ', 'three']);
  });

  test('a complete answer is kept although the exit code is not 0', async () => {
    const { reply } = await ask(told({ stdout: '{"result":"Yes."}', exit: 1 }, { output: JSON_OUTPUT }));
    expect(reply).toMatchObject({
      status: 'answered',
      text: 'Yes.',
      details: { notes: ['the answer was complete, but the exit code was 1'] },
    });
  });

  test('a complete answer is kept although the program hangs after it', async () => {
    const limits = { idleMs: 400 };
    const lines = ['{"type":"result","result":"Yes."}'];
    const { reply } = await ask(told({ lines, hang: true }, { output: JSONL_OUTPUT, limits }));
    expect(reply).toMatchObject({ status: 'answered', text: 'Yes.' });
    expect(reply.details.notes).toEqual(['the answer was complete, then the call was stopped (timed-out)']);
  });
});

describe('failures', () => {
  test.each([
    ['an error at exit 0', { stdout: '{"result":"","error":"429 Too Many Requests"}' }, JSON_OUTPUT, 'rate-limited'],
    ['an error beside an answer', { stdout: '{"result":"Sorry","error":true}' }, JSON_OUTPUT, 'crashed'],
    [
      'an error in JSONL',
      { stdout: '{"type":"x","error":{"message":"Not logged in"}}\n' },
      JSONL_OUTPUT,
      'not-logged-in',
    ],
    [
      'an error as text',
      { stdout: 'API Error: 529 overloaded' },
      { format: 'text', errorPattern: '^API Error' },
      'overloaded',
    ],
    ['an empty answer', { stdout: '{"result":"  "}' }, JSON_OUTPUT, 'empty'],
    ['no output', {}, { format: 'text' }, 'empty'],
    ['no output where JSONL is due', {}, JSONL_OUTPUT, 'empty'],
    ['nonsense where JSON is due', { stdout: 'hello <html>' }, JSON_OUTPUT, 'unreadable'],
    ['JSON without the answer', { stdout: '{"other":1}' }, JSON_OUTPUT, 'unreadable'],
    ['JSON that was cut off', { stdout: '{"result":"half an ans' }, JSON_OUTPUT, 'unreadable'],
    ['half a text and exit code 1', { stdout: 'half an ans', exit: 1 }, { format: 'text' }, 'crashed'],
    ['a complaint and exit code 1', { stderr: 'connect ECONNREFUSED', exit: 1 }, { format: 'text' }, 'unreachable'],
    ['a wrong model', { stderr: 'error: model "x" not found', exit: 1 }, { format: 'text' }, 'rejected'],
  ])('%s', async (_what, behaviour, output, code) => {
    const { reply } = await ask(told(behaviour, { output }));
    expect(reply).toMatchObject({ status: 'failed', failure: { code } });
  });

  const answer = '{"answer":"Yes","claims":["Keep the login where it is: authentication failed once, with 401."]}';
  test.each([
    ['an answer that speaks of logins', { stdout: answer }, '"[^"]*" ended with exit code 1 without an answer\\.$'],
    [
      'the same in plain words',
      { stdout: 'No. An invalid API key means: not logged in.' },
      'exit code 1 without an answer\\.$',
    ],
    [
      'a line number',
      { stderr: '/x/main.js:401\n\nError: boom\n    at Object.<anonymous> (/x/main.js:401:9)\n\nNode.js v20.20.2\n' },
      'It said: Error: boom$',
    ],
    [
      'another one',
      { stderr: 'TypeError: x is undefined\n    at run (/x/main.js:500:9)\n' },
      'It said: TypeError: x is undefined$',
    ],
    [
      'what it logged',
      { stderr: 'Using API key from environment\nLoading network module\nSegmentation fault\n' },
      'It said: Segmentation fault$',
    ],
  ])('a crash is named as one, whatever %s makes one think of', async (_what, behaviour, words) => {
    const { reply } = await ask(told({ ...behaviour, exit: 1 }, { output: { format: 'text' } }));
    expect(reply).toMatchObject({
      status: 'failed',
      failure: { code: 'crashed', message: expect.stringMatching(words) },
    });
  });

  test('an error on standard output counts where it is all that was said', async () => {
    const { reply } = await ask(told({ stdout: 'Error: rate limit exceeded, try again in 5 minutes.', exit: 1 }));
    expect(reply).toMatchObject({ failure: { code: 'rate-limited' }, retryAfterMs: 300_000 });
  });

  /** As commander, clap, yargs, pflag, Go's own flags, argparse, click, parseArgs and getopt put it. */
  const UNKNOWN: readonly (readonly [argument: string, words: string])[] = [
    ['--safe-mode', "error: unknown option '--safe-mode'"],
    ['--output-schema=x.json', "error: unexpected argument '--output-schema' found\n\nUsage: codex exec"],
    ['acp', "error: unrecognized subcommand 'acp'\n\nUsage: goose"],
    ['--exclude-tools', 'Usage: qwen\n\nUnknown arguments: exclude-tools, excludeTools'],
    ['--hidethinking', 'Error: unknown flag: --hidethinking'],
    ['-q', "Error: unknown shorthand flag: 'q' in -q"],
    ['--print-timeout', 'flag provided but not defined: -print-timeout\nUsage of agy:'],
    ['--no-git', 'usage: aider\naider: error: unrecognized arguments: --no-git'],
    ['--plain', 'Error: No such option: --plain'],
    ['--mode', "TypeError: Unknown option '--mode'"],
    ['-z', "mine: invalid option -- 'z'"],
    ['--plain', "mine: unrecognized option '--plain'"],
  ];
  test.each(UNKNOWN)('a program that does not know %s', async (argument, words) => {
    const asks = (...args: string[]) => ({
      argv: ['sh', '-c', 'echo "$0" >&2; exit 2', words, ...args],
      prompt: 'stdin',
    });
    const { reply } = await ask(asks(argument));
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'unknown-option' } });
    // Of what another program that it calls was given, this one can tell nothing.
    const { reply: other } = await ask(asks('--other'));
    expect(other).toMatchObject({ status: 'failed', failure: { code: expect.not.stringMatching('unknown-option') } });
  });

  test('the time that a service asks to wait is passed on', async () => {
    const { reply } = await ask(told({ stderr: '429: rate limited, retry in 2 minutes', exit: 1 }));
    expect(reply).toMatchObject({ failure: { code: 'rate-limited' }, retryAfterMs: 120_000 });
  });

  test('a complaint is cut only after its secrets are gone', async () => {
    const stdout = JSON.stringify({ error: `${'x'.repeat(395)} very-secret-value` });
    const { reply } = await ask(told({ stdout }, { output: JSON_OUTPUT }), {}, { MY_TOKEN: 'very-secret-value' });
    expect(reply).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(reply)).not.toContain('very');
  });

  test('what had been said is kept, and the last complaint is named without its secrets', async () => {
    const token = 'a-very-secret-value';
    const stderr = `first\nbad token ${token}\n`;
    const { reply } = await ask(told({ stdout: 'half an ans', stderr, exit: 3 }), {}, { MY_TOKEN: token });
    expect(reply).toMatchObject({ status: 'failed', partial: 'half an ans' });
    expect(reply).toHaveProperty('failure.message', expect.stringContaining('It said: bad token [redacted]'));
    expect(JSON.stringify(reply)).not.toContain(token);
  });

  test('a program that is not there', async () => {
    const { reply } = await ask({ argv: ['no-such-program'], prompt: 'stdin' });
    expect(reply).toMatchObject({
      status: 'failed',
      failure: { code: 'not-installed', message: '"no-such-program" was not found.' },
    });
  });

  test('a silent program', async () => {
    const { reply } = await ask({ argv: fake('stays-silent.sh'), prompt: 'stdin', limits: { firstOutputMs: 300 } });
    expect(reply).toHaveProperty('failure', {
      code: 'timed-out',
      unquoted: expect.any(String),
      message: expect.stringMatching(/did not begin to answer within 300 ms/),
    });
  });

  test('a flood', async () => {
    const { reply } = await ask({ argv: fake('floods.sh'), prompt: 'stdin', limits: { maxOutputBytes: 4096 } });
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'too-large' } });
  });

  test('a request that is too long for an argument', async () => {
    const argv = [...fake('ignores-stdin.sh'), '{prompt}'];
    const { reply } = await ask({ argv, prompt: 'argument' }, { user: 'x'.repeat(200_000) });
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'too-large' } });
  });

  test('cancelling, by the signal or by closing the session', async () => {
    const session = await createAgent(told({ stdout: 'half\n', hang: true })).open('wind');
    const bySignal = new AbortController();
    const first = await session.ask(PROMPT, { signal: bySignal.signal, onText: () => bySignal.abort() });
    expect(first).toMatchObject({ status: 'failed', failure: { code: 'cancelled' }, partial: 'half' });
    const second = await session.ask(PROMPT, {
      signal: new AbortController().signal,
      onText: () => void session.close(),
    });
    expect(second).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
    await session.close();
  });
});

describe('the probe', () => {
  const signal = new AbortController().signal;

  test('finds the program on PATH and reads its version, which the reply then names', async () => {
    const program = fake('shows-request.mjs')
      .map((each) => JSON.stringify(each))
      .join(' ');
    await writeFile(join(folder, 'my-agent'), `#!/bin/sh\nexec ${program} "$@"\n`);
    await chmod(join(folder, 'my-agent'), 0o755);
    const settings = { argv: ['my-agent'], prompt: 'stdin', versionArgs: ['--version'] };
    const agent = createAgent(settings, { PATH: `${folder}:${process.env['PATH']}` });
    expect(await agent.probe(signal)).toEqual({
      usable: true,
      version: '1.2.3',
      path: join(folder, 'my-agent'),
      sandbox: 'none',
      notes: [],
    });
    const session = await agent.open('wind');
    const reply = await session.ask(PROMPT, { signal, onText: () => {} });
    expect(reply.details.cliVersion).toBe('1.2.3');
  });

  test('takes "path" from the folder of the run, not from the one that the program runs in', async () => {
    await writeFile(join(folder, 'here'), '#!/bin/sh\necho present\n');
    await chmod(join(folder, 'here'), 0o755);
    const settings = { argv: ['elsewhere'], path: './here', prompt: 'stdin' };
    expect(await createAgent(settings).probe(signal)).toMatchObject({ usable: true, path: join(folder, 'here') });
    expect((await ask(settings)).reply).toMatchObject({ status: 'answered', text: 'present' });
  });

  test('says what is missing', async () => {
    expect(await createAgent({ argv: ['no-such-program'], prompt: 'stdin' }).probe(signal)).toMatchObject({
      usable: false,
      failure: { code: 'not-installed', message: '"no-such-program" was not found.' },
    });
    const broken = createAgent(told({ stderr: 'no libc', exit: 127 }, { versionArgs: ['', 'no libc', '127'] }));
    expect(await broken.probe(signal)).toMatchObject({ usable: false });
    const withoutModel = createAgent({ argv: ['sh', '{model}'], prompt: 'stdin' });
    expect(await withoutModel.probe(signal)).toMatchObject({
      usable: false,
      failure: { code: 'rejected', message: '"sh" needs the setting "model".' },
    });
    const session = await withoutModel.open('wind');
    expect(await session.ask(PROMPT, { signal, onText: () => {} })).toMatchObject({ failure: { code: 'rejected' } });
  });
});
