// What every store keeps to. A store joins the suite with one line that opens it on an empty place.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileStore } from '../../src/stores/file/index.ts';
import type { Store } from '../../src/stores/store.ts';
import { temporaryFolder } from '../support/hall.ts';

/** Opens a store on the same place each time it is called. */
const STORES: Readonly<Record<string, (place: string) => Store>> = {
  file: (folder) => new FileStore({ folder, lockTimeoutMs: 2_000 }),
};

describe.each(Object.entries(STORES))('store %s', (_, open) => {
  let place: string;
  let store: Store;
  beforeEach(() => {
    place = temporaryFolder();
    store = open(place);
  });
  afterEach(() => {
    fs.rmSync(place, { recursive: true, force: true });
  });

  it('lists what was created, sorted, and nothing else', async () => {
    expect(await store.list()).toEqual([]);
    await store.create('b', 'one\n');
    await store.create('a', 'one\n');
    await store.writeDocument('a', '.oct.md', 'document\n');
    await (await store.claimRun('a'))?.release();
    expect(await store.list()).toEqual(['a', 'b']);
    expect([await store.exists('a'), await store.exists('c')]).toEqual([true, false]);
  });

  it('gives the one that was written last first, each with a version that a write changes', async () => {
    expect(await store.newest()).toEqual([]);
    for (const name of ['a', 'b', 'c']) await store.create(name, 'one\n');
    const hourAgo = Date.now() / 1_000 - 3_600;
    for (const name of ['b', 'c']) fs.utimesSync(path.join(place, `${name}.jsonl`), hourAgo, hourAgo);
    const before = await store.newest();
    await store.transaction('c', (transaction) => transaction.append('two\n'));
    const after = await store.newest();
    expect(after.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    const changed = after.filter(({ id, version }) => before.find((each) => each.id === id)?.version !== version);
    expect(changed.map(({ id }) => id)).toEqual(['c']);
  });

  it('creates a name once, also when two ask at the same time', async () => {
    const both = await Promise.allSettled([store.create('a', 'one\n'), open(place).create('a', 'two\n')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(store.create('a', 'three\n')).rejects.toMatchObject({ code: 'already-exists' });
    expect((await store.read('a'))?.text).toMatch(/^(one|two)\n$/);
  });

  it('gives only what is new since a cursor, and everything when the ledger was rewritten', async () => {
    await store.create('a', 'one\n');
    const first = await store.read('a');
    expect(first).toMatchObject({ text: 'one\n', restarted: false, tornBytes: 0 });
    await store.transaction('a', (transaction) => transaction.append('two\n'));
    const second = await store.read('a', first?.cursor);
    expect(second).toMatchObject({ text: 'two\n', restarted: false });
    expect(await store.read('a', second?.cursor)).toMatchObject({ text: '', restarted: false });
    await open(place).transaction('a', (transaction) => transaction.replace('one\nredacted\n'));
    expect(await store.read('a', second?.cursor)).toMatchObject({ text: 'one\nredacted\n', restarted: true });
    expect(await store.read('nothing')).toBeUndefined();
  });

  it('runs transactions one after another, whatever store they come through', async () => {
    await store.create('a', '0\n');
    const other = open(place);
    const count = (from: Store) =>
      from.transaction('a', (transaction) => {
        const last = transaction.read().text.trim().split('\n').at(-1);
        transaction.append(`${Number(last) + 1}\n`);
      });
    await Promise.all(Array.from({ length: 40 }, (_, index) => count(index % 2 === 0 ? store : other)));
    const lines = (await store.read('a'))?.text.trim().split('\n').map(Number);
    expect(lines).toEqual(Array.from({ length: 41 }, (_, index) => index));
  });

  it('removes a ledger with its documents, so that its name is free again', async () => {
    await store.create('a', 'one\n');
    await store.create('a.b', 'other\n');
    await store.writeDocument('a', '.oct.md', 'record\n');
    await store.writeDocument('a', '.md', 'of someone else\n');
    const { cursor } = (await store.read('a')) ?? {};
    await open(place).remove('a', ['.oct.md']);
    expect([await store.list(), await store.exists('a'), await store.read('a', cursor)]).toEqual([
      ['a.b'],
      false,
      undefined,
    ]);
    expect(await store.readDocument('a', '.oct.md')).toBeUndefined();
    expect(await store.readDocument('a', '.md')).toBe('of someone else\n');
    await expect(store.transaction('a', () => {})).rejects.toMatchObject({ code: 'not-found' });
    await expect(store.remove('a', [])).rejects.toMatchObject({ code: 'not-found' });
    await expect(store.remove('../a', [])).rejects.toMatchObject({ code: 'bad-input' });
    await store.create('a', 'new\n');
    expect(await store.read('a', cursor)).toMatchObject({ text: 'new\n' });
  });

  it('removes nothing while a run has the claim', async () => {
    await store.create('a', 'one\n');
    const claim = await open(place).claimRun('a');
    await expect(store.remove('a', [])).rejects.toMatchObject({ code: 'already-running' });
    expect((await store.read('a'))?.text).toBe('one\n');
    claim?.release();
    await store.remove('a', []);
    expect(await store.list()).toEqual([]);
  });

  it('lets the next transaction in after one that threw', async () => {
    await store.create('a', 'one\n');
    const fails = store.transaction('a', () => {
      throw new RangeError('on purpose');
    });
    await expect(fails).rejects.toThrow(RangeError);
    await store.transaction('a', (transaction) => transaction.append('two\n'));
    expect((await store.read('a'))?.text).toBe('one\ntwo\n');
    await expect(store.transaction('nothing', () => {})).rejects.toMatchObject({ code: 'not-found' });
  });

  it('gives the right to run to one at a time, and sees that it is given', async () => {
    await store.create('a', 'one\n');
    const claim = await store.claimRun('a');
    expect(claim).toBeDefined();
    expect(await open(place).claimRun('a')).toBeUndefined();
    expect([await store.isRunning('a'), await open(place).isRunning('a')]).toEqual([true, true]);
    claim?.release();
    expect(await store.isRunning('a')).toBe(false);
    (await open(place).claimRun('a'))?.release();
  });

  it('gives the right to write to the outside to one at a time, whoever runs the debate', async () => {
    await store.create('a', 'one\n');
    const running = await store.claimRun('a');
    const claim = await store.claimPosting('a');
    expect([running, claim]).not.toContain(undefined);
    expect(await open(place).claimPosting('a')).toBeUndefined();
    claim?.release();
    const again = await open(place).claimPosting('a');
    expect(again).toBeDefined();
    for (const each of [again, running]) each?.release();
  });

  it('is not kept from running by someone who looks whether it runs', async () => {
    await store.create('a', 'one\n');
    (await store.claimRun('a'))?.release();
    const looking = Promise.all(Array.from({ length: 50 }, () => open(place).isRunning('a')));
    const claim = await store.claimRun('a');
    expect(claim).toBeDefined();
    await looking;
    claim?.release();
  });

  it('gives a follower every line of a feed, and ends with the run', async () => {
    await store.create('a', 'one\n');
    const claim = await store.claimRun('a');
    const feed = store.openFeed('a');
    feed.write('{"n":1}');
    const heard: string[] = [];
    const following = (async () => {
      for await (const line of open(place).followFeed('a', new AbortController().signal)) {
        heard.push(line);
        if (line === '{"n":1}') {
          feed.write('{"n":2}');
          feed.close();
          claim?.release();
        }
      }
    })();
    await following;
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
    const refusal = { code: 'bad-input' };
    await expect(store.create(id, 'x\n')).rejects.toMatchObject(refusal);
    await expect(store.read(id)).rejects.toMatchObject(refusal);
    await expect(store.exists(id)).rejects.toMatchObject(refusal);
    await expect(store.transaction(id, () => {})).rejects.toMatchObject(refusal);
    await expect(store.writeDocument(id, '.md', 'x')).rejects.toMatchObject(refusal);
    await expect(store.readDocument(id, '.md')).rejects.toMatchObject(refusal);
    await expect(store.claimRun(id)).rejects.toMatchObject(refusal);
    await expect(store.isRunning(id)).rejects.toMatchObject(refusal);
    expect(() => store.openFeed(id)).toThrow(expect.objectContaining(refusal));
  });
});
