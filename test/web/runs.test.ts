// Starting, pausing and resuming from the page: under the rules of the command line, and once for each time somebody asked.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { interject, say } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import { exportPieces } from '../../src/hall/operations/records/copies/export-debate.ts';
import { listDebates } from '../../src/hall/operations/records/lists/list-debates.ts';
import { OPEN_GATE } from '../../src/platform/access/gate.ts';
import { inCi } from '../support/campaign.ts';
import { temporaryFolder } from '../support/hall.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';
import { type Loose, openView, startView, type Tab } from './support.ts';

const TOPIC = 'Should we use Go?';
const QUICK = { topic: TOPIC, format: 'wind-wall-door', recipe: 'quick' };
let keys = 0;
const key = () => `run-${String(keys++).padStart(8, '0')}`;

const SLOW = [
  { name: 'agents', path: ['agents'], value: { slow: { kind: 'rehearsal', wordsPerSecond: 10 } } },
  { name: 'seats', path: ['seats'], value: { wind: 'slow', wall: 'slow', door: 'slow' } },
];

/** In the place of those that opened the debate. */
const SLOW_ANSWERS = [
  { name: 'agents', path: ['agents'], value: { rehearsal: { kind: 'rehearsal', wordsPerSecond: 1 } } },
];

const viewOf = ({ get }: Tab, id: string): Promise<Loose> => get(`/api/debates/${id}`);

