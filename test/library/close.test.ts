// Closing a hall while its agents speak cancels the run, and the ledger says nothing else of it; ending a debate ends only what it does.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  askAgent,
  killDebate,
  openDebate,
  openHall,
  prepareFollowUp,
  type RunInput,
  runDebate,
  showDebate,
  watchDebate,
} from '../../src/index.ts';
import { inCi } from '../support/campaign.ts';
import { quickRehearsal } from '../support/project.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'debate-hall-close-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const signal = new AbortController().signal;
const openWith = async (more: object) => {
  const agents = { one: { ...quickRehearsal, ...more } };
  const settings = [{ name: 'agents', path: ['agents'], value: agents }];
  return await openHall({ cwd: folder, home: folder, env: {}, settings });
};

/** The hall is closed as soon as an agent is asked that never answers. */
async function closeDuring(threadId: string, more: Pick<RunInput, 'followUp'>) {
  const hall = await openWith({ misbehave: 'hangs' });
  let closing: Promise<void> | undefined;
  const { reason, snapshot } = await runDebate(hall, {
    ...{ threadId, signal, ...more },
    listen: ({ type }) => {
      if (type === 'seat-started') closing ??= hall.close();
    },
  });
  await closing;
  return {
    reason,
    events: snapshot.log.map(({ type, data }) => ('reason' in data ? `${type}: ${data.reason}` : type)),
  };
}

it('closes the rest though a part of it cannot be closed', async () => {
  const hall = await openWith({});
  const closed: string[] = [];
  Object.assign(hall.store, { close: async () => closed.push('store') });
  Object.assign(await hall.queue(), { close: async () => await Promise.reject(new Error('The queue stays open.')) });
  await expect(hall.close()).rejects.toThrow('The queue stays open.');
  expect(closed).toEqual(['store']);
});

it('cancels a run', async () => {
  const hall = await openWith({});
  const { threadId } = await openDebate(hall, {
    ...{ topic: 'Should we?', format: 'check', options: { seats: 2 }, everySeat: 'one', signal },
  });
  const { reason, events } = await closeDuring(threadId, {});
  expect(reason).toBe('cancelled');
  expect(events.at(-1)).toBe('run-paused: cancelled');
  expect((await runDebate(hall, { threadId, signal })).reason).toBe('closed');
  await hall.close();
});

it('cancels a follow-up question, which can be resumed', async () => {
  const hall = await openWith({});
  const { threadId } = await openDebate(hall, {
    ...{ topic: 'Should we?', format: 'check', options: { seats: 2 }, everySeat: 'one', signal },
  });
  await runDebate(hall, { threadId, signal });
  const { question } = await prepareFollowUp(hall, { threadId, question: 'What is missing?', author: 'Ada', signal });
  const { reason, events } = await closeDuring(threadId, { followUp: question });
  expect(reason).toBe('cancelled');
  expect(events).not.toContain('follow-up-failed');
  const { snapshot } = await runDebate(hall, { threadId, signal });
  expect(snapshot.log.filter(({ type }) => type === 'follow-up-answered')).toHaveLength(2);
  await hall.close();
});

it.runIf(inCi)(
  'is not needed to end a question that nobody wants answered any more, and the decision stays',
  async () => {
    const hall = await openWith({});
    const { threadId } = await openDebate(hall, {
      ...{ topic: 'Should we?', format: 'check', options: { seats: 2 }, everySeat: 'one', signal },
    });
    const { snapshot: decided } = await runDebate(hall, { threadId, signal });
    const { question } = await prepareFollowUp(hall, { threadId, question: 'What is missing?', author: 'Ada', signal });
    const slow = await openWith({ misbehave: 'hangs' });
    const ended: Promise<string>[] = [];
    const end = async () => (await killDebate(hall, { threadId, author: 'Bea', reason: 'Too slow.' })).ended;
    const { reason, snapshot } = await runDebate(slow, {
      ...{ threadId, signal, followUp: question },
      listen: ({ type }) => {
        if (type === 'seat-started' && ended.length === 0) ended.push(end());
      },
    });
    expect([reason, await Promise.all(ended)]).toEqual(['closed', ['question']]);
    expect(snapshot.debate).toMatchObject({ status: 'closed', closed: decided.debate.closed });
    expect(snapshot.log.slice(-2)).toMatchObject(
      ['s1', 's2'].map(() => ({
        type: 'follow-up-failed',
        data: { failure: { code: 'cancelled', message: { text: 'Bea ended the question: Too slow.' } } },
      })),
    );
    expect(await end()).toBe('debate');
    await slow.close();
    await hall.close();
  },
);

it('is final: what begins later is refused, a run that began just before is cancelled, and who watches is done', async () => {
  const hall = await openWith({ misbehave: 'hangs' });
  const opening = { topic: 'Should we?', format: 'check', options: { seats: 2 }, everySeat: 'one', signal };
  const { threadId } = await openDebate(hall, opening);
  const late = runDebate(hall, { threadId, signal });
  await hall.close();
  expect((await late).reason).toBe('cancelled');
  const other = await openWith({ misbehave: 'hangs' });
  const ending = new AbortController();
  const run = runDebate(other, { threadId, signal: ending.signal });
  const watcher = await openWith({});
  let closing: Promise<void> | undefined;
  for await (const { kind } of watchDebate(watcher, threadId)) if (kind === 'live') closing ??= watcher.close();
  await closing;
  ending.abort();
  await run;
  await other.close();
  const refused = { code: 'bad-input', message: expect.stringContaining('the hall: must be open, and was closed') };
  const ask = { agent: { agent: 'one' }, prompt: 'Why?', signal };
  for (const begin of [
    () => openDebate(hall, opening),
    () => runDebate(hall, { threadId, signal }),
    () => askAgent(hall, ask),
    () => showDebate(hall, threadId),
  ])
    await expect(begin()).rejects.toMatchObject(refused);
});
