// Questions with an answer through the MCP server: what agents are asked, and that manual turns keep their course.
import fs from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callProgramIn } from '../support/call-program.ts';
import { ledgersOf } from '../support/ledgers.ts';
import { storeVariables } from '../support/shared-store.ts';
import { type Connected, connectHere, hallFolder, type Loose } from './support.ts';

let folder: string;
let server: Connected;
beforeEach(async () => {
  // Whoever takes turns manually knows nothing of what the configuration says about debates between agents.
  folder = hallFolder({ recipe: 'standard' });
  server = await connectHere(folder);
});
afterEach(async () => {
  await server.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const actsDue = async (thread_id: string): Promise<string[]> =>
  (await server.call('get_debate', { thread_id })).due.map(({ act }: Loose) => act);

it('init_debate keeps the course of manual turns', async () => {
  await server.call('init_debate', { topic: 'Should we?', thread_id: 'd' });
  expect(await actsDue('d')).toEqual(['turn']);
  expect(await server.call('add_turn', { thread_id: 'd', role: 'Wind', content: 'Yes.' })).toMatchObject({
    status: 'active',
  });
  expect(await actsDue('d')).toEqual(['turn']);
});

it.each([
  ['options', { options: ['Rust', 'Go'] }],
  ['a kind of answer', { answer: 'number' }],
  ['a gate', { gate: 'on' }],
])('init_debate asks for openings where somebody gives it %s', async (_, asked) => {
  await server.call('init_debate', { topic: 'Should we?', thread_id: 'd', ...asked });
  expect(await actsDue('d')).toEqual(['opening', 'opening', 'opening']);
});

it('debate_auto asks the question that it is given, and refuses one that cannot be asked', async () => {
  const asked = { topic: 'Which language?', thread_id: 'd', options: ['Rust', 'Go'], gate: 'off' };
  await server.call('debate_auto', asked);
  const opened = JSON.parse(ledgersOf(folder).text('d').split('\n')[0] ?? '');
  expect(opened.data).toMatchObject({
    question: { answer: 'choice', options: [{ text: 'Rust' }, { text: 'Go' }] },
    options: { gate: 'off', openings: true },
  });
  const refused = server.call('debate_auto', { ...asked, thread_id: 'e', options: ['Rust'] });
  await expect(refused).rejects.toThrow(/bad-input: A question needs 2 to 20 options/);
});

it('debate_auto holds a check', async () => {
  const seats = { 'seat-1': 'fast', 'seat-2': 'fast', 'seat-3': 'fast' };
  const result = await server.call('debate_auto', { topic: 'Should we?', thread_id: 'c', format: 'check', seats });
  expect(result).toMatchObject({ thread_id: 'c', outcome: 'majority' });
});

it('claims and who moved whom are in what the tools and the record say', async () => {
  const env = { HOME: folder, ...storeVariables(folder) };
  const opened = await callProgramIn({ folder, env }, [
    ...['open', '--id', 'd', '--recipe', 'standard', '--options', 'Rust,Go', 'Which?'],
  ]);
  expect(opened.code, opened.stderr).toBe(0);
  const turns: readonly (readonly [string, string])[] = [
    ['Wind', 'Rust, 70%\n- It is safe'],
    ['Wall', 'Go, 60%\n- We know it'],
    ['Door', 'Rust, 55%\n- It is fast'],
    ['Wind', '- **Rust**: bet\n- **Go**: else\n\nWhich is it?\n\nC2 rebut: nobody does'],
    ['Wall', '[VERDICT] SOUND - Rust holds.\n\n1. [EVIDENCE] given.\n\nC1 concede: it is'],
    ['Door', 'ANSWER: Rust\n\n1. **Decision.** Rust.\n2. The tension is x.'],
    ['Wind', 'Rust, 80%\nVote: own'],
    ['Wall', 'Rust, 60%\nVote: accept'],
    ['Door', 'Rust, 60%\nVote: own'],
  ];
  for (const [role, content] of turns) await server.call('add_turn', { thread_id: 'd', role, content });
  await server.call('resume_debate', { thread_id: 'd' });
  const alarm = 'Wall took over another seat’s answer, but names no claim that can have moved it.';
  expect((await server.call('get_debate', { thread_id: 'd' })).alarm).toBe(alarm);
  const record = (await server.client.readResource({ uri: 'debate://d' })).contents[0] as { text: string };
  expect(JSON.parse(record.text).result.data).toMatchObject({
    claims: [
      { id: 'C1', fate: 'conceded', replies: [{ seat: 'wall', move: 'concede', text: 'it is' }] },
      { id: 'C2', fate: 'answered' },
      { id: 'C3', fate: 'dropped' },
    ],
    influence: { conformists: ['wall'], neverMoved: ['wind', 'door'] },
  });
});