describe('the page', () => {
  it('says what a debate will take, and writes nothing', async (context) => {
    const { hall, openTab } = await openView(context);
    const { post } = await openTab();
    const forecast = await post('/api/forecast', { ...QUICK, seats: { wall: 'human' } });
    expect(forecast).toMatchObject({
      text: expect.stringContaining('No estimate'),
      calls: { atLeast: expect.any(Number) },
      seats: [
        { seat: 'wind', label: 'Wind', agent: 'rehearsal', person: false },
        { seat: 'wall', agent: 'human', person: true },
        { seat: 'door', person: false },
      ],
    });
    expect(await listDebates(hall)).toEqual([]);
  });

  it('starts a debate once for each time that somebody asked, and sees it end', async (context) => {
    const { openTab } = await openView(context);
    const tab = await openTab();
    const order = { ...QUICK, key: key() };
    const [one, same] = await Promise.all([tab.post('/api/debates', order), tab.post('/api/debates', order)]);
    expect(same).toEqual(one);
    await expect.poll(async () => (await viewOf(tab, one.threadId)).record.status).toBe('closed');
    const { threadId: other } = await tab.post('/api/debates', { ...order, key: key() });
    expect(other).not.toBe(one.threadId);
  });

  it('finds what it started before the server began anew', async (context) => {
    const first = await openView(context);
    const order = { ...QUICK, seats: { wind: 'human' }, key: key() };
    const { threadId } = await (await first.openTab()).post('/api/debates', order);
    await first.server.close();
    await first.hall.close();
    const second = await openView(context, { folder: first.hall.cwd });
    expect(await (await second.openTab()).post('/api/debates', order)).toEqual({ threadId });
    expect(await listDebates(second.hall)).toMatchObject([{ threadId }]);
  });

  it.each(['again', 'fork', 'ask', 'outcome'])(
    'does once what is sent twice, at two servers and after a new start: %s',
    async (action) => {
      const first = await startView();
      const tab = await first.openTab();
      const { threadId } = await tab.post('/api/debates', { ...QUICK, key: key() });
      await expect.poll(async () => (await viewOf(tab, threadId)).record.status).toBe('closed');
      // Its run is over a moment after the last word of it, which is when the page offers what comes next.
      await expect.poll(async () => (await viewOf(tab, threadId)).can).toMatchObject({ pause: false, again: true });
      const body = {
        key: key(),
        ...{ again: {}, fork: { at: 2 }, ask: { text: 'Why?' }, outcome: { turnedOut: 'right' } }[action],
      };
      const address = `/api/debates/${threadId}/${action}`;
      const answer = await tab.post(address, body);
      const other = await startView({ folder: first.hall.cwd });
      const same = await (await other.openTab()).post(address, body);
      expect(same.threadId).toBe(answer.threadId);
      await expect.poll(async () => (await viewOf(tab, answer.threadId)).running).toBe(false);
      await first.close();
      await (await other.openTab()).post(address, body);
      const rows = await listDebates(other.hall);
      expect(rows.map((row) => row.threadId).sort()).toEqual([...new Set([threadId, answer.threadId])].sort());
      const { log } = await other.hall.engine.snapshot(threadId);
      const written = log.filter(({ type }) => type === 'follow-up-asked' || type === 'outcome-recorded');
      expect(written).toHaveLength(answer.threadId === threadId ? 1 : 0);
      if (action === 'ask') {
        for (const changed of [{ text: 'Why not?' }, { seat: 'wall' }]) {
          const others = (await other.openTab()).post(address, { ...body, ...changed });
          await expect(others).rejects.toMatchObject({ refusal: { code: 'key-conflict' } });
        }
      }
      await other.close();
    },
  );

  it.each([{ seat: 'wind' }, {}])('has a question answered that is sent again after a new start: %o', async (to) => {
    const first = await startView();
    const tab = await first.openTab();
    const { threadId } = await tab.post('/api/debates', { ...QUICK, key: key() });
    await expect.poll(async () => (await viewOf(tab, threadId)).record.status).toBe('closed');
    await expect.poll(async () => (await viewOf(tab, threadId)).running).toBe(false);
    await first.close();
    const slow = await startView({ folder: first.hall.cwd, settings: SLOW_ANSWERS });
    const address = `/api/debates/${threadId}/ask`;
    const body = { key: key(), text: 'Why?', ...to };
    await (await slow.openTab()).post(address, body);
    await slow.close();
    const after = await startView({ folder: first.hall.cwd });
    const again = await after.openTab();
    const answers = async () =>
      (await viewOf(again, threadId)).record.entries.filter(({ kind }: Loose) => kind === 'follow-up-answer').length;
    expect(await answers()).toBe(0);
    await again.post(address, body);
    await expect.poll(answers).toBe('seat' in to ? 1 : 3);
    await again.post(address, body);
    const { log } = await after.hall.engine.snapshot(threadId);
    expect(log.filter(({ type }) => type === 'follow-up-asked')).toHaveLength(1);
    await after.close();
  });

  it('exports a record and its ledger of one moment, whatever is added meanwhile', async (context) => {
    const { hall, openTab } = await openView(context);
    const tab = await openTab();
    const { threadId } = await tab.post('/api/debates', { ...QUICK, seats: { wind: 'human' }, key: key() });
    await expect.poll(async () => (await viewOf(tab, threadId)).running).toBe(false);
    const engine = {
      snapshot: async (id: string) => {
        const read = await hall.engine.snapshot(id);
        await interject(hall, { threadId: id, author: 'Ada', key: key(), content: 'What does it cost?' });
        return read;
      },
    };
    const busy = Object.assign(Object.create(hall), { engine });
    const html = [...(await exportPieces(busy, threadId, 'html', { withLedger: true }))].join('');
    const read = (id: string) => JSON.parse(html.split(`id="${id}">`)[1]?.split('</script>')[0] ?? '');
    expect(read('record').entries.filter(({ kind }: Loose) => kind === 'interjection')).toEqual([]);
    expect(read('ledger').join()).not.toContain('interjection-added');
  });

  it('runs on by itself when a person has taken the turn that it waited for', async (context) => {
    const { openTab } = await openView(context);
    const tab = await openTab();
    const { threadId } = await tab.post('/api/debates', { ...QUICK, seats: { wall: 'human' }, key: key() });
    await expect.poll(async () => (await viewOf(tab, threadId)).waitsFor).toMatchObject([{ seat: 'wall' }]);
    const { turn, seen } = await tab.get(`/api/debates/${threadId}/seats/wall`);
    const content = '[VERDICT] Yes.\n[EVIDENCE] It is here. 80% sure.';
    const form = { kind: 'text', filled: { content } };
    await expect.poll(async () => (await viewOf(tab, threadId)).running).toBe(false);
    await tab.post(`/api/debates/${threadId}/say`, { key: key(), seat: 'wall', step: turn.step, seen, ...form });
    await expect.poll(async () => (await viewOf(tab, threadId)).record.status).toBe('closed');
    expect((await viewOf(tab, threadId)).record.entries).toContainEqual(
      expect.objectContaining({ seat: 'wall', text: content, by: expect.objectContaining({ author: 'Ada (page)' }) }),
    );
  });

  it.runIf(inCi)('pauses what runs here and resumes it, and nothing is asked twice', async (context) => {
    const { openTab } = await openView(context, { settings: SLOW });
    const tab = await openTab();
    const { threadId } = await tab.post('/api/debates', { ...QUICK, key: key() });
    await expect.poll(async () => (await viewOf(tab, threadId)).running).toBe(true);
    expect((await viewOf(tab, threadId)).can).toMatchObject({ pause: true, resume: false });
    await tab.post(`/api/debates/${threadId}/pause`, { key: key() });
    await expect.poll(async () => (await viewOf(tab, threadId)).can).toMatchObject({ pause: false, resume: true });
    await expect(tab.post(`/api/debates/${threadId}/pause`, { key: key() })).rejects.toThrow('409 not-active');
    await tab.post(`/api/debates/${threadId}/resume`, { key: key(), limits: { tokens: 1_000 } });
    await expect.poll(async () => (await viewOf(tab, threadId)).can.pause).toBe(true);
    expect((await viewOf(tab, threadId)).record.limits).toMatchObject({ tokens: 1_000 });
  });

  it('ends with its runs paused', async (context) => {
    const { server, hall, openTab } = await openView(context, { settings: SLOW });
    const tab = await openTab();
    const { threadId } = await tab.post('/api/debates', { ...QUICK, key: key() });
    await expect.poll(async () => (await viewOf(tab, threadId)).running).toBe(true);
    await server.close();
    await hall.close();
    const after = await openView(context, { folder: hall.cwd });
    expect(await viewOf(await after.openTab(), threadId)).toMatchObject({
      running: false,
      can: { resume: true },
      record: { status: 'open' },
    });
  });

  it('says why nothing runs, where an agent cannot be used', async (context) => {
    const { openTab } = await openView(context, { settings: [] });
    const { post } = await openTab();
    await expect(post('/api/debates', { ...QUICK, key: key() })).rejects.toThrow('409 no-agents');
    await expect(post('/api/debates', { ...QUICK, recipe: 'endless', key: key() })).rejects.toThrow('404 not-found');
  });
});

