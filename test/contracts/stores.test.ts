// What every store keeps to. A store joins the suite with a kind that opens it on an empty place.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Chunk, Page, PageRequest, Store, StoredLedger, Written } from '../../src/ledger/stores/store.ts';
import { eachId, newestPages } from '../../src/ledger/stores/walk.ts';
import { neverAborted } from '../../src/support/wait.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { KINDS, type Place } from './store-kinds.ts';

const NOWHERE = { offset: 0, tail: '' };

/** Reads the last line and writes one that follows from it, until nobody comes between. */
async function writeNext(store: Store, id: string, next: (last: string) => string): Promise<void> {
  for (;;) {
    const chunk = await store.read(id);
    if (chunk === undefined) throw new Error(`There is no ledger ${id}.`);
    const lines = next(chunk.text.trim().split('\n').at(-1) ?? '');
    if ((await store.append(id, { after: chunk.cursor, lines })).kind === 'written') return;
  }
}
const append = async (store: Store, id: string, lines: string) => await writeNext(store, id, () => lines);

/** All names, sorted. */
async function namesIn(store: Store): Promise<string[]> {
  const names: string[] = [];
  for await (const id of eachId(store)) names.push(id);
  return names;
}

/** The same store, which gives two at a time. */
const inPairs = <Item>(read: (page?: PageRequest) => Promise<Page<Item>>) => {
  return async (page: PageRequest = {}) => await read({ ...page, most: 2 });
};

async function replace(store: Store, id: string, text: string): Promise<Written> {
  const after = (await store.read(id))?.cursor ?? { offset: 0, tail: '' };
  return await store.replace(id, { after, text });
}

