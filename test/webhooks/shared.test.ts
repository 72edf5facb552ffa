// Webhooks of a shared hall: rows that several processes deliver, each once, also when one of them is killed.
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
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
    const machine = createProject({
      ...common,
      store,
      web: { privateHosts: ['127.0.0.1'] },
      webhooks: { team: { url: receiver.url } },
    });
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
    return { receiver, openMachine, decide, person, machine, env };
  };
  const idsOf = ({ received }: { received: readonly { headers: Readonly<Record<string, string>> }[] }) =>
    received.map(({ headers }) => headers['webhook-id']);

  it.runIf(inCi)('are delivered once each by several machines that watch the same hall', async (context) => {
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

  it('of what happened while no machine ran are sent by the next one that starts, and nothing older', async (context) => {
    const { receiver, openMachine, decide } = await setUp(context);
    await decide('old');
    await decide('new');
    // As if it had been imported from another hall, where it was decided long ago.
    await database.query(
      `update debate_hall.debate set written = clock_timestamp() - interval '2 days' where hall = $1 and id = 'old'`,
      [`hooks-${halls}`],
    );
    const stop = new AbortController();
    const working = announceAll(await openMachine(), () => {}, stop.signal);
    await receiver.gets(1);
    stop.abort();
    await working;
    expect(receiver.received.map(({ body }) => (JSON.parse(body) as { data: { debate: string } }).data.debate)).toEqual(
      ['new'],
    );
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
