// Points of view that are chosen by the words of the question: which, for whom, and said before it starts.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rankPerspectives } from '../../src/hall/operations/debate/seats/choose-perspectives.ts';
import { listPerspectives } from '../../src/material/prompts/perspectives.ts';
import { connectHere } from '../mcp/support.ts';
import { inCi } from '../support/campaign.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';
import { openView } from '../web/support.ts';

let project: Project;
beforeEach(() => {
  project = createProject({ agents: { quick: quickRehearsal }, prompts: 'texts' });
  project.write('texts/perspectives/banker.md', 'You look at the question as a banker. Look for loans and collateral.');
});
afterEach(() => project.dispose());

const AUTO = ['--rehearse', '-r', 'quick', '--perspectives', 'auto'];

it.each([
  ['Should we store passwords in Vault?', ['security', 'operator', 'customer']],
  ['Should we delete personal data after 30 days?', ['regulator', 'operator', 'customer']],
  ['Is the checkout page fast enough?', ['customer', 'performance', 'operator']],
  ['我们应该迁移到 Redis 吗？', ['performance', 'operator', 'customer']],
  ['سؤال؟', ['operator', 'customer', 'question-sceptic']],
  ['', ['operator', 'customer', 'question-sceptic']],
])('fit %j', async (topic, names) => {
  const ranked = rankPerspectives(topic, await listPerspectives(undefined));
  expect(ranked.slice(0, 3).map(({ name }) => name)).toEqual(names);
  expect(ranked).toHaveLength(10);
});

it('are said before it starts, and recorded with the reason', async () => {
  const topic = 'Should we store passwords in Vault?';
  const planned = await project.call(['run', '--dry-run', ...AUTO, topic]);
  expect(planned.stdout).toContain(
    '! Wind gets the perspective security (the question says passwords, vault): You look',
  );
  const { stderr } = await project.call(['run', ...AUTO, '--id', 'd', topic]);
  expect(stderr.indexOf('perspective security')).toBeLessThan(stderr.indexOf('Round 1'));
  const { seats, entries } = await project.shown('d');
  expect(seats.map(({ perspective }) => perspective)).toEqual(['security', 'operator', 'customer']);
  expect(entries.filter((entry) => entry.kind === 'note' && entry.code === 'perspective-chosen')).toHaveLength(3);
});

it.runIf(inCi)('leave what was chosen, people and judges alone, and know texts of one’s own', async () => {
  const seats = ['--seat', 'proposition=quick+tester', '--seat', 'opposition=quick', '--seat', 'judge=quick'];
  await project.call([
    'run',
    '-q',
    '-F',
    'oxford',
    '--perspectives',
    'auto',
    ...seats,
    '--id',
    'o',
    'Loans need collateral.',
  ]);
  expect((await project.shown('o')).seats.map(({ perspective }) => perspective)).toEqual([
    'tester',
    'banker',
    undefined,
  ]);
  const people = ['--seat', 'seat-1=human', '--seat', 'seat-2=quick', '--seats', '2'];
  await project.call(['check', '-q', '--perspectives', 'auto', ...people, '--id', 'p', 'Should we?']);
  expect((await project.shown('p')).seats.map(({ perspective }) => perspective)).toEqual([undefined, 'operator']);
});

it('are given to nobody who did not ask for them', async () => {
  await project.call(['run', '-q', '--rehearse', '-r', 'quick', '--id', 'd', 'Should we store passwords?']);
  expect((await project.shown('d')).seats.map(({ perspective }) => perspective)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

describe('over MCP and on the page they', () => {
  const topic = 'Should we store passwords in Vault?';
  const SECURITY = /Wind gets the perspective security \(the question says passwords, vault\): /;

  it('are told before anybody is asked, and are in the result', async () => {
    const server = await connectHere(project.folder);
    const told: string[] = [];
    const { perspectives } = await server.call(
      'debate_auto',
      { topic, thread_id: 'd', preset: 'rehearsal', recipe: 'quick', perspectives: 'auto' },
      { onprogress: ({ message = '' }) => told.push(message) },
    );
    await server.close();
    expect(perspectives).toEqual([expect.stringMatching(SECURITY), expect.anything(), expect.anything()]);
    expect(told[0]).toMatch(SECURITY);
    expect(told.findIndex((message) => message.includes('is answering'))).toBeGreaterThan(2);
    const { seats } = await project.shown('d');
    expect(seats.map(({ perspective }) => perspective)).toEqual(['security', 'operator', 'customer']);
  });

  it('are part of the estimate, before the start', async (context) => {
    const { openTab } = await openView(context);
    const tab = await openTab();
    const body = { topic, perspectives: 'auto' };
    const { viewing } = await tab.post('/api/forecast', body);
    expect(viewing).toEqual([expect.stringMatching(SECURITY), expect.anything(), expect.anything()]);
    expect(await tab.post('/api/forecast', { topic })).not.toHaveProperty('viewing');
    const { threadId } = await tab.post('/api/debates', { ...body, key: 'key-00000001' });
    const { record } = await tab.get(`/api/debates/${threadId}`);
    expect(record.seats.map(({ perspective }: { perspective: string }) => perspective)).toEqual([
      ...['security', 'operator', 'customer'],
    ]);
  });
});
