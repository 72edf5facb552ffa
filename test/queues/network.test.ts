// Workers behind a network that is cut, falls silent or is slow: nothing is lost or doubled, and nobody works on without a lease.
import { setTimeout as pause } from 'node:timers/promises';
import { describe } from 'vitest';
import { inCampaign, times } from '../support/campaign.ts';
import { isMeasured, reportTimes } from '../support/figures.ts';
import { type LineState, type NetworkLine, openLine } from '../support/network-line.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { isRunning, whenGone } from '../support/programs.ts';
import type { Running } from '../support/project.ts';
import { expectWhole, inSharedHall, startsIn, startWaiting } from './support.ts';

/** So many workers lose their database at the same time, so often. */
const [ROUNDS, AT_ONCE] = [times(1, 0, 4), times(2, 0, 5)];
const BAD: readonly ('cut' | 'slow')[] = ['cut', 'slow'];
const GONE: readonly LineState[] = ['closed', 'one-way', 'silent'];
const DEBATES_EACH = 3;
const CUTS = 10;

const names = Array.from({ length: AT_ONCE }, (_, index) => `far-${index}`);
const rounds = Array.from({ length: ROUNDS }, (_, index) => index);

interface FarWorkers {
  readonly lines: readonly NetworkLine[];
  readonly workers: readonly Running[];
}

const behindLines = inSharedHall.extend<{
  /** Starts workers, each behind a line of its own. */
  readonly startFarWorkers: () => Promise<FarWorkers>;
}>({
  startFarWorkers: async ({ shared }, use) => {
    const opened: NetworkLine[] = [];
    await use(async () => {
      const lines = await Promise.all(names.map(async () => await openLine(shared.postgres.socket)));
      opened.push(...lines);
      const start = async (name: string, { port }: NetworkLine) => {
        const env = { DEBATE_HALL_DATABASE_URL: shared.postgres.urlAt(port) };
        return await shared.startWorkerWith(env, '--name', name, '--concurrency', '1');
      };
      const workers = await Promise.all(lines.map(async (line, index) => await start(names[index] as string, line)));
      return { lines, workers };
    });
    // A worker whose database is gone would wait for it.
    setAll(opened, 'open');
    await shared.stopWorkers();
    for (const line of opened) await line.close();
  },
});

function setAll(lines: readonly NetworkLine[], state: LineState): void {
  for (const line of lines) line.set(state);
}

async function cutAll(lines: readonly NetworkLine[]): Promise<void> {
  for (let cut = 0; cut < CUTS; cut += 1) {
    for (const line of lines) line.cut();
    await pause(100);
  }
}

describe.runIf(inCampaign && whyNoPostgres === undefined)(
  'workers behind a bad network',
  { concurrent: !isMeasured },
  () => {
    behindLines.for(BAD)('end what is queued though it is %s', async (state, { shared, startFarWorkers, expect }) => {
      for (const round of rounds) {
        shared.useNewHall();
        const { lines, workers } = await startFarWorkers();
        const ids = Array.from({ length: AT_ONCE * DEBATES_EACH }, (_, index) => `${round}-${index}`);
        for (const id of ids) {
          // What passes slowly takes long enough; cuts need something to meet.
          await shared.open(id, state === 'slow' ? 'quick' : 'slow');
          await shared.call('queue', 'add', id);
        }
        await shared.whenSpoken(ids[0] as string, 1);
        if (state === 'slow') setAll(lines, 'slow');
        else await cutAll(lines);
        for (const id of ids) {
          expect(await shared.whenEnded(id)).toMatchObject({ state: 'done' });
          await expectWhole(shared, id);
        }
        for (const { child } of workers) expect(child.exitCode).toBeNull();
        await shared.stopWorkers();
      }
    });

    behindLines.for(GONE)(
      `end their programs before others take over, when it is %s, ${ROUNDS * AT_ONCE} of ${ROUNDS * AT_ONCE}`,
      async (state, { shared, startFarWorkers, expect }) => {
        const [ended, takenOver]: [number[], number[]] = [[], []];
        for (const _ of rounds) {
          const goOn = shared.useWaitingAgent({}, { stubborn: true });
          const { lines, workers } = await startFarWorkers();
          const programs = await startWaiting(shared, names);

          setAll(lines, state);
          const from = performance.now();
          const gone = programs.map(async (program) => ended.push((await whenGone([program])) - from));
          await shared.startWorker('--name', 'near', '--concurrency', `${AT_ONCE}`);
          for (const id of names) {
            await shared.until(id, (log) => startsIn(log).length === 2);
            takenOver.push(performance.now() - from);
          }
          // Whoever has lost the lease has stopped before somebody else has it.
          expect(programs.filter(isRunning)).toEqual([]);
          await Promise.all(gone);
          setAll(lines, 'open');
          goOn();
          for (const id of names) {
            expect(await shared.whenEnded(id)).toMatchObject({ state: 'done', worker: 'near' });
            const log = await expectWhole(shared, id);
            expect(log.map(({ type }) => type)).not.toContain('run-paused');
            expect(startsIn(log)).toHaveLength(2);
          }
          for (const { child } of workers) expect(child.exitCode).toBeNull();
          await shared.stopWorkers();
        }
        reportTimes(`network ${state}: until a worker's programs are gone`, ended);
        reportTimes(`network ${state}: until another worker has the run`, takenOver);
      },
    );
  },
);
