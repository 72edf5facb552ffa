// A question after the end at every door: asked there, and shown there.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareFollowUp } from '../../src/hall/operations/debate/running/follow-up.ts';
import { recordQuestion } from '../../src/hall/operations/debate/running/prepare-run.ts';
import { openEditorHere } from '../acp/support.ts';
import { createSite, type Site } from '../github/harness.ts';
import { connectHere } from '../mcp/support.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { type Doors, openDoors } from '../support/doors.ts';
import { everySeat, quickRehearsal } from '../support/project.ts';
import { openView } from '../web/support.ts';

/** What a rehearsal answers. */
const ANSWER = 'A real agent in the seat';
/** Documents whose form was fixed elsewhere, or that are about something else, and views of what comes before the end. */
const WITHOUT = new Set([
  ...['list', 'debate_history', 'search', 'page search', 'stats', 'compare', 'resource '],
  ...['export octave-v1', 'export python-json', 'export debate-folder', 'export sarif', 'export github-annotations'],
  ...['page /verify', 'page /related', 'page /forks'],
]);

let site: Site;
let doors: Doors;
beforeAll(async () => {
  site = await createSite({ agents: { quick: quickRehearsal }, seats: everySeat('quick'), recipe: 'quick' });
  doors = await openDoors(site);
  await site.project.call(['run', '-q', '--id', 'd', 'Should we?']);
});
afterAll(async () => {
  await doors.close();
  await site.dispose();
});

it.runIf(inCampaign)('is asked over MCP, and shown at every door that has a place for it', async () => {
  const asked = await doors.server.call('debate_ask', { thread_id: 'd', question: 'Mark my words?' });
  expect(asked).toMatchObject({
    run: 'closed',
    answers: ['Wind', 'Wall', 'Door'].map((role) => ({
      role,
      agent: 'quick',
      answer: expect.stringContaining(ANSWER),
    })),
  });
  const seen = { ...(await doors.look('d')), ...(await doors.print('d')), ...(await doors.post('d')) };
  const silent = Object.entries(seen)
    .filter(([, text]) => !text.includes('Mark my words?') || !text.includes(ANSWER))
    .map(([door]) => door);
  expect(silent.filter((door) => !WITHOUT.has(door))).toEqual([]);
  expect(seen['search']).toContain('Mark my words?');
});

it.runIf(inCi)('is ended over MCP without the decision, by each tool that ends debates', async () => {
  const seats = { experienced: 'quick', fresh: 'quick' };
  const auto = { topic: 'Should we?', format: 'asymmetric', recipe: 'quick', seats };
  const ends = [
    ['force_close_debate', { thread_id: 'd', reason: 'Too long.' }, 'd'],
    ['debate_cancel', { debate_id: 'sides', reason: 'Too long.' }, 'sides'],
  ] as const;
  await doors.server.call('debate_auto', { ...auto, thread_id: 'sides' });
  const hall = await site.hall();
  for (const [tool, args, id] of ends) {
    const { question } = await prepareFollowUp(hall, { threadId: id, question: 'Why?', author: 'ann' });
    await recordQuestion(hall, id, question);
    const before = (await hall.engine.snapshot(id)).debate;
    await doors.server.call(tool, args);
    const { status, closed, followUp } = (await hall.engine.snapshot(id)).debate;
    expect([tool, status, closed, followUp]).toEqual([tool, 'closed', before.closed, undefined]);
  }
});

it('is refused over MCP with the next step', async () => {
  await expect(doors.server.call('debate_ask', { thread_id: 'd', question: ' ' })).rejects.toThrow('bad-input');
  const seats = ['judge'];
  await expect(doors.server.call('debate_ask', { thread_id: 'd', question: 'Why?', seats })).rejects.toThrow(
    'not-found',
  );
});

it('is in a read-only server no tool', async () => {
  const server = await connectHere(site.project.folder, { args: ['--read-only'], env: site.env });
  const { tools } = await server.client.listTools();
  await server.close();
  expect(tools.map(({ name }) => name)).not.toContain('debate_ask');
});

it('is asked in an editor with a command, about the last debate of the session', async () => {
  const editor = await openEditorHere(site.project);
  try {
    const session = await editor.open();
    await expect(editor.prompt(session, '/ask Why?')).rejects.toThrow('no debate yet');
    await editor.prompt(session, 'Should we go?');
    await editor.prompt(session, '/ask Why then?');
    expect(editor.said()).toContain(ANSWER);
    expect(editor.said()).toMatch(/### (?:Wall answers|Follow-up, Wall)/);
    const again = await openEditorHere(site.project);
    await again.agent.request('session/load', { sessionId: session, cwd: site.project.folder, mcpServers: [] });
    expect(JSON.stringify(again.updates)).toContain('Why then?');
    await again.leave();
  } finally {
    await editor.leave();
  }
});

it('is asked on the page, once for each time that somebody asked', async (context) => {
  const { openTab } = await openView(context, { folder: site.project.folder });
  const { get, post } = await openTab();
  const view = await get('/api/debates/d');
  expect(view.can.ask).toEqual([
    { seat: 'wind', label: 'Wind' },
    { seat: 'wall', label: 'Wall' },
    { seat: 'door', label: 'Door' },
  ]);
  const body = { key: 'ask-00000001', text: 'On the page?', seat: 'wall' };
  const before = view.record.entries.length;
  await Promise.all([post('/api/debates/d/ask', body), post('/api/debates/d/ask', body)]);
  const find = async () => {
    const { record } = await get('/api/debates/d');
    return record.entries.slice(before).filter(({ kind }: { kind: string }) => kind.startsWith('follow-up'));
  };
  await expect.poll(find).toMatchObject([
    { kind: 'follow-up', text: 'On the page?', unanswered: [] },
    { kind: 'follow-up-answer', seat: 'wall', text: expect.stringContaining(ANSWER) },
  ]);
  await expect(post('/api/debates/d/ask', { key: 'ask-00000002', text: 'Who?', seat: 'judge' })).rejects.toThrow('404');
});
