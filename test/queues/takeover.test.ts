// Workers that die, stand still or lose their database: runs go on elsewhere, and nobody works on without their run.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LedgerEvent } from '../../src/domain/events.ts';
import { verifyDebate } from '../../src/operations/records/read-debate.ts';
import { inCampaign, times } from '../support/campaign.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { stillRunning } from '../support/processes.ts';
import type { SeatCall } from '../support/project.ts';
import { createSharedHall, type SharedHall } from '../support/shared-hall.ts';

const ROUNDS = Array.from({ length: times(2, 1, 20) }, (_, index) => index + 1);

const MANY = times(20, 6, 50);

const started = (log: readonly LedgerEvent[]) => log.filter(({ type }) => type === 'run-started');

/** For the figures of a campaign. */
function report(what: string, from: number, to: string): void {
  if (inCampaign) process.stdout.write(`${what}: ${((Date.parse(to) - from) / 1_000).toFixed(1)} s\n`);
}

describe.skipIf(whyNoPostgres !== undefined)('a run whose worker is lost', () => {
  let shared: SharedHall;
  beforeAll(async () => {
    shared = await createSharedHall({ durable: true });
  }, 60_000);
  afterAll(async () => await shared.remove());
  beforeEach(() => shared.useNewHall());
  afterEach(async () => await shared.stopWorkers());

  /** It is sound, and nobody was heard twice. */
  async function expectWhole(threadId: string) {
    expect(await verifyDebate(await shared.hall(), { threadId })).toMatchObject({ ok: true });
    const { log } = await shared.read(threadId);
    const keys = log.flatMap((event) => (event.type === 'turn-recorded' ? [event.data.key] : []));
    expect(new Set(keys).size).toBe(keys.length);
    expect(log.at(-1)?.type).toBe('debate-closed');
    return log;
  }

  it.each(ROUNDS)('is taken over by another when it was killed, round %i', async () => {
    const first = await shared.startWorker('--name', 'first');
    await shared.open('d', 'slow');
    await shared.call('queue', 'add', 'd');
    await shared.whenSpoken('d', 1);
    const killedAt = Date.now();
    first.child.kill('SIGKILL');
    await shared.startWorker('--name', 'second');
    expect(await shared.whenEnded('d')).toMatchObject({ state: 'done', worker: 'second', attempts: 2 });
    const [, second] = started(await expectWhole('d'));
    expect(second?.data).toMatchObject({ worker: 'second', resumed: true });
    report('takeover after kill -9', killedAt, second?.at ?? '');
  });

  it.each(ROUNDS)('is taken over while it stands still, and gives up when it wakes, round %i', async () => {
    const asked = shared.project.calls().length;
    const goOn = shared.useWaitingAgent();
    const first = await shared.startWorker('--name', 'first');
    await shared.open('d', 'quick', { wall: 'waiting' });
    await shared.call('queue', 'add', 'd');
    await expect.poll(() => shared.project.calls()).toHaveLength(asked + 1);
    const { pid } = shared.project.calls()[asked] as SeatCall;
    const stoppedAt = Date.now();
    first.child.kill('SIGSTOP');
    await shared.startWorker('--name', 'second');
    await shared.until('d', (log) => started(log).length === 2);
    first.child.kill('SIGCONT');
    await first.says('stderr', 'd: stopped');
    await expect.poll(() => stillRunning([pid])).toEqual([]);
    goOn();
    expect(await shared.whenEnded('d')).toMatchObject({ state: 'done', worker: 'second' });
    const log = await expectWhole('d');
    // A worker that stops its run says so in the ledger, unless the run is no longer its own.
    expect(log.map(({ type }) => type)).not.toContain('run-paused');
    expect(started(log)).toHaveLength(2);
    report('takeover after SIGSTOP', stoppedAt, started(log)[1]?.at ?? '');
  });

  it.each(ROUNDS)('ends its programs when it is cancelled elsewhere, round %i', async () => {
    const asked = shared.project.calls().length;
    shared.useWaitingAgent();
    await shared.startWorker();
    const hall = await shared.open('d', 'quick', { wall: 'waiting' });
    await shared.call('queue', 'add', 'd');
    await expect.poll(() => shared.project.calls()).toHaveLength(asked + 1);
    const { pid } = shared.project.calls()[asked] as SeatCall;
    const cancelledAt = Date.now();
    expect(await (await hall.queue()).cancel('d')).toBe(true);
    await expect.poll(() => stillRunning([pid])).toEqual([]);
    report('programs end after a cancel', cancelledAt, new Date().toISOString());
    await shared.whenWritten('d', 'run-paused');
  });

  it(`continues when the database is killed and comes back, ${MANY} runs at a time`, async () => {
    const ids = Array.from({ length: MANY }, (_, index) => `run-${index}`);
    for (const id of ids) await shared.open(id);
    const queue = await (await shared.hall()).queue();
    for (const threadId of ids) await queue.enqueue({ threadId, agents: ['quick'] });
    const workers = await Promise.all(
      ['one', 'two'].map(async (name) => await shared.startWorker('--name', name, '-j', '4')),
    );
    await shared.whenSpoken('run-0', 1);
    await shared.postgres.stop('SIGKILL');
    await shared.postgres.start();
    for (const id of ids) {
      expect(await shared.whenEnded(id)).toMatchObject({ state: 'done' });
      await expectWhole(id);
    }
    for (const { child } of workers) expect(child.exitCode).toBeNull();
  });
});
