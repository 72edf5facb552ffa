// Workers that die or stand still, and runs that are cancelled: they go on elsewhere, and nobody works on without their run.
import { setTimeout as pause } from 'node:timers/promises';
import { describe } from 'vitest';
import { Database } from '../../src/platform/database/database.ts';
import { hasBubblewrap } from '../support/bubblewrap.ts';
import { inCampaign, inCi, times } from '../support/campaign.ts';
import { isMeasured, reportTimes } from '../support/figures.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { listPrograms, whenGone } from '../support/programs.ts';
import type { SharedHall } from '../support/shared-hall.ts';
import { expectWhole, inSharedHall, startsIn, startWaiting } from './support.ts';

const ROUNDS = times(2, 1, 20);
const HEARTBEAT_MS = 15_000;
/** So many workers stand still at the same time, so often. */
const [STOPS, AT_ONCE] = [times(1, 0, 4), times(2, 0, 5)];

const ASKS_WALL_AGAIN = /"type":"run-started",.*"resumed":true.*"type":"seat-started","seat":"wall"/s;

const rounds = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Ledgers and live feeds. */
async function readEverythingWritten({ postgres }: SharedHall) {
  const database = new Database(postgres);
  const rows = await database.query<{ id: string; text: string }>(`select hall, id, text from debate_hall.line union all
    select hall, id, lines from debate_hall.feed order by 1, 2, 3`);
  await database.close();
  return rows;
}