describe('a debate that reached its limit', () => {
  let project: Project;
  beforeAll(() => {
    project = createProject();
    const paid = project.seat('paid', { usage: { input: 10, output: 10, usd: 0.01 } });
    project.configure({ agents: { paid }, seats: { wind: 'paid', wall: 'paid', door: 'paid' }, recipe: 'quick' });
  });
  afterAll(() => project.dispose());

  it.for([
    { on: 'tokens', flags: ['--max-tokens', '5'], raise: 'tokens', limits: { tokens: 1_000_000 } },
    { on: 'money', flags: ['--max-usd', '0.005'], raise: 'usd', limits: { usd: 100 } },
  ] as const)('on $on is resumed with a higher one only', async ({ on, flags, raise, limits }, context) => {
    const { code } = await project.call(['run', '--id', on, '-q', ...flags, TOPIC]);
    expect(code).toBe(5);
    const { openTab } = await openView(context, { folder: project.folder, settings: [], options: { trust: true } });
    const tab = await openTab();
    expect((await viewOf(tab, on)).can).toMatchObject({ resume: false, raise });
    await expect(tab.post(`/api/debates/${on}/resume`, { key: key() })).rejects.toThrow('409 not-active');
    await tab.post(`/api/debates/${on}/resume`, { key: key(), limits });
    await expect.poll(async () => (await viewOf(tab, on)).record.status).toBe('closed');
  });

  it('keeps it where there is no place for its run', async (context) => {
    await project.call(['run', '--id', 'no-place', '-q', '--max-tokens', '5', TOPIC]);
    const quotas = { name: 'quotas', path: ['quotas'], value: { default: { runs: 1 } } };
    const { folder } = project;
    const { openTab } = await openView(context, { folder, settings: [...SLOW, quotas], options: { trust: true } });
    const tab = await openTab();
    await tab.post('/api/debates', { ...QUICK, key: key() });
    const before = await viewOf(tab, 'no-place');
    const raised = { key: key(), limits: { tokens: 1_000_000 } };
    await expect(tab.post('/api/debates/no-place/resume', raised)).rejects.toThrow('429 quota-reached');
    expect(await viewOf(tab, 'no-place')).toEqual(before);
  });
});

