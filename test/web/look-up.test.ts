// Looking things up from the page, for a seat whose turn waits for a person.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { isEvent } from '../../src/domain/events.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import type { OpenInput } from '../../src/hall/operations/debate/opening/open-input.ts';
import { takeSeat } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import { temporaryFolder } from '../support/hall.ts';
import { type Loose, openView } from './support.ts';

const WIND = '/api/debates/one/seats/wind';
const LOOK = `${WIND}/look`;
const PLAN = { tool: 'read_file', arguments: { path: 'notes/plan.md' } };

async function openTable(context: TestContext, input: Partial<OpenInput> = {}) {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'notes'));
  writeFileSync(path.join(folder, 'notes/plan.md'), 'The licence ends in December.\n<script>alert(1)</script>\n');
  const view = await openView(context, { folder });
  const base = { threadId: 'one', topic: 'Should we?', format: 'wind-wall-door', seating: 'by-hand' } as const;
  await openDebate(view.hall, { ...base, read: ['notes'], ...input });
  const looks = async () =>
    (await view.hall.engine.snapshot('one')).log.flatMap((event) =>
      isEvent(event, 'look-recorded') ? [event.data] : [],
    );
  return { ...view, looks, tab: await view.openTab() };
}

const refusalOf = (work: Promise<unknown>): Promise<Loose> =>
  work.then(
    () => undefined,
    (error: Loose) => error.refusal,
  );

it('tells the person what there is to look up, gives it, and records the look', async (context) => {
  const { tab, looks } = await openTable(context);
  const before = (await tab.get(WIND)).looks;
  const tools = new Map<string, Loose>(before.tools.map((tool: Loose) => [tool.name, tool]));
  expect([...tools.keys()]).toEqual([
    ...['list_files', 'search_text', 'read_file', 'git_log', 'git_show', 'git_blame', 'read_document'],
    'find_decisions',
  ]);
  expect(tools.get('read_file')).toEqual({
    name: 'read_file',
    description: expect.stringContaining('Reads a file'),
    arguments: [
      { name: 'path', kind: 'text', required: true, hint: 'As list_files gives it' },
      { name: 'line', kind: 'number', required: false, hint: 'The first line, from 1' },
      { name: 'lines', kind: 'number', required: false, hint: 'How many lines' },
    ],
  });
  expect(tools.get('search_text').arguments).toContainEqual({ name: 'literal', kind: 'switch', required: false });

  const { text, refused } = await tab.post(LOOK, PLAN);
  expect([refused, text]).toEqual([false, expect.stringContaining('1\tThe licence ends in December.')]);
  expect(await looks()).toMatchObject([
    { seat: 'wind', tool: 'read_file', seen: [{ path: 'notes/plan.md', from: 1, to: 2 }] },
  ]);
  const [look] = await looks();
  expect((await tab.get(WIND)).looks.left).toEqual({
    looks: before.left.looks - 1,
    bytes: before.left.bytes - (look?.bytes ?? 0),
  });
});

it('does not make a turn late that was being written', async (context) => {
  const { tab } = await openTable(context);
  const { turn, seen } = await tab.get(WIND);
  await tab.post(LOOK, PLAN);
  const form = { kind: 'text', filled: { content: '1. One way\n2. Another' } };
  await tab.post('/api/debates/one/say', { key: 'written-before', seat: 'wind', step: turn.step, seen, ...form });
  expect((await tab.get('/api/debates/one')).record.entries).toMatchObject([{ seat: 'wind' }]);
});

it('refuses what the tools refuse, on record, and what no tool takes', async (context) => {
  const { tab, looks } = await openTable(context);
  const outside = { tool: 'read_file', arguments: { path: '../secret.txt' } };
  expect(await tab.post(LOOK, outside)).toMatchObject({ refused: true });
  for (const request of [
    { tool: 'read_file', arguments: { line: 1 } },
    { tool: 'run_program', arguments: {} },
    { tool: 'read_file' },
    { ...PLAN, arguments: { path: {} } },
  ]) {
    expect(await refusalOf(tab.post(LOOK, request))).toMatchObject({ code: 'bad-input' });
  }
  expect((await looks()).map(({ refused }) => refused)).toEqual([true]);
});

it('is for a person whose turn it is', async (context) => {
  const { tab, looks } = await openTable(context);
  const ofWall = '/api/debates/one/seats/wall/look';
  expect(await refusalOf(tab.post(ofWall, PLAN))).toMatchObject({ code: 'not-your-turn' });
  expect(await looks()).toEqual([]);
});

it('is not for the seat of an agent', async (context) => {
  const { tab, looks } = await openTable(context, { seating: 'agents', recipe: 'quick' });
  expect(await refusalOf(tab.post(LOOK, PLAN))).toMatchObject({ code: 'not-your-turn' });
  expect(await looks()).toEqual([]);
});

it('is not for a seat that somebody took with a key', async (context) => {
  const { hall, tab, looks } = await openTable(context, { format: 'asymmetric' });
  const seat = '/api/debates/one/seats/experienced';
  expect((await tab.get(seat)).looks).toBeDefined();
  await takeSeat(hall, { threadId: 'one', seat: 'experienced', author: 'Ben', seatKey: 'a long and random key' });
  const { turn, looks: offered } = await tab.get(seat);
  expect([turn.held, offered]).toEqual([true, undefined]);
  expect(await refusalOf(tab.post(`${seat}/look`, PLAN))).toMatchObject({ code: 'not-your-seat' });
  expect(await looks()).toEqual([]);
});

it('says when the material is no longer as it was', async (context) => {
  const { hall, tab } = await openTable(context);
  writeFileSync(path.join(hall.cwd, 'notes/plan.md'), 'The licence ends in May.\n');
  expect(await refusalOf(tab.post(LOOK, PLAN))).toMatchObject({ code: 'context-unreadable' });
});

it('is not offered where a debate was opened without anything to read', async (context) => {
  const { tab } = await openTable(context, { read: [] });
  expect((await tab.get(WIND)).looks).toBeUndefined();
  expect(await refusalOf(tab.post(LOOK, PLAN))).toMatchObject({ code: 'bad-input' });
});
