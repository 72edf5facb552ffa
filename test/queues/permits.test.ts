// A worker that stands still for longer than its permit is good for: somebody else has the permit, and two calls overlap until it wakes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCampaign, times } from '../support/campaign.ts';
import { reportTimes } from '../support/figures.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { findProgram, isRunning, type Program, whenGone } from '../support/programs.ts';
import { createSharedHall, type SharedHall } from '../support/shared-hall.ts';
import { expectWhole } from './support.ts';

const ROUNDS = times(1, 0, 5);

describe.runIf(inCampaign && whyNoPostgres === undefined)('the permit of a worker that stands still', () => {
  let shared: SharedHall;
  beforeAll(async () => {
    shared = await createSharedHall();
  });
  afterAll(async () => await shared.remove());

  /** The program of a new call, once there are so many. */
  async function nextProgram(calls: number): Promise<Program> {
    await expect.poll(() => shared.project.calls().length).toBe(calls);
    return findProgram(shared.project.calls()[calls - 1]?.pid ?? 0) as Program;
  }

  it('is taken by another; when it wakes, its call ends, and the next one waits for a permit', async () => {
    const ended: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const asked = shared.project.calls().length;
      const goOn = shared.useWaitingAgents(['one', 'other'], { providers: { command: { concurrent: 1 } } });
      const worker = await shared.startWorker('--agents', 'rehearsal,one', '--name', 'stands-still');
      await shared.open('one', 'rehearsal', { wall: 'one' });
      await shared.call('queue', 'add', 'one');
      const first = await nextProgram(asked + 1);

      worker.child.kill('SIGSTOP');
      await shared.startWorker('--agents', 'rehearsal,other');
      await shared.open('other', 'rehearsal', { wall: 'other' });
      await shared.call('queue', 'add', 'other');
      const second = await nextProgram(asked + 2);
      // Nobody can end the programs of a machine that stands still.
      expect([first, second].map(isRunning)).toEqual([true, true]);
      const wokenAt = performance.now();
      worker.child.kill('SIGCONT');
      ended.push((await whenGone([first])) - wokenAt);
      expect(isRunning(second)).toBe(true);

      goOn('other');
      expect(await shared.whenEnded('other')).toMatchObject({ state: 'done' });
      await nextProgram(asked + 3);
      expect(isRunning(second)).toBe(false);
      goOn('one');
      expect(await shared.whenEnded('one')).toMatchObject({ state: 'done' });
      for (const id of ['one', 'other']) await expectWhole(shared, id);
      await shared.stopWorkers();
    }
    reportTimes('from SIGCONT to the end of a call whose permit is lost', ended, { most: 8_000 });
  });
});
