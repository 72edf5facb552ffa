// What a person may use in a shared hall: places for runs that two servers never give out twice, and refusals in their own code.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/domain/failures/exit-codes.ts';
import { openAuditTrail } from '../../src/hall/compose/store.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { createSharedHall, type SharedHall } from '../support/shared-hall.ts';
import { createServedDatabase, type ServedDatabase } from './shared-support.ts';
import type { Loose, Serve } from './support.ts';

const TOPIC = 'Should we adopt it?';
const never = new AbortController().signal;

describe.skipIf(whyNoPostgres !== undefined)('quotas of a shared hall', () => {
  let served: ServedDatabase;
  let halls = 0;
  let config: Record<string, unknown>;
  beforeAll(async () => {
    served = await createServedDatabase();
  });
  beforeEach(() => {
    halls += 1;
    config = { store: { hall: `hall-${halls}` } };
  });
  afterEach(async () => await served.closeAll());

  const begin = async (quotas: object): Promise<Serve> => {
    const serve = await served.serve({ ...config, quotas });
    await serve.addKey('owner', 'admin');
    await serve.listen();
    return serve;
  };

  /** As the page of a server sends it. */
  const post = async (serve: Serve, token: string, address: string, body: object): Promise<[number, Loose]> => {
    const headers = { 'content-type': 'application/json', origin: serve.url };
    const sent = await serve.request(address, { method: 'POST', token, headers, body: JSON.stringify(body) });
    return [sent.status, await sent.json()];
  };

  it.runIf(inCampaign)('give the last place to one of many who ask two servers at the same time', async () => {
    const one = await begin({ default: { runs: 2 } });
    const other = await begin({ default: { runs: 2 } });
    const key = await one.addKey('ana', 'runner');
    const clients = [await one.connect(key), await other.connect(key)];
    const asked = Array.from({ length: 12 }, async (_, n) =>
      clients[n % 2]?.call('debate_auto', { topic: TOPIC, thread_id: `d-${n}`, wait: false }),
    );
    const results = await Promise.allSettled(asked);
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
    expect(refusals).toHaveLength(10);
    for (const refusal of refusals) expect(refusal).toContain('quota-reached: The quota is used up: 2 of 2 runs');
    expect(await (await one.hall.queue()).list()).toHaveLength(2);
    // Of the page, too.
    const page = await post(one, key, '/api/debates', { key: 'k'.repeat(20), topic: TOPIC });
    expect(page).toMatchObject([429, { error: { code: 'quota-reached' } }]);
    // A run that has ended makes room.
    await served.startWorker(one);
    const [first] = await (await one.hall.queue()).list();
    expect(await (await one.hall.queue()).whenEnded(first?.threadId ?? '', never)).toMatchObject({ state: 'done' });
    await clients[0]?.call('debate_auto', { topic: TOPIC, thread_id: 'later' });
  });

  it.runIf(inCampaign)(
    'leave each refusal in the audit trail, also where the last place was taken meanwhile',
    async () => {
      const serve = await begin({ default: { runs: 1 } });
      const key = await serve.addKey('ana', 'runner');
      const { call } = await serve.connect(key);
      const asked = Array.from({ length: 8 }, async (_, n) =>
        n % 2 === 0
          ? (await post(serve, key, '/api/debates', { key: `start-${n}-${'k'.repeat(20)}`, topic: TOPIC }))[0]
          : await call('debate_auto', { topic: TOPIC, thread_id: `d-${n}`, wait: false }).then(
              () => 200,
              () => 429,
            ),
      );
      const refused = (await Promise.all(asked)).filter((status) => status === 429);
      expect(refused).toHaveLength(7);
      const { config: loaded, env } = serve.hall.loaded;
      const trail = await openAuditTrail(loaded, env, serve.hall.clock);
      const entries = await trail.list(loaded.store.hall, { principal: 'key:ana', refused: true, most: 100 });
      await trail.close();
      expect(entries.map(({ operation, decision }) => [operation, decision])).toEqual(
        refused.map(() => ['start-run', 'quota-reached']),
      );
      // What was opened before it was refused is named.
      const opened = (await serve.hall.store.list()).items;
      const queued = (await (await serve.hall.queue()).list()).map(({ threadId }) => threadId);
      const left = opened.filter((id) => !queued.includes(id));
      expect(entries.map(({ debate }) => debate)).toEqual(expect.arrayContaining(left));
    },
  );

  it.runIf(inCi)('count a run once, however often it is asked for, and no longer once it is cancelled', async () => {
    const serve = await begin({ default: { runs: 1 } });
    const { call } = await serve.connect(await serve.addKey('ana', 'runner'));
    const bob = await serve.connect(await serve.addKey('bob', 'runner'));
    await call('debate_auto', { topic: TOPIC, thread_id: 'first', wait: false });
    // It is queued already, and takes no place of whoever asks again.
    await bob.call('debate_auto', { topic: TOPIC, thread_id: 'own', wait: false });
    const queue = await serve.hall.queue();
    expect(await queue.enqueue({ threadId: 'first', agents: ['quick'], owner: 'key:bob' }, 1)).toBe('already-queued');
    expect(await queue.cancel('first')).toBe(true);
    await call('debate_auto', { topic: TOPIC, thread_id: 'second', wait: false });
  });

  it.runIf(inCi)('refuse nothing that was asked for before', async () => {
    const serve = await begin({ default: { runs: 1 } });
    const key = await serve.addKey('ana', 'runner');
    const twice = async (address: string, asked: object): Promise<Loose> => {
      const [first, again, other] = [
        await post(serve, key, address, { key: 'asked-once', ...asked }),
        await post(serve, key, address, { key: 'asked-once', ...asked }),
        await post(serve, key, address, { key: 'another-key', ...asked }),
      ];
      expect([first[0], again, other[0]]).toEqual([200, first, 429]);
      return first[1];
    };
    const { threadId } = await twice('/api/debates', { topic: TOPIC });
    const queue = await serve.hall.queue();
    await queue.cancel(threadId);
    // Somebody has stopped it, and that holds.
    await post(serve, key, '/api/debates', { key: 'asked-once', topic: TOPIC });
    expect(await queue.list()).toMatchObject([{ threadId, state: 'cancelled' }]);
    await twice(`/api/debates/${threadId}/resume`, {});
  });

  it.runIf(inCi)('let a refused resume change nothing, and a queued one all that it asked for', async () => {
    const serve = await begin({ default: { runs: 1 } });
    const { hall } = serve;
    const { call } = await serve.connect(await serve.addKey('ana', 'runner'));
    const queue = await hall.queue();
    for (const id of ['one', 'two']) {
      await call('debate_auto', { topic: TOPIC, thread_id: id, wait: false });
      await queue.cancel(id);
    }
    const changes = { seats: { wall: 'rehearsal' }, limits: { tokens: 1_000_000 }, wait: false };
    // Both are let in before either has its place.
    const asked = ['one', 'two'].map(async (id) => await call('resume_debate', { thread_id: id, ...changes }));
    const results = await Promise.allSettled(asked);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    const refused = results[0]?.status === 'rejected' ? 'one' : 'two';
    const listTypes = async (id: string) => (await hall.engine.snapshot(id)).log.slice(1).map(({ type }) => type);
    expect(await listTypes(refused)).toEqual([]);
    const [run] = await queue.list({ states: ['waiting'] });
    expect(run?.agents).toEqual(['quick', 'rehearsal']);
    expect(await listTypes(run?.threadId ?? '')).toEqual(['limits-raised', 'seat-replaced']);
  });

  it.runIf(inCi)('keep no judgment from being recorded, which nobody could give again', async () => {
    const serve = await begin({ default: { runs: 1 } });
    const { hall } = serve;
    const { call } = await serve.connect(await serve.addKey('ana', 'runner'));
    const queue = await hall.queue();
    const ids = { approve: 'approved', reject: 'rejected' } as const;
    const worker = await served.startWorker(serve);
    for (const thread_id of Object.values(ids)) {
      expect(await call('debate_auto', { topic: TOPIC, thread_id, pause_at: 'decision' })).toMatchObject({
        run: 'paused',
      });
      // As of one that somebody ran in a terminal, the queue has no run that the judgment could continue.
      await queue.remove(thread_id);
    }
    await worker();
    await call('debate_auto', { topic: TOPIC, thread_id: 'full', wait: false });
    for (const [action, thread_id] of Object.entries(ids)) {
      const judged = await call('resume_debate', { thread_id, action, content: 'Name an end date.' });
      expect(judged).toMatchObject({
        run: 'cancelled',
        next_step: expect.stringMatching(/^Your judgment is recorded\. The quota is used up: 1 of 1 run at once\./),
      });
      const turns = (await hall.engine.snapshot(thread_id)).log.filter(({ type }) => type === 'turn-recorded');
      expect(turns.at(-1)).toMatchObject({ data: { seat: 'reviewer', by: { author: 'ana' } } });
      const more = { thread_id, action, content: 'No.', limits: { tokens: 1_000_000 } };
      await expect(call('resume_debate', more)).rejects.toThrow(/^quota-reached/);
    }
    const { config: loaded, env } = hall.loaded;
    const trail = await openAuditTrail(loaded, env, hall.clock);
    const refused = await trail.list(loaded.store.hall, { principal: 'key:ana', refused: true, most: 100 });
    await trail.close();
    expect(refused.map(({ operation, decision }) => [operation, decision])).toEqual(
      Array.from({ length: 4 }, () => ['resume-run', 'quota-reached']),
    );
  });

  it.runIf(inCi)('are named by their own code when a run meets one, at every door', async () => {
    const serve = await begin({ default: { callsPerDay: 1 } });
    const key = await serve.addKey('ana', 'runner');
    const { call } = await serve.connect(key);
    await served.startWorker(serve);
    await expect(call('debate_auto', { topic: TOPIC, thread_id: 'd' })).rejects.toThrow(
      /^quota-reached: The quota is used up: 1 of 1 call today\. The next day begins/,
    );
    const [run] = await (await serve.hall.queue()).list({ threadId: 'd' });
    expect(run).toMatchObject({ state: 'failed', code: 'quota-reached', problem: expect.stringContaining('1 of 1') });
    const view = (await (await serve.request('/api/debates/d', { token: key })).json()) as Loose;
    expect(view).toMatchObject({ problem: run?.problem });
  });
});

describe.skipIf(whyNoPostgres !== undefined)('a place for a run', () => {
  let shared: SharedHall;
  beforeAll(async () => {
    shared = await createSharedHall();
  });
  afterAll(async () => await shared.remove());

  it.runIf(inCampaign)('is kept when its worker is killed, and free when another has ended the run', async () => {
    const goOn = shared.useWaitingAgent({ quotas: { default: { runs: 1 } } });
    await shared.open('first', 'quick', { wind: 'waiting' });
    await shared.open('second');
    const worker = await shared.startWorker('--name', 'killed');
    expect(await shared.call('queue', 'add', 'first')).toMatchObject({ code: 0 });
    await expect.poll(() => shared.project.calls().length).toBe(1);
    worker.child.kill('SIGKILL');
    await worker.finished;
    const refused = await shared.call('queue', 'add', '--json', 'second');
    expect(refused).toMatchObject({ code: EXIT.limit });
    expect(refused.stdout + refused.stderr).toContain('quota-reached');
    goOn();
    await shared.startWorker('--name', 'other');
    expect(await shared.whenEnded('first')).toMatchObject({ state: 'done', worker: 'other' });
    expect(await shared.call('queue', 'add', 'second')).toMatchObject({ code: 0 });
  });
});
