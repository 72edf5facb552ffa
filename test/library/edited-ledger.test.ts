// A hall that has a debate in memory does not go by it once somebody has changed the ledger: every operation says that it is damaged.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  exportDebate,
  type Hall,
  interject,
  openDebate,
  openFork,
  openHall,
  recordOutcome,
  redact,
  runDebate,
  showDebate,
  verifyDebate,
} from '../../src/index.ts';
import { quickRehearsal } from '../support/project.ts';

const author = 'ana';
const signal = new AbortController().signal;

let folder: string;
let hall: Hall;
let file: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'debate-hall-edited-'));
  const settings = [{ name: 'agents', path: ['agents'], value: { one: quickRehearsal } }];
  hall = await openHall({ cwd: folder, home: folder, env: {}, settings });
  const { threadId } = await openDebate(hall, {
    ...{ topic: 'Should we?', format: 'check', options: { seats: 2 }, everySeat: 'one', threadId: 'd', signal },
  });
  await runDebate(hall, { threadId, signal });
  file = path.join(hall.store.place, 'd.jsonl');
});
afterEach(async () => {
  await hall.close();
  rmSync(folder, { recursive: true, force: true });
});

const threadId = 'd';
const OPERATIONS: Record<string, () => Promise<unknown>> = {
  'is shown': () => showDebate(hall, threadId),
  'is exported': () => exportDebate(hall, threadId, 'markdown'),
  'is forked': () => openFork(hall, { threadId, at: 1, signal }),
  'gets its outcome': () => recordOutcome(hall, { threadId, author, turnedOut: 'right' }),
  'loses a text': () => redact(hall, { threadId, author, event: 1, reason: 'private' }),
  'gets a word': () => interject(hall, { threadId, author, content: 'But.' }),
};

/** Of the same length, with the lines that stand last as they were. */
const EDITS: Record<string, (text: string) => string> = {
  'in its first line': (text) => text.replace('Should we?', 'Should he?'),
  'in the process of its run': (text) =>
    text.replace(/("pid":)(\d)/, (_, key, digit) => `${key}${(Number(digit) % 9) + 1}`),
};

describe.each(Object.entries(EDITS))('of a ledger that was changed %s', (_, edit) => {
  it.each(Object.entries(OPERATIONS))('nothing is made when the debate %s', async (_name, operate) => {
    const before = readFileSync(file, 'utf8');
    const edited = edit(before);
    expect([edited.length, edited === before]).toEqual([before.length, false]);
    writeFileSync(file, edited);
    await expect(operate()).rejects.toMatchObject({ code: 'ledger-damaged' });
    expect(readFileSync(file, 'utf8')).toBe(edited);
    expect((await verifyDebate(hall, { threadId })).ok).toBe(false);
  });
});

it('a ledger of which nothing but the times changed is as good as before', async () => {
  writeFileSync(file, readFileSync(file));
  await redact(hall, { threadId, author, event: 2, reason: 'private' });
  expect((await verifyDebate(hall, { threadId })).ok).toBe(true);
});