it('a fork waits for no agent that is gone', async (context) => {
  const project = createProject();
  context.onTestFinished(() => project.dispose());
  const agents = { here: quickRehearsal, gone: quickRehearsal };
  project.configure({ agents, seats: { wind: 'here', wall: 'gone', door: 'here' }, recipe: 'quick' });
  await project.call(['run', '--id', 'p', '-q', TOPIC]);
  project.configure({ agents: { here: quickRehearsal } });
  const { hall, openTab } = await openView(context, { folder: project.folder, settings: [], options: { trust: true } });
  const tab = await openTab();
  const { threadId } = await tab.post('/api/debates/p/fork', { key: key() });
  expect(await (await hall.queue()).list()).toMatchObject([{ threadId, agents: ['here'] }]);
  await expect.poll(async () => (await viewOf(tab, threadId)).record.status).toBe('closed');
});

it('a debate that reached a limit of its rules can only be closed', async (context) => {
  const { hall, openTab } = await openView(context);
  const tab = await openTab();
  const options = { maxTurns: 1 };
  await openDebate(hall, { threadId: 'one', topic: TOPIC, format: 'wind-wall-door', options, seating: 'by-hand' });
  await say(hall, OPEN_GATE, { threadId: 'one', seat: 'wind', content: 'Soup, or bread?', author: 'Ada' });
  const { can, record } = await viewOf(tab, 'one');
  expect([record.status, can]).toMatchObject(['exhausted', { resume: false, raise: null, close: 'in-words' }]);
  await expect(tab.post('/api/debates/one/resume', { key: key() })).rejects.toThrow('409 not-active');
});

it('a decision waits for a person, who approves it', async (context) => {
  const { hall, openTab } = await openView(context);
  const tab = await openTab();
  await openDebate(hall, {
    threadId: 'one',
    topic: TOPIC,
    format: 'wind-wall-door',
    recipe: 'quick',
    options: { review: true },
    seating: 'agents',
  });
  await tab.post('/api/debates/one/resume', { key: key() });
  const judge = async (vote: 'approve' | 'reject', reason?: string) => {
    await expect.poll(async () => (await viewOf(tab, 'one')).waitsFor).toMatchObject([{ kind: 'vote' }]);
    const { record, waitsFor } = await viewOf(tab, 'one');
    const [{ seat, step }] = waitsFor;
    const form = { kind: 'vote', filled: { vote, reason } };
    await tab.post('/api/debates/one/say', { key: key(), seat, step, seen: record.ledger.events, ...form });
  };
  await judge('reject', 'Name an end date.');
  await expect
    .poll(async () => (await viewOf(tab, 'one')).record.entries.filter(({ act }: Loose) => act === 'revision'))
    .toHaveLength(1);
  await judge('approve');
  await expect.poll(async () => (await viewOf(tab, 'one')).record.status).toBe('closed');
});

it('a project that nobody trusts cannot have its programs started from the page', async (context) => {
  const folder = temporaryFolder();
  const started = path.join(folder, 'started');
  const agents = {
    evil: {
      kind: 'command',
      argv: [process.execPath, '-e', `require("fs").writeFileSync(${JSON.stringify(started)}, "")`],
    },
  };
  fs.writeFileSync(path.join(folder, 'debate-hall.config.json'), JSON.stringify({ agents, seats: { wind: 'evil' } }));
  const { openTab } = await openView(context, { folder, settings: [] });
  const { post } = await openTab();
  const order = { ...QUICK, seats: { wind: 'evil', wall: 'rehearsal', door: 'rehearsal' }, key: key() };
  await expect(post('/api/forecast', { ...QUICK, seats: order.seats })).rejects.toThrow('403 not-trusted');
  await expect(post('/api/debates', order)).rejects.toThrow('403 not-trusted');
  expect(fs.existsSync(started)).toBe(false);
});

it('nothing is started from inside an agent of another debate', async (context) => {
  const home = temporaryFolder();
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    DEBATE_HALL_DIR: path.join(home, 'debates'),
    DEBATE_HALL_DEPTH: '1',
  };
  const { openTab } = await openView(context, { options: { env, home } });
  const { post } = await openTab();
  await expect(post('/api/debates', { ...QUICK, key: key() })).rejects.toThrow('409 reentrant');
});
