// Webhooks of a shared hall: rows that several processes deliver, each once, also when one of them is killed.
import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from 'vitest';
import { HallError } from '../../src/domain/failures/errors.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { announceAll } from '../../src/hall/operations/webhooks/announcer.ts';
import { listWebhooks, retryWebhooks } from '../../src/hall/operations/webhooks/manage-webhooks.ts';
import { Database } from '../../src/platform/database/database.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { openDatabase } from '../support/database.ts';
import { receiveHooks } from '../support/hook-receiver.ts';
import { type PostgresDatabase, whyNoPostgres } from '../support/postgres.ts';
import { createProject, everySeat, quickRehearsal } from '../support/project.ts';

describe.skipIf(whyNoPostgres !== undefined)('webhooks of a shared hall', () => {
  let postgres: PostgresDatabase;
  let database: Database;
  let halls = 0;
  beforeAll(async () => {
    postgres = await openDatabase();
    database = new Database({ url: postgres.url });
  });
  afterAll(async () => {
    await database.close();
  });

  const setUp = async (context: TestContext) => {
    halls += 1;
    const receiver = await receiveHooks(context);
    const common = { agents: { quick: quickRehearsal }, seats: everySeat('quick'), recipe: 'quick' };
    const store = { kind: 'postgres', hall: `hooks-${halls}` };
    // People have no webhooks in their own configuration; the machines that deliver have.
    const person = createProject({ ...common, store });
    const hookSettings = (name: string) => ({
      ...common,
      store,
      web: { privateHosts: ['127.0.0.1'] },
      webhooks: { [name]: { url: receiver.url } },
    });
    const machine = createProject(hookSettings('team'));
    const opened: Hall[] = [];
    context.onTestFinished(async () => {
      for (const hall of opened) await hall.close();
      for (const project of [person, machine]) project.dispose();
    });
    const env = { DEBATE_HALL_DATABASE_URL: postgres.url };
    const openMachine = async () => {
      const hall = await openHall({ cwd: machine.folder, home: machine.root, env: { ...machine.env, ...env } });
      opened.push(hall);
      return hall;
    };
    const decide = async (id: string) =>
      expect(await person.call(['run', 'Should we?', '--id', id], { env })).toMatchObject({ code: 0 });
    /** Delivers what a machine that starts now finds, and what follows, until so many were received. */
    const deliver = async (count: number, opening: Promise<Hall> = openMachine()) => {
      const hall = await opening;
      const stop = new AbortController();
      const working = announceAll(hall, () => {}, stop.signal);
      await receiver.gets(count);
      // Whoever is stopped while it sends does not know whether it arrived.
      await expect
        .poll(async () => (await listWebhooks(hall)).deliveries.filter(({ state }) => state === 'waiting'))
        .toEqual([]);
      stop.abort();
      await working;
      return receiver.received.map(({ body }) => (JSON.parse(body) as { data: { debate: string } }).data.debate);
    };
    return { receiver, openMachine, decide, deliver, person, machine, hookSettings, env };
  };
  const idsOf = ({ received }: { received: readonly { headers: Readonly<Record<string, string>> }[] }) =>
    received.map(({ headers }) => headers['webhook-id']);

  it.runIf(inCampaign)('are delivered once each by several machines that watch the same hall', async (context) => {
    const { receiver, openMachine, decide } = await setUp(context);
    const stop = new AbortController();
    const machines = await Promise.all([1, 2, 3].map(openMachine));
    const working = machines.map(async (hall) => await announceAll(hall, () => {}, stop.signal));
    for (let n = 0; n < 6; n += 1) await decide(`d-${n}`);
    await receiver.gets(6);
    // Whoever took one has settled it, so nobody sends it again.
    const [hall] = machines as [Hall];
    await expect
      .poll(async () => (await listWebhooks(hall)).deliveries.map(({ state }) => state))
      .toEqual(Array.from({ length: 6 }, () => 'delivered'));
    stop.abort();
    await Promise.all(working);
    expect(receiver.received).toHaveLength(6);
    expect(new Set(idsOf(receiver)).size).toBe(6);
  });

  it.runIf(inCampaign)('reach a webhook that answers while another one is silent', async (context) => {
    const { receiver, openMachine, decide, machine, hookSettings } = await setUp(context);
    const silent = await receiveHooks(context, 'silence');
    const { webhooks, ...others } = hookSettings('team');
    machine.configure({ ...others, webhooks: { silent: { url: silent.url }, ...webhooks } });
    const hall = await openMachine();
    const stop = new AbortController();
    const working = announceAll(hall, () => {}, stop.signal);
    for (const [n, id] of ['first', 'second', 'third'].entries()) {
      await decide(id);
      await Promise.all([receiver.gets(n + 1), silent.gets(1)]);
    }
    const left = (await listWebhooks(hall)).deliveries.filter(({ hook }) => hook === 'silent');
    // The first of them still waits for its answer.
    expect(left.filter(({ attempts, problem }) => attempts === 1 && problem === undefined)).not.toEqual([]);
    expect(left.filter(({ problem }) => problem !== undefined)).toEqual([]);
    stop.abort();
    await working;
  });

  it.runIf(inCi)(
    'of what happened while no machine ran are sent by the next one that starts, and nothing older',
    async (context) => {
      const { decide, deliver } = await setUp(context);
      await decide('old');
      await decide('new');
      // As if it had been imported from another hall, where it was decided long ago.
      await database.query(
        `update debate_hall.debate set written = clock_timestamp() - interval '2 days' where hall = $1 and id = 'old'`,
        [`hooks-${halls}`],
      );
      expect(await deliver(1)).toEqual(['new']);
    },
  );

  it.runIf(inCi)(
    'reach the webhooks of a machine although somebody with others has noted the debate',
    async (context) => {
      const { receiver, decide, deliver, person, hookSettings } = await setUp(context);
      person.configure(hookSettings('own'));
      await decide('d');
      expect(receiver.received).toHaveLength(1);
      expect(await deliver(2)).toEqual(['d', 'd']);
      expect(new Set(idsOf(receiver)).size).toBe(1);
    },
  );

  it('wait for a debate that the database could not give', async (context) => {
    const { openMachine, decide, deliver } = await setUp(context);
    await decide('d');
    const hall = await openMachine();
    const refuse = vi.spyOn(hall.engine, 'snapshot').mockRejectedValue(new HallError('storage', 'It does not answer.'));
    const stop = new AbortController();
    await announceAll(hall, () => stop.abort(), stop.signal);
    refuse.mockRestore();
    expect(await deliver(1, Promise.resolve(hall))).toEqual(['d']);
  });

  it.runIf(inCampaign)('are not sent again when a person is erased or when the hall is copied', async (context) => {
    const { receiver, openMachine, decide, deliver, person, env } = await setUp(context);
    expect(await person.call(['open', 'Should we?', '--id', 'd', '--recipe', 'quick'], { env })).toMatchObject({
      code: 0,
    });
    expect(await person.call(['close', 'd', 'No.'], { env: { ...env, GIT_AUTHOR_NAME: 'Ada' } })).toMatchObject({
      code: 0,
    });
    expect(await deliver(1)).toEqual(['d']);
    expect(await person.call(['hall', 'export', '--to', 'copy'], { env })).toMatchObject({ code: 0 });
    expect(await person.call(['people', 'erase', 'Ada', '--yes'], { env })).toMatchObject({ code: 0 });
    await decide('later');
    expect(await deliver(2)).toEqual(['d', 'later']);
    const { deliveries } = await listWebhooks(await openMachine());
    expect(deliveries.map(({ debate }) => debate).toSorted()).toEqual(['d', 'later']);

    expect(await person.call(['delete', 'd', '--yes'], { env })).toMatchObject({ code: 0 });
    expect(await person.call(['hall', 'import', '--from', 'copy'], { env })).toMatchObject({ code: 0 });
    await decide('last');
    expect(await deliver(3)).toEqual(['d', 'later', 'last']);
    expect(receiver.received).toHaveLength(3);
  });

  it.runIf(inCampaign)('that a killed machine was sending are sent by another, under the same ID', async (context) => {
    const { receiver, openMachine, decide, machine, env } = await setUp(context);
    await decide('d');
    receiver.answer('silence');
    const killed = machine.start(['webhooks', 'retry'], { env });
    await receiver.gets(1);
    killed.child.kill('SIGKILL');
    await killed.finished;
    receiver.answer(200);
    const hall = await openMachine();
    // While the killed one could still be at work, nobody sends it.
    await retryWebhooks(hall, undefined, AbortSignal.timeout(30_000));
    expect(receiver.received).toHaveLength(1);
    await database.query(`update debate_hall.webhook_delivery set at = clock_timestamp() where hall = $1`, [
      `hooks-${halls}`,
    ]);
    await retryWebhooks(hall, undefined, AbortSignal.timeout(30_000));
    expect(new Set(idsOf(receiver)).size).toBe(1);
    expect((await listWebhooks(hall)).deliveries).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it.runIf(inCi)('that wait to be tried again are sent at once by whoever asks', async (context) => {
    const { receiver, openMachine, decide } = await setUp(context);
    receiver.answer(503);
    await decide('d');
    const hall = await openMachine();
    await retryWebhooks(hall, undefined, AbortSignal.timeout(30_000));
    expect((await listWebhooks(hall)).deliveries).toMatchObject([
      { state: 'waiting', attempts: 1, problem: 'It answered with 503.' },
    ]);
    receiver.answer(200);
    const retried = await retryWebhooks(hall, undefined, AbortSignal.timeout(30_000));
    expect(retried).toMatchObject({ retried: 1, deliveries: [{ state: 'delivered', attempts: 2 }] });
    expect(retried.deliveries[0]).not.toHaveProperty('problem');
  });

  it('go with the debate when it is deleted', async (context) => {
    const { receiver, openMachine, decide, person, env } = await setUp(context);
    receiver.answer(410);
    await decide('d');
    const hall = await openMachine();
    await retryWebhooks(hall, undefined, AbortSignal.timeout(30_000));
    expect((await listWebhooks(hall)).deliveries).toMatchObject([{ state: 'failed' }]);
    expect(await person.call(['delete', 'd', '--yes'], { env })).toMatchObject({ code: 0 });
    expect((await listWebhooks(hall)).deliveries).toEqual([]);
  });
});
