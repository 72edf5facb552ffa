// What a tab that is left open hears, and costs: a change names its debate, so that nobody lists the whole hall for it.
import { afterEach, describe, expect, it } from 'vitest';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { interject } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import { deleteDebate } from '../../src/hall/operations/records/delete-debate.ts';
import { systemClock } from '../../src/support/clock.ts';
import { inCampaign } from '../support/campaign.ts';
import { openDatabase } from '../support/database.ts';
import { openLine } from '../support/network-line.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { readStream } from '../web/support.ts';
import { startServe } from './support.ts';

const CHANGES = 10;
const LOOK_EVERY_MS = 10_000;
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

describe.skipIf(whyNoPostgres !== undefined)('an open tab', () => {
  it.runIf(inCampaign)('costs no list of the hall for a change', async () => {
    const postgres = await openDatabase();
    const line = await openLine(postgres.socket);
    opened.push(line);
    const env = { DEBATE_HALL_STORE: 'postgres', DEBATE_HALL_QUEUE: 'postgres' };
    const serve = await startServe({ env: { ...env, DEBATE_HALL_DATABASE_URL: postgres.urlAt(line.port, 'team') } });
    const writer = await startServe({ env: { ...env, DEBATE_HALL_DATABASE_URL: postgres.ordinaryUrl } });
    opened.push(serve, writer);
    const token = await serve.addKey('ana', 'reader');
    await serve.listen();
    const open = async (threadId: string) =>
      await openDebate(writer.hall, { threadId, topic: 'Should we?', format: 'wind-wall-door', seating: 'by-hand' });
    for (const threadId of ['one', 'two', 'three']) await open(threadId);
    const { messages } = readStream(await serve.request('/api/live', { token }));
    const rows = () => messages.flatMap((message) => (message.type === 'list' ? message.rows : []));
    const lists = () => line.said.filter((said) => said.includes('order by written desc')).length;
    // What was written before the server began to watch is told to nobody: the page has read it.
    const begin = async () => {
      await interject(writer.hall, { threadId: 'one', author: 'Ada', content: 'Begin.' });
      return rows().length;
    };
    await expect.poll(begin, { interval: 500 }).toBeGreaterThan(0);
    const before = lists();
    const began = systemClock.elapsed();
    for (let change = 1; change <= CHANGES; change += 1) {
      const known = messages.length;
      await interject(writer.hall, { threadId: 'one', author: 'Ada', content: `Note ${change}.` });
      await expect.poll(() => messages.length).toBeGreaterThan(known);
    }
    await open('four');
    await expect.poll(() => rows().map(({ threadId }) => threadId)).toContain('four');
    await deleteDebate(writer.hall, 'two');
    await expect
      .poll(() => messages.flatMap((message) => (message.type === 'list' ? message.gone : [])))
      .toEqual(['two']);
    // Every ten seconds the page and MCP look around once each, in case a notice was lost.
    const looks = 1 + Math.floor((systemClock.elapsed() - began) / LOOK_EVERY_MS);
    expect(lists() - before).toBeLessThanOrEqual(2 * looks);
  });

  it('hears of runs that wait, and of those that do so no longer', async () => {
    const postgres = await openDatabase();
    const env = { DEBATE_HALL_STORE: 'postgres', DEBATE_HALL_QUEUE: 'postgres' };
    const serve = await startServe({ env: { ...env, DEBATE_HALL_DATABASE_URL: postgres.ordinaryUrl } });
    opened.push(serve);
    const token = await serve.addKey('ana', 'reader');
    await serve.listen();
    const threadId = 'one';
    await openDebate(serve.hall, { threadId, topic: 'Should we?', format: 'wind-wall-door', seating: 'by-hand' });
    const { messages } = readStream(await serve.request('/api/live', { token }));
    const countChanges = () => messages.filter(({ type }) => type === 'list').length;
    const queue = await serve.hall.queue();
    const change = async (how: () => Promise<unknown>) => {
      const known = countChanges();
      await how();
      return countChanges() > known;
    };
    const order = async () => {
      await queue.cancel(threadId);
      await queue.enqueue({ threadId, agents: ['quick'] });
    };
    // What changed before the server began to watch is told to nobody.
    await expect.poll(() => change(order), { interval: 500 }).toBe(true);
    const list = async () => {
      const answer = (await (await serve.request('/api/debates', { token })).json()) as { rows: { queued?: string }[] };
      return answer.rows.map(({ queued }) => queued);
    };
    expect(await list()).toEqual(['for a worker']);
    const known = countChanges();
    expect(await queue.cancel(threadId)).toBe(true);
    await expect.poll(countChanges).toBeGreaterThan(known);
    expect(await list()).toEqual([undefined]);
  });
});
