// How many connections a process of a shared hall has, whatever it does at the same time.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type NetworkLine, openLine } from '../support/network-line.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { createSharedHall, type SharedHall } from '../support/shared-hall.ts';

const RUNS = 20;
/** A small pool, and one connection that listens. */
const MOST = 6;

describe.skipIf(whyNoPostgres !== undefined)('the connections of a process', () => {
  let shared: SharedHall;
  let line: NetworkLine;
  beforeAll(async () => {
    shared = await createSharedHall();
    line = await openLine(shared.postgres.socket);
  }, 60_000);
  afterAll(async () => {
    await line.close();
    await shared.remove();
  });
  afterEach(async () => await shared.stopWorkers());
  const behindLine = () => ({ DEBATE_HALL_DATABASE_URL: `postgres://hall@127.0.0.1:${line.port}/postgres` });

  it(`are ${MOST} at most in a worker with ${RUNS} runs, limits of providers and quotas`, async () => {
    shared.useNewHall({
      providers: { rehearsal: { concurrent: 10 } },
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
    expect(line.mostConnections()).toBeGreaterThan(1);
  });
});
