// Long texts are kept as bytes: whoever reads the debate sees the same events, and what was redacted is nowhere any more.
import fs from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSealed } from '../../src/domain/sealed/sealed.ts';
import { DebateSummaries } from '../../src/hall/operations/records/lists/debate-summaries.ts';
import { toLine } from '../../src/ledger/chain/chain.ts';
import type { Engine } from '../../src/ledger/engine/engine.ts';
import { toRecord } from '../../src/ledger/engine/record/record.ts';
import { listAll, openRequest, person, temporaryFolder, testEngine } from '../support/hall.ts';
import { ledgersOf } from '../support/ledgers.ts';
import { itInFolders } from '../support/shared-store.ts';

const SECRET = '— the “secret” plan 🧱 of Ärger '.repeat(100);
const by = { agent: person, author: 'Ada' };

let folder: string;
let engine: Engine;
beforeEach(async () => {
  folder = temporaryFolder();
  engine = testEngine(folder);
  await engine.open(openRequest('d'));
  await engine.dispatch('d', { type: 'record', seat: 'wind', content: `- ${SECRET}\n- short`, by });
  await engine.dispatch('d', { type: 'interjection-added', data: { author: 'Bob', content: SECRET } });
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const ledger = () => ledgersOf(folder, folder).text('d');

it('gives events that are the lines of the ledger, for whoever wrote them and whoever reads them', async () => {
  for (const each of [engine, testEngine(folder)]) {
    const { log } = await each.snapshot('d');
    expect(log.map(toLine).join('')).toBe(ledger());
    expect(log.map((event) => `${JSON.stringify(event)}\n`)).toHaveLength(3);
    expect(structuredClone({ ...log[2] })).toEqual(JSON.parse(ledger().split('\n')[2] as string));
  }
});

it('gives a record whose copies hold the texts', async () => {
  const record = toRecord(await engine.snapshot('d'));
  const texts = [`- ${SECRET}\n- short`, SECRET];
  expect(record.entries.map((entry) => 'text' in entry && entry.text)).toEqual(texts);
  expect(JSON.parse(JSON.stringify(record)).entries.map(({ text }: { text: string }) => text)).toEqual(texts);
  expect(structuredClone(record)).toEqual(record);
  expect(record.entries.map((entry) => ({ ...entry }))).toEqual(record.entries);
});

it('forgets a text that was redacted, in the record, in the outline and in the file, also when another process did it', async () => {
  const reader = testEngine(folder);
  const before = toRecord(await reader.snapshot('d'));
  await engine.dispatch('d', { type: 'redact', target: 1, reason: 'private', by: 'Ada' });
  await engine.dispatch('d', { type: 'redact', target: 2, reason: 'private', by: 'Ada' });
  for (const each of [engine, reader]) {
    const snapshot = await each.snapshot('d');
    expect(toRecord(snapshot).entries.map((entry) => 'text' in entry && entry.text)).toEqual([
      null,
      null,
      false,
      false,
    ]);
    expect(JSON.stringify(snapshot.log)).not.toContain('secret');
    expect(JSON.stringify(snapshot.debate)).not.toContain('secret');
  }
  // A record that somebody holds is of the time when it was made.
  expect(before.entries).toHaveLength(2);
  expect(ledger()).not.toContain('secret');
});

it('gives an outline that has everything but the texts, and keeps nothing of it', async () => {
  const { log, debate, state } = await engine.outline('d');
  const whole = await engine.snapshot('d');
  expect([debate, state]).toEqual([whole.debate, whole.state]);
  expect(log.map(({ hash }) => hash)).toEqual(whole.log.map(({ hash }) => hash));
  expect(JSON.stringify(log)).not.toContain('secret');
  expect(readSealed(debate.opened.topic)).toBe('Should we?');
});

it('lists what another process has written since, and nothing of what was redacted or deleted', async () => {
  const reader = testEngine(folder);
  const summaries = new DebateSummaries({ engine: reader, store: reader.store });
  expect(await listAll(summaries)).toMatchObject([{ threadId: 'd', topic: 'Should we?', turns: 1, status: 'open' }]);
  await engine.dispatch('d', { type: 'record', seat: 'wall', content: 'no', by });
  expect(await listAll(summaries)).toMatchObject([{ turns: 2 }]);
  await engine.dispatch('d', { type: 'redact', target: 0, reason: 'private', by: 'Ada' });
  expect(await listAll(summaries)).toMatchObject([{ topic: null, turns: 2 }]);
  await engine.store.remove('d', []);
  expect(await listAll(summaries)).toEqual([]);
  for (const text of ['secret', 'Should we']) expect(ledgersOf(folder, folder).holding(text)).toEqual([]);
});

itInFolders('the size and the times of a file')(
  'sees that a ledger was damaged after it was listed, though its size and time of writing are as before',
  async () => {
    const summaries = new DebateSummaries({ engine, store: engine.store });
    await listAll(summaries);
    const { atime, mtime } = fs.statSync(`${folder}/d.jsonl`);
    fs.writeFileSync(`${folder}/d.jsonl`, ledger().replace('secret', 'sacred'));
    fs.utimesSync(`${folder}/d.jsonl`, atime, mtime);
    expect(await listAll(summaries)).toMatchObject([
      { unreadable: expect.stringContaining('does not match its digest') },
    ]);
  },
);
