// While openings or ballots are given, what is visible does not depend on what was answered: two debates in which one seat gives
// other answers look the same at every door.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/domain/defined.ts';
import { say } from '../../src/operations/debate/manual-turns.ts';
import { openDebate } from '../../src/operations/debate/open-debate.ts';
import { lookManually } from '../../src/operations/reading/look-manually.ts';
import { showDebate } from '../../src/operations/records/read-debate.ts';
import { searchDebates } from '../../src/operations/records/search-debates.ts';
import { createSite, type Site } from '../github/harness.ts';
import { type Doors, openDoors, type Seen } from '../support/doors.ts';

let site: Site;
let doors: Doors;
beforeAll(async () => {
  site = await createSite();
  doors = await openDoors(site);
});
afterAll(async () => {
  await doors.close();
  await site.dispose();
});

const OPTIONS = { openings: true, gate: 'on', rounds: 1, ballot: true } as const;

interface Given {
  readonly opening: string;
  readonly ballot: string;
}

/** Answers of Wind that differ in all that an opening and a ballot have: answer, confidence, claims, source, vote, objection. */
const ONE: Given = {
  opening: 'Yes, 91 %\n- It is mature.\n- It is one service less.\nChange my mind: a test run',
  ballot: 'Yes, 93 %\nIt is mature.\nVote: own',
};
const OTHER: Given = {
  opening: 'No, 17 %\n- Nobody here knows it.',
  ballot: 'No, 19 %\nNobody measured it.\nMoved by: wall\nVote: reject\nObjection: It has no end date.',
};

/** Without what belongs to this very debate or moment: its name, times, hashes, salts and the length of the ledger's lines. */
function withoutNoise(seen: Seen, threadId: string): Seen {
  const plain = (text: string) =>
    text
      .replaceAll(threadId, 'ID')
      .replace(/\b[0-9a-f]{64}\b/g, 'HASH')
      .replace(/\b[0-9a-f]{16,32}\b/g, 'DIGITS')
      .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z| UTC)/g, 'TIME')
      .replace(/"(?:runningMs|durationMs|RUNNING_MS)":\d+|RUNNING_MS::\d+|\d+(?:\.\d)? (?:ms|s)\b/g, 'SPAN');
  return Object.fromEntries(Object.entries(seen).map(([door, text]) => [door, plain(text)]));
}

async function open(threadId: string, read?: readonly string[]): Promise<void> {
  await openDebate(doors.hall, {
    topic: 'Should we use Postgres for the queue?',
    threadId,
    format: 'wind-wall-door',
    options: OPTIONS,
    ...defined({ read }),
    seating: 'by-hand',
    signal: new AbortController().signal,
  });
}

const speak = (threadId: string, seat: string, content: string) =>
  say(doors.hall, { threadId, seat, content, author: 'Ada' });

/** The doors that show something else, with the place where they begin to. */
function listDifferences(one: Seen, other: Seen): string[] {
  return Object.keys({ ...one, ...other }).flatMap((door) => {
    const [mine = '', theirs = ''] = [one[door], other[door]];
    if (mine === theirs) return [];
    const at = [...mine].findIndex((character, index) => character !== theirs[index]);
    return [`${door}: ${mine.slice(Math.max(0, at - 40), at + 40)} | ${theirs.slice(Math.max(0, at - 40), at + 40)}`];
  });
}

/** Everything that can be seen but lists of all debates, which hold the other one, too. */
async function look(threadId: string): Promise<Seen> {
  const {
    list: _,
    debate_history: __,
    ...seen
  } = { ...(await doors.look(threadId)), ...(await doors.print(threadId)) };
  return withoutNoise(seen, threadId);
}

