// What a client is told to do next names only tools that it has, whatever toolsets are on; read-only servers change nothing.
import { rmSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ERROR_CODES, type ErrorCode, HallError } from '../../src/domain/failures/errors.ts';
import { offeredTools } from '../../src/doors/mcp/clients/offered-tools.ts';
import { errorBody } from '../../src/doors/mcp/errors.ts';
import { instructionsFor } from '../../src/doors/mcp/server.ts';
import { chosenTools, TOOL_NAMES, TOOLSETS } from '../../src/doors/mcp/tools/toolsets.ts';
import { inCi } from '../support/campaign.ts';
import { type Connected, connectHere, hallFolder, until } from './support.ts';

const SETS: readonly (readonly [sets: string, readOnly: boolean])[] = [
  ['core', false],
  ['review', false],
  ['asymmetric', false],
  ['github', false],
  ['what-if', false],
  ['memory', false],
  ['core,github,asymmetric,review,memory,what-if', false],
  ['core,github,asymmetric,review,memory,what-if', true],
];
const NAMES = new Set(TOOL_NAMES);
const toolsIn = (text: string) => (text.match(/[a-z]+(?:_[a-z0-9]+)+/g) ?? []).filter((word) => NAMES.has(word));
const offered = (sets: string, readOnly: boolean) =>
  offeredTools(
    chosenTools(sets.split(','), undefined, { readOnly }).map(({ name }) => name),
    TOOL_NAMES,
  );

/** What a person has to do at a terminal, whatever client they use. */
const FOR_PEOPLE = /Ask the user to check it with "debate-hall verify"|"debate-hall trust add"/;

it.each([
  ['Read it with "debate-hall show x".', 'Read it with get_debate.'],
  ['List them with "debate-hall list".', 'List them with debate_history.'],
  ['Follow it with "debate-hall watch x".', 'Follow it with get_debate and wait_seconds.'],
  ['Finish it first: debate-hall resume x', 'Finish it first: resume_debate.'],
  ['Close it with a decision: debate-hall close x …', 'Close it with a decision: close_debate.'],
  ['Or end the debate: debate-hall kill x "why"', 'Or end the debate: force_close_debate.'],
  ['Read "debate-hall show x", or debate it again.', 'Read get_debate, or debate it again.'],
  ['Open a new debate: debate-hall run "…".', 'Open a new debate: debate_auto.'],
  ['Omit --unit, or ask for a number.', 'Omit unit, or ask for a number.'],
  ['Pass other commits, such as --range main...HEAD.', 'Pass other commits, such as range main...HEAD.'],
  // What an option asks for, and what has no tool, is said in other words.
  ['Fork it: debate-hall fork x --rounds …', 'Read it with get_debate.'],
  ['See "debate-hall doctor".', 'Read it with get_debate.'],
])('the hint %s is put in words of the tools', (hint, step) => {
  const error = new HallError('not-active', 'It is over.', { hint });
  expect(errorBody(error, offered('core', false)).next_step).toBe(step);
  expect(errorBody(error, offered('memory', false)).next_step).not.toMatch(/debate-hall |get_debate/);
});

it.each([
  ['time', 'A limit was reached: close_debate with a synthesis, or resume_debate with higher limits.'],
  ['rounds', 'The limit on rounds is a rule of the debate: close_debate with a synthesis.'],
])('a refusal at the limit on %s says what can be done', (limit, step) => {
  const hint = 'Continue with a higher limit: debate-hall resume x --max-minutes …';
  const error = new HallError('not-active', 'It is over.', { hint, details: { limit } });
  expect(errorBody(error, offered('core', false)).next_step).toBe(step);
  expect(errorBody(error, offered('memory', false)).next_step).toBe('A limit was reached.');
});

describe.each(SETS)('with the toolsets %s, read-only: %s', (sets, readOnly) => {
  const tools = offered(sets, readOnly);

  it.runIf(inCi).each(Object.keys(ERROR_CODES) as ErrorCode[])(
    'the error %s has a next step that can be done there',
    (code) => {
      const hints = [undefined, 'Run "debate-hall list".', 'Use --max-wait.', 'See get_debate.', 'add_turn'];
      for (const hint of hints) {
        const { next_step } = errorBody(
          new HallError(code, 'It went wrong.', hint === undefined ? {} : { hint }),
          tools,
        );
        expect(next_step).toMatch(/^[A-Za-z].*\.$|^add_turn$/);
        expect(toolsIn(next_step).filter((name) => !tools.has(name))).toEqual([]);
        if (!FOR_PEOPLE.test(next_step)) expect(next_step).not.toMatch(/debate-hall |--[a-z]/);
      }
    },
  );

  it('the instructions name no tool that is not there', () => {
    const text = instructionsFor(tools);
    expect(toolsIn(text).filter((name) => !tools.has(name))).toEqual([]);
    expect(text.length).toBeLessThan(2_048);
    expect(text.includes('Wind proposes')).toBe(tools.has('init_debate') || tools.has('debate_auto'));
  });

  it('the instructions name what only a toolset has, for each that is on', () => {
    const text = instructionsFor(tools);
    const silent = TOOLSETS.filter(({ name }) => sets.split(',').includes(name)).filter((set) => {
      const others = TOOLSETS.filter((other) => other !== set).flatMap((other) => other.tools.map(({ name }) => name));
      return !set.tools.some(({ name }) => !others.includes(name) && new RegExp(`\\b${name}\\b`).test(text));
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('the instructions speak of pause_at where a tool takes it', () => {
    expect(instructionsFor(tools).includes('pause_at')).toBe(tools.has('debate_auto'));
  });
});

const folder = hallFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let server: Connected | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

it('a review that is not waited for is followed with a tool of the same toolset', async () => {
  const own = await connectHere(folder, { args: ['--toolsets', 'review'] });
  server = own;
  const names = (await own.client.listTools()).tools.map(({ name }) => name);
  const started = await own.call('debate_plan', { topic: 'How do we move?', preset: 'rehearsal', wait: false });
  expect(started).toMatchObject({ run: 'started', next_step: expect.stringContaining('get_debate') });
  expect(names).toContain('get_debate');
  const { thread_id } = started;
  const end = await until(async () => {
    const state = await own.call('get_debate', { thread_id, wait_seconds: 20, from: 1_000 });
    return state.status === 'active' ? undefined : state;
  });
  expect(end.format).toBe('plan');
});

it('a read-only server offers what looks, and nothing that changes a debate', async () => {
  const writer = await connectHere(folder);
  const thread_id = 'looked-at';
  await writer.call('init_debate', { thread_id, topic: 'Should we?' });
  await writer.call('add_turn', { thread_id, role: 'Wind', content: 'We should.' });
  await writer.close();

  const reader = await connectHere(folder, { args: ['--read-only', '--toolsets', 'core,asymmetric,review,github'] });
  server = reader;
  const { tools } = await reader.client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual(
    [
      ...['debate_history', 'debate_status', 'export_debate', 'get_debate', 'github_list_comments', 'list_agents'],
      ...['read_diff', 'verify_debate'],
    ].sort(),
  );
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  expect(reader.client.getInstructions()).not.toContain('add_turn');
  await expect(reader.client.callTool({ name: 'add_turn', arguments: {} })).rejects.toThrow();
  expect(await reader.call('get_debate', { thread_id })).toMatchObject({ turn_count: 1, next_role: 'Wall' });
  expect(await reader.call('verify_debate', { thread_id })).toMatchObject({ ok: true, events: 2, problems: [] });
});
