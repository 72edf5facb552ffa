import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openFileStore } from '../../src/ledger/stores/file/index.ts';
import { tryFileLock } from '../../src/ledger/stores/file/lock.ts';
import type { Cursor, Store, StoredLedger, Written } from '../../src/ledger/stores/store.ts';
import { temporaryFolder } from '../support/hall.ts';

let folder: string;
let store: Store;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  store = openFileStore({ folder, lockTimeoutMs: 50 });
  file = path.join(folder, 'd.jsonl');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Writes after what is there, half a line that was cut off included, as the engine does. */
async function write(change: (after: Cursor, cut: number) => Promise<Written>): Promise<Written> {
  const after = (await store.read('d'))?.cursor ?? { offset: 0, tail: '' };
  const written = await change(after, 0);
  return written.kind === 'torn' ? await change(after, written.bytes) : written;
}
const append = (lines: string) => write((after, cut) => store.append('d', { after, cut, lines }));
const replace = (text: string) => write((after, cut) => store.replace('d', { after, cut, text }));

describe('a hall', () => {
  it('writes nothing through a link that took its place since it was opened', async () => {
    await store.create('d', 'a\n');
    const elsewhere = temporaryFolder();
    fs.rmSync(folder, { recursive: true });
    fs.symlinkSync(elsewhere, folder);
    const writes = [store.create('e', 'b\n'), append('b\n'), store.writeDocument('d', '.oct.md', 'c')];
    for (const result of await Promise.allSettled(writes)) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { code: expect.stringMatching(/storage|not-found/) },
      });
    }
    expect(fs.readdirSync(elsewhere)).toEqual([]);
    fs.rmSync(elsewhere, { recursive: true });
  });
});

describe('a ledger', () => {
  it('is read from its start once it was changed in place, and only then', async () => {
    await store.create('d', 'one\ntwo\n');
    const { cursor } = (await store.read('d')) ?? {};
    expect(await store.read('d', cursor)).toMatchObject({ text: '', restarted: false });
    fs.writeFileSync(file, 'ten\ntwo\n');
    expect(await store.read('d', cursor)).toMatchObject({ text: 'ten\ntwo\n', restarted: true });
  });

  it('is written to where the file system gives it another number at each look', async () => {
    await store.create('d', 'one\n');
    const { fstatSync } = fs;
    let looks = 0n;
    const look = (fd: number, options: fs.StatSyncOptions) =>
      Object.assign(fstatSync(fd, options) as object, options?.bigint === true ? { ino: ++looks } : {});
    const spy = vi.spyOn(fs, 'fstatSync').mockImplementation(look as never);
    try {
      expect(await append('two\n')).toMatchObject({ kind: 'written' });
      expect(looks).toBeGreaterThan(1n);
    } finally {
      spy.mockRestore();
    }
    expect(fs.readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  });
});

describe('a memo', () => {
  const secret = 'what was said in confidence';
  const everything = () =>
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => fs.readFileSync(path.join(parentPath, name), 'utf8'))
      .join();
  const ledger = async () => (await store.newest()).items[0] as StoredLedger;

  it('is there for others, and gone with what it was made of', async () => {
    await store.create('d', `${secret}\n`);
    await store.keepMemo(await ledger(), secret);
    const other = openFileStore({ folder });
    expect(await other.readMemo(await ledger())).toBe(secret);
    await replace('redacted\n');
    expect(everything()).not.toContain(secret);
    await store.keepMemo(await ledger(), secret);
    await store.remove('d', []);
    expect(everything()).not.toContain(secret);
  });

  it('leaves no text in the ledger where it is a folder or cannot be removed', async () => {
    const memo = path.join(folder, '.hall', 'd.memo.json');
    await store.create('d', `${secret}\n`);
    fs.mkdirSync(path.join(memo, 'deeper'), { recursive: true });
    await replace('redacted\n');
    expect([everything(), fs.existsSync(memo)]).toEqual([expect.not.stringContaining(secret), false]);

    await replace(`${secret}\n`);
    vi.spyOn(fs, 'rmSync').mockImplementationOnce(() => {
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
    });
    const message = expect.stringContaining(memo);
    await expect(replace('redacted\n')).rejects.toMatchObject({ code: 'storage', message });
    expect(fs.readFileSync(file, 'utf8')).toBe('redacted\n');
  });

  it('is a leftover where the ledger was removed by other means', async () => {
    await store.create('d', 'a\n');
    await store.keepMemo(await ledger(), secret);
    expect(await store.leftovers()).toEqual([]);
    fs.rmSync(file);
    expect(await store.leftovers()).toEqual([path.join('.hall', 'd.memo.json')]);
    await store.removeLeftovers();
    expect([await store.leftovers(), everything()]).toEqual([[], expect.not.stringContaining(secret)]);
  });

  it('is not read once the ledger was changed by other means, whatever time it is given', async () => {
    await store.create('d', 'a\n');
    const { mtime, atime } = fs.statSync(file);
    await store.keepMemo(await ledger(), secret);
    fs.writeFileSync(file, 'b\n');
    fs.utimesSync(file, atime, mtime);
    expect(await store.readMemo(await ledger())).toBeUndefined();
  });

  it('is not kept while somebody writes the debate, nor in a hall that was only read, nor behind a link', async () => {
    await store.create('d', 'a\n');
    const side = path.join(folder, '.hall');
    const held = tryFileLock(path.join(side, 'd.lock'));
    await store.keepMemo(await ledger(), secret);
    held?.release();
    expect(await store.readMemo(await ledger())).toBeUndefined();

    fs.rmSync(side, { recursive: true });
    await store.keepMemo(await ledger(), secret);
    expect(fs.readdirSync(folder)).not.toContain('.hall');

    const elsewhere = temporaryFolder();
    fs.symlinkSync(elsewhere, side);
    await store.keepMemo(await ledger(), secret);
    fs.unlinkSync(side);
    fs.mkdirSync(side);
    fs.symlinkSync(path.join(elsewhere, 'made'), path.join(side, 'd.lock'));
    await store.keepMemo(await ledger(), secret);
    expect([fs.readdirSync(elsewhere), await store.readMemo(await ledger())]).toEqual([[], undefined]);
    fs.rmSync(elsewhere, { recursive: true });
  });

  it('takes the place of a link that bears its name, and writes nothing through it', async () => {
    await store.create('d', 'a\n');
    const target = path.join(folder, 'precious');
    fs.writeFileSync(target, 'mine');
    fs.symlinkSync(target, path.join(folder, '.hall', 'd.memo.json'));
    await store.keepMemo(await ledger(), secret);
    expect(fs.readFileSync(target, 'utf8')).toBe('mine');
    expect(await store.readMemo(await ledger())).toBe(secret);
  });
});

