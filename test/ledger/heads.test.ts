// A head that is no hash accuses no ledger, whoever passes it.
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHall, verifyDebate } from '../../src/index.ts';
import { connectHere } from '../mcp/support.ts';
import { callProgram } from '../support/call-program.ts';
import { inCi } from '../support/campaign.ts';
import { openRequest, testEngine } from '../support/hall.ts';
import { createProject, type Project } from '../support/project.ts';

const SENTENCE = 'The head is not the hash of an event.';
const STEP = 'Pass all 64 hexadecimal digits.';
const WRONG = ['zz', '', 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(63)}g`];

let project: Project;
let head: string;
const call = (...words: string[]) => callProgram('verify', 'd', '--hall', project.debates, '--head', ...words);
beforeAll(async () => {
  project = createProject();
  head = (await testEngine(project.debates).open(openRequest('d'))).debate.head;
});
afterAll(() => project.dispose());

it('is refused by the command line and the library in the same words', async () => {
  const hall = await openHall({ cwd: project.folder, home: project.folder, env: { DEBATE_HALL_DIR: project.debates } });
  for (const wrong of WRONG) {
    const refused = { code: 'bad-input', message: SENTENCE, hint: STEP };
    await expect(verifyDebate(hall, { threadId: 'd', head: wrong })).rejects.toMatchObject(refused);
    const { code, stdout } = await call(wrong, '--json');
    expect([code, JSON.parse(stdout)]).toEqual([2, { error: refused }]);
  }
  expect(await verifyDebate(hall, { threadId: 'd', head: head.toUpperCase() })).toMatchObject({ ok: true });
  expect((await call(head.toUpperCase())).code).toBe(0);
  await hall.close();
});

it.runIf(inCi)('is refused over MCP in the same words', async () => {
  const { call: use, close } = await connectHere(project.folder, { args: ['--hall', path.resolve(project.debates)] });
  for (const wrong of WRONG.filter((each) => each.length <= 64))
    await expect(use('verify_debate', { thread_id: 'd', head: wrong })).rejects.toThrow(`bad-input: ${SENTENCE}`);
  expect(await use('verify_debate', { thread_id: 'd', head: head.toUpperCase() })).toMatchObject({ ok: true });
  await close();
});
