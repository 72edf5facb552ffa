// Seats behind a Chat Completions service look things up by function calling: whole debates of the built command line.
import fs from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TOOLS } from '../../../src/material/reading/tools/tool-table.ts';
import { inCampaign } from '../../support/campaign.ts';
import { createProject, type Project } from '../../support/project.ts';
import { DONE, JSON_TYPE, type Script, type Service, SSE, saying, startService } from './service.ts';

let service: Service;
let project: Project;
beforeEach(async () => {
  service = await startService();
  project = createProject();
  fs.mkdirSync(project.path('src'));
  fs.writeFileSync(project.path('src/tax.ts'), 'export const taxRate = 0.07;\nexport const rounded = true;\n');
  const agents = { served: { kind: 'openai-http', baseUrl: service.baseUrl, model: 'm' } };
  project.configure({
    agents,
    seats: { wind: 'served', wall: 'served', door: 'served' },
    recipe: 'quick',
    agentRetries: 0,
  });
});
afterEach(async () => {
  project.dispose();
  await service.close();
});

const usage = { prompt_tokens: 100, completion_tokens: 10 };
const call = (name: string, input: unknown) => ({
  type: 'function',
  function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
});

/** Each call in pieces, as services stream them. */
function streaming(...calls: readonly ReturnType<typeof call>[]): Script {
  const piece = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const pieces = calls.flatMap(({ type, function: { name, arguments: input } }, index) => [
    piece({ tool_calls: [{ index, id: `call-of-${index}`, type, function: { name, arguments: '' } }] }),
    ...[input.slice(0, 5), input.slice(5)].map((part) =>
      piece({ tool_calls: [{ index, function: { arguments: part } }] }),
    ),
  ]);
  const last = `data: ${JSON.stringify({ choices: [], usage })}\n\n`;
  return { headers: SSE, pieces: [...pieces, piece({}, 'tool_calls'), last, DONE] };
}

/** All calls in one message, without numbers and as if it were the answer, as services do that do not stream. */
function whole(...calls: readonly ReturnType<typeof call>[]): Script {
  const tool_calls = calls.map((each, index) => ({ id: `call-of-${index}`, ...each }));
  const choices = [{ index: 0, message: { role: 'assistant', content: null, tool_calls }, finish_reason: 'stop' }];
  return { headers: JSON_TYPE, pieces: [JSON.stringify({ model: 'm', choices, usage })] };
}

const READS = [
  call('read_file', { path: 'src/tax.ts', line: 1 }),
  call('search_text', { pattern: 'rounded' }),
] as const;
const ANSWER = 'It is low, see src/tax.ts:1 "taxRate = 0.07". Because of that we keep it.';
const run = async () => await project.record(['run', '--json', '--id', 'd', '--read', 'src', 'Is the tax right?']);
const questions = () => service.heard.filter(({ method }) => method === 'POST').map(({ body }) => body);

test.runIf(inCampaign).each([
  ['streamed in pieces', streaming],
  ['whole, in one message', whole],
])('calls that come %s are answered, each by its own result, and put on record', async (_, calling) => {
  service.answers(calling(...READS), saying(ANSWER));
  const record = await run();
  expect(record.code).toBe(0);
  const [first, second] = questions();
  const names = (body: { tools: { function: { name: string } }[] }) => body.tools.map(({ function: { name } }) => name);
  expect(names(first)).toEqual(TOOLS.map(({ name }) => name));
  const [asking, ...results] = second.messages.slice(-3);
  expect(asking.tool_calls.map(({ id, function: { name } }: (typeof READS)[0] & { id: string }) => [id, name])).toEqual(
    [
      ['call-of-0', 'read_file'],
      ['call-of-1', 'search_text'],
    ],
  );
  expect(results).toEqual([
    { role: 'tool', tool_call_id: 'call-of-0', content: expect.stringContaining('taxRate = 0.07') },
    { role: 'tool', tool_call_id: 'call-of-1', content: expect.stringContaining('src/tax.ts:2: ') },
  ]);
  const looked = record.reading?.looks.map(({ seat, tool }) => `${seat} ${tool}`);
  expect(looked).toEqual(['wind read_file', 'wind search_text']);
  const turns = record.entries.filter((entry) => entry.kind === 'turn');
  expect(turns.map(({ citations }) => citations?.map(({ status }) => status))).toEqual([
    ['read'],
    ['unread'],
    ['unread'],
  ]);
  expect(turns[0]?.by.usage).toMatchObject({ inputTokens: 100, outputTokens: 10 });
  expect((await project.call(['verify', 'd', '--evidence'])).stdout).toContain(
    'evidence 2 looks and 3 citations confirmed',
  );
});

test('arguments that are no JSON, tools that are not there and paths outside get a sentence, and the turn goes on', async () => {
  fs.writeFileSync(project.path('outside.txt'), 'canary-4711');
  const odd = [
    call('read_file', '{"path":'),
    call('run_command', { command: 'id' }),
    call('read_file', { path: '../outside.txt' }),
  ];
  service.answers(streaming(...odd, call('read_file', { path: 'outside.txt' })), saying(ANSWER));
  const record = await run();
  expect(record.code).toBe(0);
  const results = questions()[1].messages.filter(({ role }: { role: string }) => role === 'tool');
  expect(results).toHaveLength(4);
  expect(JSON.stringify(questions())).not.toContain('canary-4711');
  expect(record.reading?.looks.map(({ refused }) => refused)).toEqual([true, true, true, true]);
});