describe.runIf(inCi && whyNoPostgres === undefined)('a run whose worker is lost', { concurrent: !isMeasured }, () => {
  inSharedHall(`is taken over by another when it was killed, ${ROUNDS} of ${ROUNDS}`, async ({ shared, expect }) => {
    const takenOver: number[] = [];
    for (const _ of rounds(ROUNDS)) {
      const goOn = shared.useWaitingAgent();
      const first = await shared.startWorker('--name', 'first');
      await shared.open('d', 'quick', { wall: 'waiting' });
      await shared.call('queue', 'add', 'd');
      await shared.whenSpoken('d', 1);
      const killedAt = Date.now();
      first.child.kill('SIGKILL');
      goOn();
      await shared.startWorker('--name', 'second');
      expect(await shared.whenEnded('d')).toMatchObject({ state: 'done', worker: 'second', attempts: 2 });
      const [, second] = startsIn(await expectWhole(shared, 'd'));
      expect(second?.data).toMatchObject({ worker: 'second', resumed: true });
      takenOver.push(Date.parse(second?.at ?? '') - killedAt);
      await shared.stopWorkers();
    }
    reportTimes('from kill -9 of a worker to the next start', takenOver, { most: HEARTBEAT_MS + 5_000 });
  });

  inSharedHall.runIf(inCampaign)(
    'waits for another once its worker was silent for too long',
    async ({ shared, expect }) => {
      const goOn = shared.useWaitingAgent();
      const worker = await shared.startWorker();
      await startWaiting(shared, ['d']);
      const queue = await (await shared.hall()).queue();
      expect(await queue.list()).toMatchObject([{ state: 'running' }]);
      worker.child.kill('SIGKILL');
      await worker.finished;
      const database = new Database(shared.postgres);
      await database.query(`update debate_hall_queue.job set heartbeat_on = heartbeat_on - interval '15 seconds'`);
      await database.close();
      expect(await queue.list()).toMatchObject([{ state: 'waiting' }]);
      goOn();
    },
  );

  inSharedHall.runIf(inCampaign)(
    `is taken over while it stands still, and gives up when it wakes, ${STOPS * AT_ONCE} of ${STOPS * AT_ONCE}`,
    async ({ shared, expect }) => {
      const [takenOver, ended]: [number[], number[]] = [[], []];
      for (const _ of rounds(STOPS)) {
        const goOn = shared.useWaitingAgent({}, { stubborn: true });
        const names = rounds(AT_ONCE).map((index) => `first-${index}`);
        const first = await Promise.all(
          names.map(async (name) => await shared.startWorker('--name', name, '--concurrency', '1')),
        );
        const programs = await startWaiting(shared, names);

        const stoppedAt = Date.now();
        for (const { child } of first) child.kill('SIGSTOP');
        await shared.startWorker('--name', 'second', '--concurrency', `${AT_ONCE}`);
        for (const id of names) await shared.until(id, (log) => startsIn(log).length === 2);
        await pause(Math.max(0, stoppedAt + 2 * HEARTBEAT_MS - Date.now()));
        // The feed of the second starts again, and has this once all that it writes before an answer is there.
        const feedOf = async (id: string) =>
          (await readEverythingWritten(shared)).flatMap((row) => (row.id === id ? [row.text] : [])).join('\n');
        for (const id of names) await expect.poll(async () => await feedOf(id)).toMatch(ASKS_WALL_AGAIN);
        const written = await readEverythingWritten(shared);
        const wokenAt = performance.now();
        for (const { child } of first) child.kill('SIGCONT');
        ended.push(...(await Promise.all(programs.map(async (each) => (await whenGone([each])) - wokenAt))));
        await Promise.all(first.map(async (worker) => await worker.says('stderr', 'run stopped')));
        // The second waits for its agents, so all that is new would be of those that have woken up.
        expect(await readEverythingWritten(shared)).toEqual(written);

        goOn();
        for (const id of names) {
          expect(await shared.whenEnded(id)).toMatchObject({ state: 'done', worker: 'second' });
          const log = await expectWhole(shared, id);
          // A worker that stops its run says so in the ledger, unless the run is no longer its own.
          expect(log.map(({ type }) => type)).not.toContain('run-paused');
          expect(startsIn(log)).toHaveLength(2);
          takenOver.push(Date.parse(startsIn(log)[1]?.at ?? '') - stoppedAt);
        }
        await shared.stopWorkers();
      }
      reportTimes('from SIGSTOP of a worker to the next start', takenOver);
      reportTimes('from SIGCONT to the end of its programs, which ignore SIGTERM', ended, { most: 5_000 });
    },
  );

  inSharedHall.runIf(inCampaign)(
    `ends its programs when it is cancelled elsewhere, ${ROUNDS} of ${ROUNDS}`,
    async ({ shared, expect }) => {
      const ended: number[] = [];
      shared.useWaitingAgent();
      await shared.startWorker();
      for (const round of rounds(ROUNDS)) {
        const id = `d-${round}`;
        const programs = await startWaiting(shared, [id]);
        const hall = await shared.hall();
        const cancelledAt = performance.now();
        expect(await (await hall.queue()).cancel(id)).toBe(true);
        ended.push((await whenGone(programs)) - cancelledAt);
        await shared.whenWritten(id, 'run-paused');
      }
      reportTimes('from a cancel in another process to the end of its programs', ended, { p95: 2_000 });
    },
  );

  inSharedHall.runIf(inCampaign && hasBubblewrap)(
    'ends its programs in a sandbox when it is cancelled, stands still for too long or is killed',
    async ({ shared, expect }) => {
      const mark = `in a sandbox of ${shared.project.root}`;
      const argv = ['/bin/sh', '-c', `trap '' TERM; while :; do sleep 0.05; done # ${mark}`];
      const stubborn = { kind: 'command', argv, prompt: 'stdin', output: { format: 'text' }, versionArgs: [] };
      shared.useNewHall({ agents: { stubborn }, worker: { sandbox: 'required' } });
      const hall = await shared.open('d', 'stubborn');
      const queue = await hall.queue();
      const whenAsked = async () => {
        await expect.poll(() => listPrograms(mark).length).toBeGreaterThan(1);
        return listPrograms(mark);
      };

      await shared.call('queue', 'add', 'd');
      const first = await shared.startWorker('--name', 'first');
      const cancelled = await whenAsked();
      expect(await queue.cancel('d')).toBe(true);
      await whenGone(cancelled);
      await shared.whenWritten('d', 'run-paused');

      await shared.call('queue', 'add', 'd');
      const suspended = await whenAsked();
      first.child.kill('SIGSTOP');
      const second = await shared.startWorker('--name', 'second');
      await shared.until('d', (log) => startsIn(log).length === 3);
      first.child.kill('SIGCONT');
      await whenGone(suspended);

      const killed = await whenAsked();
      second.child.kill('SIGKILL');
      await whenGone(killed);
    },
  );
});
