// A whole hall is copied: what is damaged or there already keeps nothing else back, a copy ends when it is asked to, and one that was cut
// off is completed by repeating it.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reportMark } from '../../src/domain/own-documents.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openFolder, openNamedFolder } from '../../src/hall/compose/store.ts';
import { redact } from '../../src/hall/operations/debate/related/redact.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { copyHall } from '../../src/hall/operations/setup/copy-hall.ts';
import type { Store } from '../../src/ledger/stores/store.ts';
import { chainAgain, readEvents } from '../ledger/other-versions.ts';
import { inCi, sample } from '../support/campaign.ts';
import { openRequest, temporaryFolder, testEngine } from '../support/hall.ts';
import { type Ledgers, ledgersOf } from '../support/ledgers.ts';
import { storeVariables } from '../support/shared-store.ts';

const COUNT = 40;
const DAMAGED = 'd-07';
const NEWER = 'd-08';
const ids = Array.from({ length: COUNT }, (_, index) => `d-${String(index).padStart(2, '0')}`);
let folder: string;
let ledgers: Ledgers;
let hall: Hall;
beforeEach(async () => {
  folder = temporaryFolder();
  const debates = path.join(folder, 'debates');
  const writer = testEngine(debates);
  for (const id of ids) await writer.open(openRequest(id));
  ledgers = ledgersOf(folder);
  ledgers.put(DAMAGED, ledgers.text(DAMAGED).replace('Should', 'Would'));
  const events = readEvents(ledgers.text(NEWER));
  ledgers.put(NEWER, chainAgain(events.map((event) => ({ ...event, v: 2 }))));
  hall = await openHall({ cwd: folder, home: folder, env: storeVariables(folder) });
});
afterEach(async () => {
  await hall.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const copyTo = (name: string, options: Partial<Parameters<typeof copyHall>[1]> = {}) =>
  copyHall(hall, { from: hall.store, to: openFolder(path.join(folder, name)), ...options });
const ledgersIn = (name: string) => fs.readdirSync(path.join(folder, name)).filter((file) => file.endsWith('.jsonl'));

function expectSame(name: string): void {
  for (const file of ledgersIn(name)) {
    expect(fs.readFileSync(path.join(folder, name, file), 'utf8')).toBe(ledgers.text(file.replace('.jsonl', '')));
  }
}

it('copies each debate that verifies, byte for byte, and names the others in their order', async () => {
  const seen: (readonly [number, number])[] = [];
  const copies = await copyTo('copy', { onProgress: (done, total) => seen.push([done, total]) });
  expect(copies.map(({ threadId }) => threadId)).toEqual(ids);
  expect(copies.filter(({ copied }) => !copied)).toEqual([
    { threadId: DAMAGED, copied: false, why: expect.stringContaining('does not verify') },
    { threadId: NEWER, copied: false, why: expect.stringContaining('is intact, but needs another version') },
  ]);
  expect(ledgersIn('copy')).toHaveLength(COUNT - 2);
  expectSame('copy');
  expect(seen).toEqual(Array.from({ length: COUNT }, (_, index) => [index + 1, COUNT]));
  expect(await copyTo('copy')).toEqual(copies.map((copy) => (copy.copied ? { ...copy, unchanged: true } : copy)));
});

const DOCUMENTS: Readonly<Record<string, (id: string) => string>> = {
  '.oct.md': (id) => `===DEBATE_TRANSCRIPT===\n\nMETA:\n  THREAD_ID::"${id}"\n`,
  '.md': (id) => `A report.\n${reportMark(id)}\n`,
  '.sigs/1-abc.txt': (id) => `The statement of ${id}.\n`,
  '.sigs/1-abc.one.sig': () => 'One signature.\n',
  '.sigs/1-abc.two.sig': () => 'Another signature.\n',
};
const written = (id: string) =>
  Object.entries(DOCUMENTS).map(([extension, toText]) => [extension, toText(id)] as const);

/** The store of a process that is killed before its write of this number. */
function killedBefore(store: Store, write: number): Store {
  let writes = 0;
  const guard =
    <Args extends unknown[], Done>(work: (...args: Args) => Promise<Done>) =>
    async (...args: Args): Promise<Done> => {
      writes += 1;
      if (writes >= write) throw new Error('killed');
      return await work(...args);
    };
  return { ...store, create: guard(store.create), writeDocument: guard(store.writeDocument) };
}

it('completes a copy that was cut off before any of its writes', async () => {
  for (const id of ids.slice(2)) ledgers.drop(id);
  const [one, other] = ['d-00', 'd-01'] as const;
  for (const id of [one, other])
    for (const [extension, text] of written(id)) await hall.store.writeDocument(id, extension, text);
  const writes = 2 * (1 + written(one).length);
  for (const write of sample([...Array(writes).keys()], 4).map((before) => before + 1)) {
    const name = `cut-${write}`;
    const store = openFolder(path.join(folder, name));
    await expect(copyTo(name, { to: killedBefore(store, write) })).rejects.toThrow('killed');
    const copies = await copyTo(name);
    expect(copies.filter(({ copied }) => !copied)).toEqual([]);
    expect(ledgersIn(name)).toHaveLength(2);
    expectSame(name);
    for (const id of [one, other])
      for (const [extension, text] of written(id))
        expect([write, await store.readDocument(id, extension)]).toEqual([write, text]);
  }
  // With other events it is no copy, and nobody writes over a record.
  const store = openFolder(path.join(folder, 'cut-1'));
  await hall.engine.dispatch(other, { type: 'interjection-added', data: { author: 'Ada', content: 'Mind the cost.' } });
  await store.writeDocument(one, '.md', 'My own words.\n');
  expect((await copyTo('cut-1')).filter(({ copied }) => !copied)).toEqual([
    { threadId: other, copied: false, why: expect.stringContaining('There is already a debate') },
  ]);
  expect(await store.readDocument(one, '.md')).toBe('My own words.\n');
});

const isRoot = process.getuid?.() === 0;
const WRONG: readonly (readonly [string, (place: string) => void])[] = [
  ['a file', (place) => fs.writeFileSync(place, '')],
  ['a link that leads nowhere', (place) => fs.symlinkSync('/not/mounted', place)],
  ['a place that takes nothing', (place) => fs.symlinkSync('/proc/self/fdinfo', place)],
  ...(isRoot ? [] : [['not writable', (place: string) => fs.mkdirSync(place, 0o500)] as const]),
];

it.each(WRONG)('fails once, with what is wrong with the other hall: it is %s', async (_, make) => {
  make(path.join(folder, 'wrong'));
  const to = openNamedFolder(path.join(folder, 'wrong'), 'to');
  await expect(copyTo('wrong', { to })).rejects.toMatchObject({
    ...{ code: 'storage', message: expect.stringMatching(/^Cannot .+\(E[A-Z]+\)\.$/) },
    hint: expect.stringMatching(/--to|^(?!.*--hall)/),
  });
});

it('leaves out what is no ledger, in either hall', async () => {
  const there = path.join(folder, 'copy');
  fs.mkdirSync(path.join(there, 'd-03.jsonl'), { recursive: true });
  fs.symlinkSync('/not/mounted', path.join(there, 'd-04.jsonl'));
  fs.mkdirSync(path.join(there, 'd-05.oct.md'));
  await hall.store.writeDocument('d-05', '.oct.md', 'A record.\n');
  const odd = ['d-03', 'd-04', 'd-05', DAMAGED, NEWER];
  if (hall.store.searchIndex === undefined) {
    for (const id of ['d-01', 'd-02']) ledgers.drop(id);
    fs.mkdirSync(path.join(hall.store.place, 'd-01.jsonl'));
    fs.symlinkSync('d-02.jsonl', path.join(hall.store.place, 'd-02.jsonl'));
    odd.unshift('d-01', 'd-02');
  }
  const left = (await copyTo('copy')).filter(({ copied }) => !copied);
  expect(left.map(({ threadId }) => threadId)).toEqual(odd);
  expect(left[0]).toMatchObject({ why: expect.stringMatching(/a folder, not a regular file/) });
});

it('ends when it is asked to, with whole debates', async () => {
  const stop = new AbortController();
  const copying = copyTo('part', { signal: stop.signal, onProgress: (done) => done === 3 && stop.abort() });
  await expect(copying).rejects.toMatchObject({ name: 'AbortError' });
  await hall.close();
  const copied = ledgersIn('part');
  expect(copied.length).toBeGreaterThanOrEqual(1);
  expect(copied.length).toBeLessThan(COUNT / 2);
  expectSame('part');
});

it.runIf(inCi)(
  'copies what a ledger says after a redaction that comes while the ledger is read, and nothing of what it said before',
  async () => {
    const id = 'long';
    const text = 'A secret of somebody. '.repeat(10_000);
    const context = [{ source: 'long.txt', bytes: text.length, text }];
    const writer = testEngine(path.join(folder, 'debates'));
    await writer.open({ ...openRequest(id), context });
    const data = { author: 'ben', content: 'word '.repeat(6_000) };
    for (let more = 0; more < 3; more += 1) await writer.dispatch(id, { type: 'interjection-added', data });
    let isRedacted = false;
    const read: Store['read'] = async (...given) => {
      const chunk = await hall.store.read(...given);
      // Only a long one is read in parts.
      if (given[0] === id && chunk?.more === true && !isRedacted) {
        isRedacted = true;
        await redact(hall, { threadId: id, event: 0, reason: 'It was not meant for us.', author: 'ana' });
      }
      return chunk;
    };
    const copies = await copyTo('copy', { from: { ...hall.store, read } });
    expect(copies.at(-1)).toEqual({ threadId: id, copied: true });
    expect(isRedacted || hall.loaded.config.store.kind !== 'folder').toBe(true);
    expectSame('copy');
  },
);
