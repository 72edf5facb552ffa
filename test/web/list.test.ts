// The list of the page: its filters, its search, and how little of a hall is read for it.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { close } from '../../src/hall/operations/debate/take-part/end-debate.ts';
import { say } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { OPEN_GATE } from '../../src/platform/access/gate.ts';
import { inCi } from '../support/campaign.ts';
import { temporaryFolder } from '../support/hall.ts';
import { writeManyDebates } from '../support/many-debates.ts';
import { type Loose, openView } from './support.ts';

const author = 'Ada';

async function open(hall: Hall, threadId: string, topic: string): Promise<void> {
  await openDebate(hall, { threadId, topic, format: 'wind-wall-door', seating: 'by-hand' });
}

const ids = ({ rows }: Loose) => rows.map(({ threadId }: Loose) => threadId);

it('debates are filtered by what they are, and found by what was said in them', async (context) => {
  const { hall, openTab } = await openView(context);
  const { get } = await openTab();
  await open(hall, 'one', 'Should we use Rust?');
  await open(hall, 'two', 'Should we use Go?');
  await say(hall, OPEN_GATE, {
    threadId: 'two',
    seat: 'wind',
    content: 'Go has straße and GARBAGE collection.',
    author,
  });
  await close(hall, { threadId: 'one', synthesis: 'We use **Rust**, for safety.', author });
  expect(ids(await get('/api/debates'))).toEqual(['one', 'two']);
  expect(await get('/api/debates?state=over')).toMatchObject({
    total: 1,
    rows: [{ threadId: 'one', outcome: 'closed-manually' }],
  });
  expect(await get('/api/debates?state=waiting')).toMatchObject({
    total: 1,
    rows: [{ threadId: 'two', waitsFor: [{ seat: 'wall' }] }],
  });
  await expect(get('/api/debates?since=monday')).rejects.toThrow('since: must be a time in ISO 8601');
  expect(ids(await get('/api/debates?outcome=open'))).toEqual(['two']);
  expect(ids(await get('/api/debates?format=oxford'))).toEqual([]);
  expect(ids(await get('/api/debates?agent=open'))).toEqual(['one', 'two']);
  expect(ids(await get('/api/debates?agent=claude'))).toEqual([]);
  expect(await get('/api/debates?q=collection%20garbage')).toEqual({
    total: 1,
    unreadable: 0,
    rows: [
      expect.objectContaining({
        threadId: 'two',
        matches: [{ seq: 1, title: 'Round 1, Wind', line: 'Go has straße and GARBAGE collection.' }],
      }),
    ],
  });
  expect(ids(await get('/api/debates?q=STRASSE'))).toEqual(['two']);
  expect(ids(await get('/api/debates?q=rust%20safety'))).toEqual(['one']);
  expect(await get('/api/debates?q=should&limit=1&from=1')).toMatchObject({ total: 2, rows: [{ threadId: 'two' }] });
  expect(await get('/api/debates?q=nothing')).toEqual({ rows: [], total: 0, unreadable: 0 });
  // In different lines.
  expect(ids(await get('/api/debates?q=should%20garbage'))).toEqual([]);
});

it.runIf(inCi)(
  'a ledger is read once for the list, for searches and for costs, and again when it was written',
  async (context) => {
    const folder = temporaryFolder();
    const written = writeManyDebates(path.join(folder, 'debates'), 60);
    const { hall, openTab } = await openView(context, { folder });
    const { get } = await openTab();
    const questions = ['/api/debates?limit=1000', '/api/debates?q=two&limit=1000', '/api/costs'];
    for (const question of questions) await get(question);
    const read = vi.spyOn(hall.store, 'read');
    for (const question of questions) await get(question);
    expect(
      read.mock.calls.filter(([id]) => written.some(({ threadId, damaged }) => threadId === id && !damaged)),
    ).toEqual([]);
    const changed = written.find(({ outcome, damaged }) => outcome === null && !damaged)?.threadId ?? '';
    await say(hall, OPEN_GATE, { threadId: changed, seat: 'wall', content: 'An unmistakable remark.', author }).catch(
      () => say(hall, OPEN_GATE, { threadId: changed, seat: 'wind', content: 'An unmistakable remark.', author }),
    );
    expect(ids(await get('/api/debates?q=unmistakable'))).toEqual([changed]);
    fs.rmSync(path.join(folder, 'debates', `${changed}.jsonl`));
    expect(ids(await get('/api/debates?q=unmistakable'))).toEqual([]);
  },
);

it('a damaged debate is listed as such, and says nothing of the machine', async (context) => {
  const folder = temporaryFolder();
  const damaged = writeManyDebates(path.join(folder, 'debates'), 8).find((each) => each.damaged)?.threadId;
  const { openTab } = await openView(context, { folder });
  const { get } = await openTab();
  const { rows } = await get('/api/debates');
  expect(rows.filter((row: Loose) => 'unreadable' in row)).toMatchObject([{ threadId: damaged }]);
  for (const query of ['q=no-such-word', 'state=over'])
    expect(await get(`/api/debates?${query}`)).toMatchObject({ unreadable: 1 });
  expect(await get('/api/calibration')).toMatchObject({ unreadable: 1 });
  await expect(get(`/api/debates/${damaged}`)).rejects.toThrow('500 ledger-damaged');
  expect(await get(`/api/debates/${damaged}/verify`)).toMatchObject({
    ok: false,
    problems: [expect.stringContaining('Line 1')],
  });
  expect(JSON.stringify(rows)).not.toContain(folder);
});
