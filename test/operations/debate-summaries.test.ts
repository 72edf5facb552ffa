// What lists cost: only the ledgers of the page are read, each once, and again after it was written.
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DebateSummaries } from '../../src/hall/operations/records/lists/debate-summaries.ts';
import type { Engine } from '../../src/ledger/engine/engine.ts';
import { listAll, openRequest, temporaryFolder, testEngine } from '../support/hall.ts';
import { ledgersOf } from '../support/ledgers.ts';

describe('the rows of a list', () => {
  let folder: string;
  let engine: Engine;
  let summaries: DebateSummaries;
  let read: { mock: { calls: unknown[][] } };
  /** Ledgers that were read since the last look. */
  let seen = 0;
  const readSince = () => {
    const ids = read.mock.calls.slice(seen).map(([id]) => id);
    seen = read.mock.calls.length;
    return [...new Set(ids)];
  };
  const age = (id: string, seconds: number) => {
    ledgersOf(folder, folder).date(id, Date.now() / 1_000 - seconds);
  };

  beforeEach(async () => {
    folder = temporaryFolder();
    const writer = testEngine(folder);
    for (const [index, id] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      await writer.open(openRequest(id));
      age(id, 1_000 - index * 100);
    }
    engine = testEngine(folder);
    read = vi.spyOn(engine.store, 'read') as unknown as typeof read;
    seen = 0;
    summaries = new DebateSummaries({ engine, store: engine.store });
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  const names = (rows: readonly { threadId: string }[]) => rows.map(({ threadId }) => threadId);

  it('reads the newest ledgers first, and none beyond the page', async () => {
    const { total, rows } = await summaries.page({ from: 0, limit: 2 });
    expect([total, names(rows), readSince()]).toEqual([5, ['e', 'd'], ['e', 'd']]);
    const next = await summaries.page({ from: 2, limit: 2 });
    expect([names(next.rows), readSince()]).toEqual([
      ['c', 'b'],
      ['c', 'b'],
    ]);
  });

  it('reads of a debate that is written again and again only what is new', async () => {
    const writer = testEngine(folder);
    const offsets: unknown[] = [];
    for (const content of ['One.', 'Two.', 'Three.']) {
      await writer.dispatch('b', { type: 'interjection-added', data: { author: 'Ada', content } });
      const before = read.mock.calls.length;
      expect(await summaries.ofChanged(await engine.store.find(['b']))).toMatchObject([
        { threadId: 'b', status: 'open' },
      ]);
      offsets.push(
        ...read.mock.calls.slice(before).map(([, cursor]) => (cursor as { offset: number } | undefined)?.offset),
      );
    }
    expect(offsets).toEqual([undefined, expect.any(Number), expect.any(Number)]);
  });

  it('reads a ledger again only after it was written', async () => {
    await listAll(summaries);
    readSince();
    expect(names(await listAll(summaries))).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(readSince()).toEqual([]);
    await testEngine(folder).dispatch('b', { type: 'debate-force-closed', data: { reason: 'enough', by: 'ana' } });
    const [first] = await listAll(summaries);
    expect([first, readSince()]).toMatchObject([{ threadId: 'b', status: 'force-closed', running: false }, ['b']]);
  });

  it('looks at all when it has to search, forgets what is gone, and asks each time who runs', async () => {
    const wanted = ({ threadId }: { threadId: string }) => threadId !== 'e';
    expect(await summaries.page({ from: 1, limit: 1, wanted })).toMatchObject({ total: 4, rows: [{ threadId: 'c' }] });
    await engine.store.remove('d', []);
    expect(names(await listAll(summaries))).toEqual(['e', 'c', 'b', 'a']);
    const claim = await engine.store.claimRun('a');
    expect((await listAll(summaries)).at(-1)).toMatchObject({ threadId: 'a', running: true });
    await claim?.release();
    expect((await listAll(summaries)).at(-1)).toMatchObject({ threadId: 'a', running: false });
  });

  it('lets other work go on between two ledgers, which may end it', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await listAll(summaries);
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(5);

    const ending = new AbortController();
    setImmediate(() => ending.abort());
    readSince();
    const others = new DebateSummaries({ engine, store: engine.store });
    await expect(others.glances(ending.signal)).rejects.toMatchObject({ code: 'cancelled' });
    expect(readSince().length).toBeLessThan(5);
  });

  it('lists a damaged ledger among the others', async () => {
    const ledgers = ledgersOf(folder, folder);
    ledgers.put('c', `${ledgers.text('c')}nonsense\n`);
    const [first, ...rest] = await listAll(summaries);
    expect(first).toMatchObject({ threadId: 'c', unreadable: expect.stringContaining('not JSON') });
    expect(names(rest)).toEqual(['e', 'd', 'b', 'a']);
  });
});
