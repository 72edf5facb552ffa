import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { agentKind } from '../../../src/agents/kinds/command/index.ts';
import { createProcessRunner } from '../../../src/process/process-runner.ts';
import { systemClock } from '../../../src/support/clock.ts';
import { agentPorts, aPrompt } from '../../support/agents.ts';

let folder: string;
const processes = createProcessRunner({ clock: systemClock });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'templates-test-'));
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(() => processes.close());

const REQUEST = 'You are Wall.\n\nShould we?';

/** What each program prints by its documentation, and the arguments that it should get; the model is "some/model". */
const CASES = [
  { name: 'agy', stdout: 'Yes.\n', args: ['--sandbox', '--print-timeout', '10m', '-p', REQUEST] },
  {
    name: 'pi',
    stdout: `{"type":"message_end","message":{"role":"user","content":[{"type":"text","text":"Should we?"}]}}
{"type":"message_end","message":{"role":"assistant","model":"m","stopReason":"stop","content":[{"type":"thinking","thinking":"Hm."},{"type":"text","text":"Yes."}],"usage":{"input":9,"output":2,"cacheRead":4,"cost":{"total":0.01}}}}
`,
    args: [
      ...['-p', '--mode', 'json', '--no-session', '--no-tools', '--no-extensions', '--no-skills'],
      ...['--no-prompt-templates', '--no-themes', '--no-context-files', '--offline', '--model', 'some/model'],
      ...['--system-prompt', expect.stringMatching(/system\.md$/)],
    ],
    stdin: 'Should we?',
    details: {
      reportedModel: 'm',
      usage: { inputTokens: 9, outputTokens: 2, cachedInputTokens: 4, costMicroUsd: 10_000 },
    },
  },
  {
    name: 'cursor-agent',
    stdout: '{"type":"result","subtype":"success","is_error":false,"result":"Yes.","session_id":"c-1"}\n',
    args: ['-p', '--mode=ask', '--trust', '--output-format', 'json', '--model', 'some/model', REQUEST],
    details: { sessionId: 'c-1' },
  },
  { name: 'ollama', stdout: 'Yes.\n', args: ['run', '--hidethinking', 'some/model'] },
];

test('every template has a case here', () => {
  expect(CASES.map(({ name }) => name).sort()).toEqual(Object.keys(agentKind.builtIn).sort());
});

test.each(CASES)(
  '$name is called as documented and its documented output is read',
  async ({ name, stdout, args, details, stdin = args.includes(REQUEST) ? '' : REQUEST }) => {
    await writeFile(join(folder, 'output'), stdout);
    const script = `#!/bin/sh
[ "$1" = --version ] && exec echo 'version 1.2.3'
printf '%s\\0' "$@" > '${folder}/args'
cat > '${folder}/stdin'
cat '${folder}/output'
`;
    await writeFile(join(folder, name), script);
    await chmod(join(folder, name), 0o755);
    const env = { PATH: `${folder}:${process.env['PATH']}` };
    const settings = agentKind.builtIn[name]?.settings as object;
    const options = agentKind.options.parse({ ...settings, model: 'some/model' });
    const agent = agentKind.create(name, options, agentPorts({ processes, env, cwd: folder }));
    const session = await agent.open('wall');
    const prompt = aPrompt('Should we?', { system: 'You are Wall.' });
    const reply = await session.ask(prompt, { signal: new AbortController().signal, onText: () => {} });
    expect(reply).toMatchObject({ status: 'answered', text: 'Yes.', details: { cliVersion: '1.2.3', ...details } });
    expect(reply.details.notes).toEqual([]);
    expect((await readFile(join(folder, 'args'), 'utf8')).split('\0').slice(0, -1)).toEqual(args);
    expect(await readFile(join(folder, 'stdin'), 'utf8')).toBe(stdin);
  },
);