describe.each(Object.entries(KINDS).filter(([, { missing }]) => missing === undefined))('store %s', (_, kind) => {
  beforeAll(async () => await kind.begin());
  afterAll(async () => await kind.end());
  let place: Place;
  let store: Store;
  const open = () => place.open();
  beforeEach(async () => {
    place = await kind.place();
    store = open();
  });
  afterEach(async () => await place.remove());

  it('lists what was created, sorted, and nothing else', async () => {
    expect(await namesIn(store)).toEqual([]);
    await store.create('b', 'one\n');
    await store.create('a', 'one\n');
    await store.writeDocument('a', '.oct.md', 'document\n');
    await (await store.claimRun('a'))?.release();
    expect(await namesIn(store)).toEqual(['a', 'b']);
    expect([await store.exists('a'), await store.exists('c')]).toEqual([true, false]);
  });

  it('gives the one that was written last first, each with a version that a write changes', async () => {
    expect(await store.newest()).toEqual({ items: [] });
    for (const name of ['a', 'b', 'c']) await store.create(name, 'one\n');
    for (const name of ['b', 'c']) await place.age(name);
    const { items: before } = await store.newest();
    await append(store, 'c', 'two\n');
    const { items: after } = await store.newest();
    expect(after.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    const changed = after.filter(({ id, version }) => before.find((each) => each.id === id)?.version !== version);
    expect(changed.map(({ id }) => id)).toEqual(['c']);
    expect(await store.find(['c', 'nobody'])).toEqual(changed);
    expect(await store.find([])).toEqual([]);
    await expect(store.find(['../c'])).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('gives back a memo only of the ledger as it was then, if it keeps any', async () => {
    const find = async (id: string) => (await store.newest()).items.find((ledger) => ledger.id === id) as StoredLedger;
    await store.create('a', 'one\n');
    const before = await find('a');
    expect(await store.readMemo(before)).toBeUndefined();
    await store.keepMemo(before, 'two lines\nof it');
    expect([undefined, 'two lines\nof it']).toContain(await open().readMemo(before));
    await append(store, 'a', 'two\n');
    const after = await find('a');
    expect(await store.readMemo(after)).toBeUndefined();
    await store.keepMemo(before, 'too late');
    expect([await store.readMemo(before), await store.readMemo(after)]).not.toContain('too late');
    await store.keepMemo({ ...after, id: 'nobody' }, 'of no ledger');
    expect(await store.readMemo({ ...after, id: 'nobody' })).toBeUndefined();
    for (const call of [store.readMemo({ ...after, id: '../a' }), store.keepMemo({ ...after, id: '../a' }, 'memo')])
      await expect(call).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('gives back vectors of ledgers as they were then, and none of what was replaced or removed', async () => {
    const find = async (id: string) => (await store.find([id]))[0] as StoredLedger;
    const read = async (...ids: string[]) => Object.fromEntries(await open().readVectors(await store.find(ids)));
    for (const name of ['a', 'b', 'c']) await store.create(name, 'one\n');
    const before = await find('a');
    for (const name of ['a', 'b', 'c']) await store.keepVector(await find(name), `vector of ${name}`);
    await store.keepVector(await find('b'), 'another');
    expect(await read('a', 'b')).toEqual({ a: 'vector of a', b: 'another' });
    expect(await read()).toEqual({});
    await append(store, 'a', 'two\n');
    expect(await read('a')).toEqual({});
    await store.keepVector(before, 'too late');
    expect(await read('a')).toEqual({});
    await store.keepVector(await find('a'), 'of two lines');
    expect(await read('a')).toEqual({ a: 'of two lines' });
    const last = await find('c');
    for (const name of ['a', 'b']) await replace(store, name, 'other\n');
    await store.remove('c', []);
    expect(await place.vectors()).toEqual([]);
    await store.keepVector(last, 'of nothing');
    expect(await place.vectors()).toEqual([]);
  });

  it('lists by page, and knows how many there are', async () => {
    const all = ['Z', 'a', 'a.b', 'b', 'c-1'];
    for (const name of all.toReversed()) {
      await store.create(name, 'one\n');
      if (name > 'a') await place.age(name);
    }
    expect(await store.count()).toBe(5);
    expect(await store.list({ most: 5 })).toEqual({ items: all });
    const first = await store.list({ most: 2 });
    expect(first.items).toEqual(['Z', 'a']);
    expect(await store.list({ most: 9, after: first.next as string })).toEqual({ items: ['a.b', 'b', 'c-1'] });

    const newest = await store.newest({ most: 1 });
    expect(newest).toMatchObject({ items: [{ id: 'Z' }], next: expect.any(String) });
    const rest = await store.newest({ after: newest.next as string });
    expect(rest.items.map(({ id }) => id)).toEqual(['a', 'a.b', 'b', 'c-1']);
    expect(await open().newest({ most: 0 })).toEqual({ items: [] });
  });

  it.runIf(inCi)(
    'leaves out no ledger that is written while somebody walks through them, and gives none twice',
    async () => {
      const names = Array.from({ length: 9 }, (_, index) => `d-${index}`);
      for (const name of names) {
        await store.create(name, 'one\n');
        await place.age(name);
      }
      const sorted: string[] = [];
      for await (const id of eachId({ list: inPairs((page) => store.list(page)) })) {
        sorted.push(id);
        if (id === 'd-3')
          for (const early of ['c', 'd-8'])
            await (early === 'c' ? store.create(early, '\n') : append(store, early, 'x\n'));
      }
      expect(sorted).toEqual(names);

      const walked: string[] = [];
      for await (const page of newestPages({ newest: inPairs((request) => store.newest(request)) })) {
        walked.push(...page.map(({ id }) => id));
        // One that was given, and two that were not reached, move to the front.
        if (walked.length === 4)
          for (const id of [walked[2], 'd-0', 'd-1'] as string[]) await append(open(), id, 'x\n');
      }
      expect(walked.toSorted()).toEqual(['c', ...names]);
    },
  );

  it('takes no name that differs from another only in case', async () => {
    await store.create('Rust-Rewrite', 'one\n');
    const taken = { code: 'already-exists', message: expect.stringContaining('"Rust-Rewrite"') };
    await expect(store.create('rust-rewrite', 'two\n')).rejects.toMatchObject(taken);
    const names = ['rust-rewrite', 'Rust-Rewrite', 'rust'];
    expect(await Promise.all(names.map(async (name) => await store.findTaken(name)))).toEqual([
      'Rust-Rewrite',
      'Rust-Rewrite',
      undefined,
    ]);
    expect([await store.exists('rust-rewrite'), await namesIn(store)]).toEqual([false, ['Rust-Rewrite']]);
  });

  it('creates a name once, also when two ask at the same time', async () => {
    const both = await Promise.allSettled([store.create('a', 'one\n'), open().create('a', 'two\n')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(store.create('a', 'three\n')).rejects.toMatchObject({ code: 'already-exists' });
    expect((await store.read('a'))?.text).toMatch(/^(one|two)\n$/);
  });

  it('gives only what is new since a cursor, and everything when the ledger was rewritten', async () => {
    await store.create('a', 'one\n');
    const first = await store.read('a');
    expect(first).toMatchObject({ text: 'one\n', restarted: false, tornBytes: 0 });
    await append(store, 'a', 'two\n');
    const second = await store.read('a', first?.cursor);
    expect(second).toMatchObject({ text: 'two\n', restarted: false });
    expect(await store.read('a', second?.cursor)).toMatchObject({ text: '', restarted: false });
    expect(await replace(open(), 'a', 'one\nredacted\n')).toMatchObject({ kind: 'written' });
    expect(await store.read('a', second?.cursor)).toMatchObject({ text: 'one\nredacted\n', restarted: true });
    expect(await store.read('nothing')).toBeUndefined();
  });

  it.runIf(inCampaign)('writes only after what the writer knows, whatever store the others come through', async () => {
    await store.create('a', '0\n');
    const other = open();
    const count = (from: Store) => writeNext(from, 'a', (last) => `${Number(last) + 1}\n`);
    await Promise.all(Array.from({ length: 40 }, (_, index) => count(index % 2 === 0 ? store : other)));
    const lines = (await store.read('a'))?.text.trim().split('\n').map(Number);
    expect(lines).toEqual(Array.from({ length: 41 }, (_, index) => index));
  });

  it('gives the cursor behind what was written, and writes nothing of a change that comes too late', async () => {
    await store.create('a', 'one\n');
    const { cursor: after } = (await store.read('a')) as Chunk;
    const first = await store.append('a', { after, lines: 'two\n' });
    expect(await open().append('a', { after, lines: 'late\n' })).toEqual({ kind: 'conflict' });
    expect(await open().replace('a', { after, text: 'late\n' })).toEqual({ kind: 'conflict' });
    if (first.kind !== 'written') throw new Error(first.kind);
    expect(await store.read('a', first.cursor)).toMatchObject({ text: '', restarted: false });
    const rewritten = await store.replace('a', { after: first.cursor, text: 'one\n2\n' });
    expect(await store.append('a', { after: first.cursor, lines: 'late\n' })).toEqual({ kind: 'conflict' });
    if (rewritten.kind !== 'written') throw new Error(rewritten.kind);
    expect(await store.append('a', { after: rewritten.cursor, lines: 'three\n' })).toMatchObject({ kind: 'written' });
    expect((await store.read('a'))?.text).toBe('one\n2\nthree\n');
  });

  it('gives a reader the old text or the new one, never a mixture, however often it is replaced', async () => {
    const textOf = (round: number) => Array.from({ length: 300 }, (_, line) => `${round}:${line}\n`).join('');
    await store.create('a', textOf(0));
    let isDone = false;
    const writing = (async () => {
      for (let round = 1; round <= 20; round += 1) await replace(open(), 'a', textOf(round));
      isDone = true;
    })();
    let reads = 0;
    for (; !isDone; reads += 1) {
      let text = '';
      for (let chunk: Chunk | undefined; chunk === undefined || chunk.more; ) {
        chunk = await store.read('a', chunk?.cursor);
        if (chunk === undefined) throw new Error('It was there.');
        text = chunk.restarted ? chunk.text : text + chunk.text;
      }
      expect(text).toBe(textOf(Number.parseInt(text, 10)));
    }
    await writing;
    expect(reads).toBeGreaterThan(0);
  });

  it.runIf(inCi)('writes nothing for a claim that somebody else has by now, and says so', async () => {
    await store.create('a', 'one\n');
    const { cursor: after } = (await store.read('a')) as Chunk;
    const lost = await store.claimRun('a');
    // A claim that ends with its process is never lost to the process that has it.
    if (place.forgetClaim === undefined) return expect(lost?.lost.aborted).toBe(false);
    await place.forgetClaim('a');
    const claim = await open().claimRun('a');
    const late = { after, fence: lost?.fence };
    expect(await store.append('a', { ...late, lines: 'late\n' })).toEqual({ kind: 'claim-lost' });
    expect(await store.replace('a', { ...late, text: 'late\n' })).toEqual({ kind: 'claim-lost' });
    expect(await store.append('a', { after, fence: claim?.fence, lines: 'two\n' })).toMatchObject({ kind: 'written' });
    expect((await store.read('a'))?.text).toBe('one\ntwo\n');
    await new Promise((resolve) => lost?.lost.addEventListener('abort', resolve));
    await lost?.release();
    expect(await store.isRunning('a')).toBe(true);
  });

  it('writes once what it heard no answer to', async () => {
    const unreliable = place.openUnreliable?.();
    if (unreliable === undefined) return;
    const { store: writer, loseNextAnswer } = unreliable;
    // A line that never worked is not waited for.
    await writer.count();
    loseNextAnswer();
    await writer.create('a', 'one\n');
    loseNextAnswer();
    await append(writer, 'a', 'two\n');
    const { cursor: after } = (await store.read('a')) as Chunk;
    loseNextAnswer();
    const written = await writer.append('a', { after, lines: 'three\nfour\n' });
    if (written.kind !== 'written') throw new Error(written.kind);
    expect((await store.read('a', written.cursor))?.text).toBe('');
    loseNextAnswer('commit');
    // Whoever replaces a ledger reads it again in any case.
    expect(await writer.replace('a', { after: written.cursor, text: 'one\n2\n' })).toEqual({ kind: 'conflict' });
    loseNextAnswer();
    const claim = await writer.claimRun('a');
    expect(claim).toBeDefined();
    loseNextAnswer();
    await writer.writeDocument('a', '.md', 'text');
    loseNextAnswer();
    await claim?.release();
    expect(await store.isRunning('a')).toBe(false);
    expect([(await store.read('a'))?.text, await store.readDocument('a', '.md')]).toEqual(['one\n2\n', 'text']);
    loseNextAnswer();
    await writer.remove('a', ['.md']);
    expect(await store.exists('a')).toBe(false);
  });

  it('removes a ledger with its documents, so that its name is free again', async () => {
    await store.create('a', 'one\n');
    await store.create('a.b', 'other\n');
    await store.writeDocument('a', '.oct.md', 'record\n');
    await store.writeDocument('a', '.md', 'of someone else\n');
    const { cursor } = (await store.read('a')) ?? {};
    await open().remove('a', ['.oct.md']);
    expect([await namesIn(store), await store.exists('a'), await store.read('a', cursor)]).toEqual([
      ['a.b'],
      false,
      undefined,
    ]);
    expect(await store.readDocument('a', '.oct.md')).toBeUndefined();
    expect(await store.readDocument('a', '.md')).toBe('of someone else\n');
    await expect(store.append('a', { after: NOWHERE, lines: 'x\n' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(store.remove('a', [])).rejects.toMatchObject({ code: 'not-found' });
    await expect(store.remove('../a', [])).rejects.toMatchObject({ code: 'bad-input' });
    await store.create('a', 'new\n');
    expect(await store.read('a', cursor)).toMatchObject({ text: 'new\n' });
  });

  it('removes nothing while a run has the claim', async () => {
    await store.create('a', 'one\n');
    const claim = await open().claimRun('a');
    await expect(store.remove('a', [])).rejects.toMatchObject({ code: 'already-running' });
    expect((await store.read('a'))?.text).toBe('one\n');
    await claim?.release();
    await store.remove('a', []);
    expect(await namesIn(store)).toEqual([]);
  });

  it('gives the right to run to one at a time, and sees that it is given', async () => {
    await store.create('a', 'one\n');
    const claim = await store.claimRun('a');
    expect(claim).toBeDefined();
    expect(await open().claimRun('a')).toBeUndefined();
    expect([await store.isRunning('a'), await open().isRunning('a')]).toEqual([true, true]);
    await claim?.release();
    expect(await store.isRunning('a')).toBe(false);
    await (await open().claimRun('a'))?.release();
  });

  it('gives the right to write to the outside to one at a time, whoever runs the debate', async () => {
    await store.create('a', 'one\n');
    const running = await store.claimRun('a');
    const claim = await store.claimPosting('a');
    expect([running, claim]).not.toContain(undefined);
    expect(await open().claimPosting('a')).toBeUndefined();
    expect(await claim?.isHeld()).toBe(true);
    await claim?.release();
    const again = await open().claimPosting('a');
    expect(again).toBeDefined();
    for (const each of [again, running]) await each?.release();
  });

  it('is not kept from running by someone who looks whether it runs', async () => {
    await store.create('a', 'one\n');
    await (await store.claimRun('a'))?.release();
    const looking = Promise.all(Array.from({ length: 50 }, () => open().isRunning('a')));
    const claim = await store.claimRun('a');
    expect(claim).toBeDefined();
    await looking;
    await claim?.release();
  });

  it('gives a follower every line of a feed, and ends with the run', async () => {
    await store.create('a', 'one\n');
    const claim = await store.claimRun('a');
    const feed = store.openFeed('a');
    feed.write('{"n":1}');
    const heard: string[] = [];
    const following = (async () => {
      for await (const line of open().followFeed('a', new AbortController().signal)) {
        heard.push(line);
        if (line === '{"n":1}') {
          feed.write('{"n":2}');
          await feed.close();
          await claim?.release();
        }
      }
    })();
    await following;
    expect(heard).toEqual(['{"n":1}', '{"n":2}']);
  });

  it('gives a follower what a run tells after a redaction, even if the run ends right then', async () => {
    await store.create('a', 'one\n');
    const claim = await store.claimRun('a');
    const feed = store.openFeed('a');
    feed.write('{"n":1}');
    const heard: string[] = [];
    let ended: Promise<void> | undefined;
    for await (const line of open().followFeed('a', new AbortController().signal)) {
      heard.push(line);
      if (heard.length > 1) continue;
      await store.clearFeed('a');
      feed.write('{"n":2}');
      ended = feed.close().then(async () => await claim?.release());
    }
    await ended;
    expect(heard).toEqual(['{"n":1}', '{"n":2}']);
  });

  it('keeps documents beside the ledger, and none without one', async () => {
    await expect(store.writeDocument('a', '.oct.md', 'x\n')).rejects.toMatchObject({ code: 'not-found' });
    await store.create('a', 'one\n');
    expect(await store.readDocument('a', '.oct.md')).toBeUndefined();
    await store.writeDocument('a', '.oct.md', 'first\n');
    await store.writeDocument('a', '.oct.md', 'second\n');
    expect(await store.readDocument('a', '.oct.md')).toBe('second\n');
  });

  it('refuses names that lead out of it, in every method', async () => {
    const id = '../escape';
    const ledger: StoredLedger = { id, version: '1:1' };
    const refusal = expect.objectContaining({ code: 'bad-input' });
    const uses: readonly (() => Promise<unknown>)[] = [
      () => store.create(id, 'x\n'),
      () => store.read(id),
      () => store.exists(id),
      () => store.find([id]),
      () => store.append(id, { after: NOWHERE, lines: 'x\n' }),
      () => store.replace(id, { after: NOWHERE, text: 'x\n' }),
      () => store.remove(id, ['.md']),
      () => store.readMemo(ledger),
      () => store.keepMemo(ledger, 'x'),
      () => store.keepVector(ledger, 'x'),
      () => store.writeDocument(id, '.md', 'x'),
      () => store.readDocument(id, '.md'),
      () => store.listDocuments(id, '.md'),
      () => store.claimRun(id),
      () => store.claimPosting(id),
      () => store.isRunning(id),
      () => store.clearFeed(id),
      async () => await store.followFeed(id, neverAborted)[Symbol.asyncIterator]().next(),
    ];
    for (const use of uses) await expect(use(), String(use)).rejects.toEqual(refusal);
    expect(() => store.openFeed(id)).toThrow(refusal);
  });

  it('leaves another one open, also when it is closed twice at once', async () => {
    const other = open();
    await store.create('a', 'one\n');
    expect(await other.count()).toBe(1);
    await Promise.all([store.close(), store.close()]);
    expect(await other.count()).toBe(1);
  });
});
