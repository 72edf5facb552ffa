// How many connections a process of a shared hall has, whatever it does at the same time.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign, times } from '../support/campaign.ts';
import { type NetworkLine, openLine } from '../support/network-line.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { createSharedHall, type SharedHall } from '../support/shared-hall.ts';

const RUNS = times(20, 10);
/** A small pool, and one connection that listens. */
const MOST = 6;

describe.skipIf(whyNoPostgres !== undefined)('the connections of a process', () => {
  let shared: SharedHall;
  let line: NetworkLine;
  beforeAll(async () => {
    shared = await createSharedHall();
  });
  afterAll(async () => await shared.remove());
  beforeEach(async () => {
    line = await openLine(shared.postgres.socket);
  });
  afterEach(async () => {
    await shared.stopWorkers();
    await line.close();
  });
  const behindLine = () => ({ DEBATE_HALL_DATABASE_URL: shared.postgres.urlAt(line.port) });

  it.runIf(inCampaign)(
    `are ${MOST} at most in a worker with ${RUNS} runs, limits of providers and quotas`,
    async () => {
      shared.useNewHall({
        providers: { command: { concurrent: 8 } },
        quotas: { default: { callsPerDay: 10_000 } },
      });
      const hall = await shared.open('d0');
      for (let index = 1; index < RUNS; index += 1) await shared.open(`d${index}`);
      const queue = await hall.queue();
      for (let index = 0; index < RUNS; index += 1) {
        await queue.enqueue({ threadId: `d${index}`, agents: ['quick'], owner: 'Ada' });
      }
      await shared.startWorkerWith(behindLine(), '--concurrency', String(RUNS));
      for (let index = 0; index < RUNS; index += 1) {
        expect(await shared.whenEnded(`d${index}`)).toMatchObject({ state: 'done' });
      }
      expect(line.mostConnections()).toBeLessThanOrEqual(MOST);
    },
  );

  it.runIf(inCampaign)(
    `are ${MOST} at most in a server that checks keys, queues runs, keeps a trail and shows changes to ${RUNS} people`,
    async () => {
      shared.useNewHall();
      await Promise.all(Array.from({ length: RUNS }, async (_, index) => await shared.open(`d${index}`)));
      const { stdout } = await shared.call('keys', 'add', 'ana', '--role', 'admin');
      const headers = { authorization: `Bearer ${stdout.trim()}`, 'content-type': 'application/json' };
      const server = shared.project.start(['serve', '--listen', '127.0.0.1:0'], {
        env: { ...shared.env, ...behindLine() },
      });
      const [, url] = /at (http:\/\/127\.0\.0\.1:\d+)\//.exec(await server.says('stderr', 'at http')) ?? [];
      const live = new AbortController();
      const streams = Array.from({ length: RUNS }, () => fetch(`${url}/api/live`, { headers, signal: live.signal }));
      expect((await Promise.all(streams)).map(({ status }) => status)).toEqual(Array(RUNS).fill(200));
      const resumed = Array.from({ length: RUNS }, (_, index) =>
        fetch(`${url}/api/debates/d${index}/resume`, {
          headers: { ...headers, origin: url ?? '' },
          method: 'POST',
          body: JSON.stringify({ key: randomUUID() }),
        }),
      );
      expect((await Promise.all(resumed)).map(({ status }) => status)).toEqual(Array(RUNS).fill(200));
      live.abort();
      expect(line.mostConnections()).toBeLessThanOrEqual(MOST);
      server.child.kill('SIGTERM');
      expect(await server.finished).toMatchObject({ code: 0 });
    },
  );
});