describe('a ledger file', () => {
  it('is made once, even by two at the same time', async () => {
    const results = await Promise.allSettled([store.create('d', 'a\n'), store.create('d', 'b\n')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(store.create('d', 'c\n')).rejects.toMatchObject({ code: 'already-exists' });
    expect(fs.readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([]);
  });

  it('gives every reader, from wherever it stands, exactly what is there, whoever appended, tore or rewrote', async () => {
    const change = fc.oneof(
      fc.record({ do: fc.constant('append'), text: fc.string({ unit: 'grapheme', maxLength: 300 }) }),
      fc.record({ do: fc.constant('tear'), text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }) }),
      fc.record({ do: fc.constant('rewrite'), text: fc.string({ maxLength: 3 }) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 8 }),
        fc.array(fc.boolean(), { maxLength: 8 }),
        async (changes, looks) => {
          fs.rmSync(file, { force: true });
          await store.create('d', 'first\n');
          let whole = 'first\n';
          let seen = '';
          let cursor: Cursor | undefined;
          for (const [index, { do: what, text }] of changes.entries()) {
            // Like the lines of a ledger, no two lines are the same.
            const line = `${index}${text.replaceAll('\n', ' ')}`;
            if (what === 'append') {
              await append(`${line}\n`);
              whole += `${line}\n`;
            } else if (what === 'tear') fs.appendFileSync(file, line);
            else {
              whole = `${whole.replace('first', 'fir')}${line}\n`;
              await replace(whole);
            }
            if (looks[index] === false) continue;
            const chunk = await store.read('d', cursor);
            seen = chunk?.restarted === true ? (chunk.text ?? '') : seen + chunk?.text;
            cursor = chunk?.cursor;
            expect(seen).toBe(whole);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('has a mark before a line that is not UTF-8, and leaves the others as they are', async () => {
    fs.writeFileSync(file, Buffer.concat([Buffer.from('ä\n'), Buffer.from([0x61, 0xff, 0x0a]), Buffer.from('b\n')]));
    expect((await store.read('d'))?.text).toBe('ä\n\ufffda\ufffd\nb\n');
  });

  it('that another process holds for too long is reported as locked, and nothing is written', async () => {
    await store.create('d', 'a\n');
    const held = tryFileLock(path.join(folder, '.hall', 'd.lock'));
    await expect(append('b\n')).rejects.toMatchObject({ code: 'locked' });
    held?.release();
    await append('b\n');
    expect(fs.readFileSync(file, 'utf8')).toBe('a\nb\n');
  });

  it('that is not there is not found', async () => {
    expect(await store.read('d')).toBeUndefined();
    await expect(append('a\n')).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the claim to run a debate', () => {
  it('is given once, survives being looked at, and is free again after it', async () => {
    await store.create('d', 'a\n');
    const claim = await store.claimRun('d');
    expect(await store.isRunning('d')).toBe(true);
    expect(await store.claimRun('d')).toBeUndefined();
    await claim?.release();
    expect(await store.isRunning('d')).toBe(false);
    const again = await store.claimRun('d');
    expect(again).toBeDefined();
    await again?.release();
  });
});

describe('the live feed', () => {
  it('reaches a reader whole, from its beginning to its end', async () => {
    await store.create('d', 'a\n');
    const claim = await store.claimRun('d');
    const feed = store.openFeed('d');
    const lines = Array.from({ length: 200 }, (_, index) => `${index} ${'ä\u{1f300}'.repeat(index)}`);
    for (const line of lines.slice(0, 100)) feed.write(line);
    const reading = (async () => {
      const got: string[] = [];
      for await (const line of store.followFeed('d', new AbortController().signal)) {
        got.push(line);
        if (got.length === 100) {
          for (const rest of lines.slice(100)) feed.write(rest);
          await feed.close();
          await claim?.release();
        }
      }
      return got;
    })();
    expect(await reading).toEqual(lines);
  });

  it('does not fail its run where it cannot be removed', async () => {
    await store.create('d', 'a\n');
    const claim = await store.claimRun('d');
    const feed = store.openFeed('d');
    feed.write('one');
    const place = path.join(folder, '.hall', 'd.live.ndjson');
    fs.rmSync(place);
    fs.mkdirSync(place);
    await feed.close();
    await claim?.release();
  });
});