async function playToBallot(threadId: string): Promise<void> {
  await speak(threadId, 'wall', 'No, 40 %\n- It is slow.');
  await speak(threadId, 'door', 'Yes, 60 %\n- It is here.');
  await speak(threadId, 'wind', '1. Use it.\n2. Wait.\nWhich first?');
  await speak(threadId, 'wall', '[VERDICT] Yes.\n[EVIDENCE] It is here. 80 % sure.');
  await speak(threadId, 'door', 'ANSWER: Yes\n\n1. Use it; the tension is cost.');
}

describe('while openings and ballots are given', () => {
  it('nothing that can be seen tells one answer from another', async () => {
    const [one, other] = ['opinion-one', 'opinion-two'];
    for (const [threadId, { opening }] of [
      [one, ONE],
      [other, OTHER],
    ] as const) {
      await open(threadId);
      await speak(threadId, 'wind', opening);
    }
    expect(listDifferences(await look(one), await look(other))).toEqual([]);

    const rows = (await doors.hall.summaries.all()).map((row) => ({
      ...row,
      threadId: '',
      openedAt: '',
      changedAt: '',
    }));
    expect(rows[0]).toEqual(rows[1]);
    for (const words of ['Yes', '91', 'mature', 'Nobody here knows']) {
      expect(await searchDebates(doors.hall, { words })).toEqual([]);
    }
  });

  it('nothing that can be seen tells what a seat has looked up for its opening or its ballot', async () => {
    const [one, other] = ['look-one', 'look-two'];
    writeFileSync(join(site.project.folder, 'short.txt'), 'It is mature.\n');
    writeFileSync(join(site.project.folder, 'long.txt'), 'Nobody measured it, or will.\n'.repeat(40));
    const read = async (threadId: string, path: string) =>
      await lookManually(doors.hall, { threadId, seat: 'wind', tool: 'read_file', arguments: { path } });
    const files = [
      [one, 'short.txt'],
      [other, 'long.txt'],
    ] as const;
    for (const [threadId, path] of files) {
      await open(threadId, ['short.txt', 'long.txt']);
      await read(threadId, path);
    }
    expect(listDifferences(await look(one), await look(other))).toEqual([]);
    for (const [threadId, path] of files) await speak(threadId, 'wind', `Yes, 91 %\n- ${path}:1 says so.`);
    expect(listDifferences(await look(one), await look(other))).toEqual([]);

    const [first, second] = ['ballot-look-one', 'ballot-look-two'];
    for (const [threadId, path] of [
      [first, 'short.txt'],
      [second, 'long.txt'],
    ] as const) {
      await open(threadId, ['short.txt', 'long.txt']);
      await speak(threadId, 'wind', ONE.opening);
      await playToBallot(threadId);
      await read(threadId, path);
      await speak(threadId, 'wind', `Yes, 93 %\nAs ${path}:1 says.\nVote: own`);
    }
    expect(listDifferences(await look(first), await look(second))).toEqual([]);
  });

  it('nothing that can be seen tells one final answer and vote from another', async () => {
    const [one, other] = ['ballot-one', 'ballot-two'];
    for (const [threadId, { ballot }] of [
      [one, ONE],
      [other, OTHER],
    ] as const) {
      await open(threadId);
      await speak(threadId, 'wind', ONE.opening);
      await playToBallot(threadId);
      await speak(threadId, 'wind', ballot);
    }
    expect(listDifferences(await look(one), await look(other))).toEqual([]);
  });
});

it('what was withheld is at every door once all have answered', async () => {
  const threadId = 'opinion-open';
  await open(threadId);
  await speak(threadId, 'wind', OTHER.opening);
  await playToBallot(threadId);
  const seen = await look(threadId);
  for (const door of ['show', 'export markdown', 'export octave', 'get_debate', 'debate-hall show']) {
    expect(seen[door], door).toContain('Nobody here knows it.');
  }
  const { result } = await showDebate(doors.hall, threadId);
  expect(result?.data['openings']).toMatchObject({
    counts: [
      { answer: 'No', seats: ['wind', 'wall'], votes: 2, weight: 2 },
      { answer: 'Yes', seats: ['door'], votes: 1, weight: 1 },
    ],
  });
});
