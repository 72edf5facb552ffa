// While openings or ballots are given, what is visible does not depend on what was answered: two debates in which one seat gives
// other answers look the same at every door.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/domain/defined.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { say } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import { lookManually } from '../../src/hall/operations/reading/look-manually.ts';
import { showDebate } from '../../src/hall/operations/records/copies/export-debate.ts';
import { searchDebates } from '../../src/hall/operations/records/lists/search-debates.ts';
import { OPEN_GATE } from '../../src/platform/access/gate.ts';
import { createSite, type Site } from '../github/harness.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { type Doors, openDoors } from '../support/doors.ts';
import { listAll } from '../support/hall.ts';
import { listDifferences, lookAtAll } from '../support/seen.ts';

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
  opening: 'Yes, 91%\n- It is mature.\n- It is one service less.\nChange my mind: a test run',
  ballot: 'Yes, 93%\nIt is mature.\nVote: own',
};
const OTHER: Given = {
  opening: 'No, 17%\n- Nobody here knows it.',
  ballot: 'No, 19%\nNobody measured it.\nMoved by: C3\nVote: reject\nObjection: It has no end date.',
};

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
  say(doors.hall, OPEN_GATE, { threadId, seat, content, author: 'Ada' });

async function playToBallot(threadId: string): Promise<void> {
  await speak(threadId, 'wall', 'No, 40%\n- It is slow.');
  await speak(threadId, 'door', 'Yes, 60%\n- It is here.');
  await speak(threadId, 'wind', '1. Use it.\n2. Wait.\nWhich first?');
  await speak(threadId, 'wall', '[VERDICT] Yes.\n[EVIDENCE] It is here. 80% sure.');
  await speak(threadId, 'door', 'ANSWER: Yes\n\n1. Use it; the tension is cost.');
}

describe('while openings and ballots are given', () => {
  it.runIf(inCampaign)('nothing that can be seen tells one answer from another', async () => {
    const [one, other] = ['opinion-one', 'opinion-two'];
    for (const [threadId, { opening }] of [
      [one, ONE],
      [other, OTHER],
    ] as const) {
      await open(threadId);
      await speak(threadId, 'wind', opening);
    }
    expect(listDifferences(await lookAtAll(doors, one), await lookAtAll(doors, other))).toEqual([]);

    const rows = (await listAll(doors.hall.summaries)).map((row) => ({
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

  it.runIf(inCampaign)(
    'nothing that can be seen tells what a seat has looked up for its opening or its ballot',
    async () => {
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
      expect(listDifferences(await lookAtAll(doors, one), await lookAtAll(doors, other))).toEqual([]);
      for (const [threadId, path] of files) await speak(threadId, 'wind', `Yes, 91%\n- ${path}:1 says so.`);
      expect(listDifferences(await lookAtAll(doors, one), await lookAtAll(doors, other))).toEqual([]);

      const [first, second] = ['ballot-look-one', 'ballot-look-two'];
      for (const [threadId, path] of [
        [first, 'short.txt'],
        [second, 'long.txt'],
      ] as const) {
        await open(threadId, ['short.txt', 'long.txt']);
        await speak(threadId, 'wind', ONE.opening);
        await playToBallot(threadId);
        await read(threadId, path);
        await speak(threadId, 'wind', `Yes, 93%\nAs ${path}:1 says.\nVote: own`);
      }
      expect(listDifferences(await lookAtAll(doors, first), await lookAtAll(doors, second))).toEqual([]);
    },
  );

  it.runIf(inCampaign)('nothing that can be seen tells one final answer and vote from another', async () => {
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
    expect(listDifferences(await lookAtAll(doors, one), await lookAtAll(doors, other))).toEqual([]);
  });
});

it.runIf(inCi)('what was withheld is at every door once all have answered', async () => {
  const threadId = 'opinion-open';
  await open(threadId);
  await speak(threadId, 'wind', OTHER.opening);
  await playToBallot(threadId);
  const seen = await lookAtAll(doors, threadId);
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
