// An evaluation through the built command line, with the real claude, codex and gemini: all arms share what each was asked once.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evaluationSchema } from '../../src/domain/evaluation/result.ts';
import { type Opinions, opinionActOf } from '../model-server/opinion-answers.ts';
import { answerWith } from '../model-server/role-answers.ts';
import { openHall } from './hall.ts';

const DIFFER: Opinions = { wind: { opening: 'Yes' }, wall: { opening: 'No' }, door: { opening: 'Yes' } };
const QUESTION = { id: 'rust', input: 'Should we rewrite our backend in Rust?', target: 'yes' };

test('asks claude, codex and gemini once, and counts votes and a debate on the same answers', async (context) => {
  const hall = await openHall(context, { behaviour: answerWith(DIFFER) });
  await writeFile(join(hall.cwd, 'questions.jsonl'), JSON.stringify(QUESTION));
  const agents = 'claude,codex,gemini';
  const arms = `one,vote:3,run:standard@${agents}`;
  const run = ['eval', 'questions.jsonl', '--agents', agents, '--arms', arms, '--out', 'result.json'];
  const ended = await hall.run(...run);
  expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining('1 of 1 question')]);
  const asked = hall.server.answerRequests();
  expect(asked.filter((request) => opinionActOf(request) === 'opening')).toHaveLength(3);
  const result = evaluationSchema.parse(JSON.parse(await readFile(join(hall.cwd, 'result.json'), 'utf8')));
  expect(result.agents.map(({ kind, cliVersion }) => [kind, cliVersion])).toEqual([
    ['claude', expect.stringMatching(/^\d+\./)],
    ['codex', expect.stringMatching(/^\d+\./)],
    ['gemini', expect.stringMatching(/^\d+\./)],
  ]);
  expect(result.openings.map(({ answer }) => answer).sort()).toEqual(['1', '1', '2']);
  expect(result.cells.find(({ arm }) => arm === 'vote:3')).toMatchObject({ answer: '1', right: true, calls: 3 });
  const before = asked.length;
  expect((await hall.run(...run, '--resume')).code).toBe(0);
  expect(hall.server.answerRequests()).toHaveLength(before);
  expect(await hall.look('eval', 'verify', 'result.json')).toMatchObject({ code: 0 });
});
