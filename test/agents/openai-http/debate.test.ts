// The examples of docs/agents/openai-http.md as whole debates of the built command line, against a service on loopback.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProject, type Project } from '../../support/project.ts';
import { DONE, event, KEY, refusing, type Script, type Service, SSE, startService } from './service.ts';

const documentation = await readFile(new URL('../../../docs/agents/openai-http.md', import.meta.url), 'utf8');
const examples = [...documentation.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);

let service: Service;
let project: Project;
beforeEach(async () => {
  service = await startService();
  project = createProject();
});
afterEach(async () => {
  project.dispose();
  await service.close();
});

const answer = (words: string): Script => ({
  headers: SSE,
  pieces: [
    event(words),
    event('', 'stop'),
    `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 900, completion_tokens: 20, cost: 0.01 } })}\n\n`,
    DONE,
  ],
});

/** The example with the service of this test in the place of the real one. */
function configured(example: string): void {
  const config = JSON.parse(example) as { agents: Record<string, { baseUrl: string }> };
  for (const agent of Object.values(config.agents)) agent.baseUrl = service.baseUrl;
  project.configure({ ...config, recipe: 'quick' });
}

const env = { OPENROUTER_API_KEY: KEY };
const questions = () => service.heard.filter(({ method }) => method === 'POST');

describe('the examples of the documentation', () => {
  test.each([
    ['OpenRouter', 0, ['openai/gpt-5', 'anthropic/claude-opus-4.5', 'google/gemini-2.5-pro'], `Bearer ${KEY}`],
    ['Ollama', 1, ['qwen3:8b', 'qwen3:8b', 'qwen3:8b'], undefined],
  ])('%s: a whole debate', async (_, index, models, authorization) => {
    configured(examples[index] ?? '');
    service.answers(answer('Let us move. Because the rent is low.'));
    const record = await project.record(['run', '--json', '--id', 'd', 'Should we move?'], { env });
    expect(record).toMatchObject({ code: 0, status: 'closed', calls: 3 });
    expect(record.usage).toMatchObject({ inputTokens: 2_700, outputTokens: 60, costMicroUsd: 30_000 });
    expect(questions().map(({ body }) => body.model)).toEqual(models);
    for (const { headers } of questions()) expect(headers.authorization).toBe(authorization);
    expect(readFileSync(project.ledger('d'), 'utf8')).not.toContain(KEY);
    expect((await project.call(['verify', 'd'])).code).toBe(0);
  });

  test('a dry run shows address and model, asks no model and shows no key', async () => {
    configured(examples[0] ?? '');
    const { code, stdout, stderr } = await project.call(['run', '--dry-run', 'Should we move?'], { env });
    expect(code).toBe(0);
    expect(stdout).toContain(`argv: POST ${service.baseUrl}/chat/completions model=openai/gpt-5\n`);
    expect(stdout).toContain('environment: OPENROUTER_API_KEY\n');
    expect(questions()).toEqual([]);
    expect(stdout + stderr).not.toContain(KEY);
  });

  test('an agent whose key is missing ends the run before it begins', async () => {
    configured(examples[0] ?? '');
    const { code, stderr } = await project.call(['run', 'Should we move?']);
    expect(code).toBe(4);
    expect(stderr).toContain('OPENROUTER_API_KEY');
    expect(service.heard).toEqual([]);
  });
});

test('a key that is refused in the middle pauses the run, which goes on where it was', async () => {
  configured(examples[0] ?? '');
  service.answers(answer('Let us move.'), refusing(401, { error: { message: `No: ${KEY}` } }));
  const { code, stdout, stderr } = await project.call(['run', '--id', 'd', 'Should we move?'], { env });
  expect(code).toBe(4);
  expect(stdout + stderr).not.toContain(KEY);
  expect(readFileSync(project.ledger('d'), 'utf8')).not.toContain(KEY);
  service.answers(answer('Let us move.'));
  expect((await project.call(['resume', 'd'], { env })).code).toBe(0);
  expect(questions().map(({ body }) => body.model.split('/')[0])).toEqual([
    'openai',
    'anthropic',
    'anthropic',
    'google',
  ]);
});
