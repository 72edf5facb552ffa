// A whole hall is copied: what is damaged or there already keeps nothing else back, and a copy ends when it is asked to.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openFolder } from '../../src/hall/compose/store.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { copyHall } from '../../src/hall/operations/setup/copy-hall.ts';
import { chainAgain, readEvents } from '../ledger/other-versions.ts';
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
  expect((await copyTo('copy')).filter(({ copied }) => copied)).toEqual([]);
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
