// A soak: people ask two servers for debates, and have a seat in every second one; four workers run them, and servers, workers and
// the database are killed at random.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { median } from '../../bench/measure.ts';
import { randomFrom } from '../../bench/random.ts';
import { inCampaign, times } from '../support/campaign.ts';
import { isMeasured, say } from '../support/figures.ts';
import { startDurablePostgres } from '../support/make-tables.ts';
import { type Postgres, whyNoPostgres } from '../support/postgres.ts';
import { findProgram } from '../support/programs.ts';
import { everySeat } from '../support/project.ts';
import { createSharedHall, type SharedHall } from '../support/shared-hall.ts';
import { type Asker, createAsker } from './asker.ts';
import { type Kept, keepRunning } from './kept.ts';
import { expectWhole } from './support.ts';

const [DEBATES, KILLS] = [times(100, 0, 1_000), times(12, 0, 90)];
const [WORKERS, SERVERS, CONCURRENCY] = [4, 2, '2'];
const ASKERS = 12;
const SAMPLE_EVERY_MS = 500;
/** A thousand debates take a quarter of an hour. */
const LONGEST_MS = times(10, 0, 60) * 60_000;
/** Resident memory in the last fifth of the soak, as a ratio to the second: more is not flat. */
const MOST_GROWTH = 1.1;
/** Servers need one that all of them share. */
const STATE_KEY = 'a-key-that-all-servers-share-0123456789';

type Victim = 'worker' | 'server' | 'database';
/** The first of each are killed in a sample, too. */
const FIRST: readonly Victim[] = ['worker', 'server', 'database'];

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

/** Resident memory of processes again and again, until it is stopped. */
function watchMemory(pids: Readonly<Record<string, number>>) {
  const samples = new Map(Object.keys(pids).map((name) => [name, [] as number[]]));
  const timer = setInterval(() => {
    for (const [name, pid] of Object.entries(pids)) samples.get(name)?.push(findProgram(pid)?.residentBytes ?? 0);
  }, SAMPLE_EVERY_MS);
  return () => {
    clearInterval(timer);
    return [...samples].map(([name, all]) => {
      const fifth = (from: number) => all.slice((from * all.length) / 5, ((from + 1) * all.length) / 5);
      const [second, last] = [median(fifth(1)), median(fifth(4))];
      return { name, second, last, growth: last / second };
    });
  };
}

describe.runIf(inCampaign && whyNoPostgres === undefined)('a shared hall, all of which is killed at random', () => {
  let postgres: Postgres;
  let shared: SharedHall;
  beforeAll(async () => {
    postgres = await startDurablePostgres();
    shared = await createSharedHall(postgres);
  });
  afterAll(async () => {
    await shared.remove();
    await postgres.remove();
  });

  it(
    `ends ${DEBATES} debates: none lost, damaged, stuck or heard twice, in memory that stays as it was`,
    async () => {
      shared.useNewHall({ seats: everySeat('quick') });
      const key = (await shared.call('keys', 'add', 'people', '--role', 'runner')).stdout.trim();
      const env = { ...shared.env, DEBATE_HALL_STATE_KEY: STATE_KEY };
      const start = (...args: string[]) => shared.project.start(args, { env });
      const workers = await Promise.all(
        names('worker', WORKERS).map(
          async (name) =>
            await keepRunning(
              () => start('worker', '--name', name, '--concurrency', CONCURRENCY, '--grace', '0'),
              'Agents: ',
            ),
        ),
      );
      const servers = await Promise.all(
        names('server', SERVERS).map(
          async () => await keepRunning(() => start('serve', '--listen', '127.0.0.1:0'), 'Ctrl-C'),
        ),
      );
      // The first of each lives through all of it, so that there is something whose memory can grow.
      const [[lasting, ...mortal], [serving, ...others]] = [workers, servers];
      const stopWatching = watchMemory({ worker: lasting?.pid ?? 0, server: serving?.pid ?? 0 });

      const random = randomFrom(1);
      const pick = <Each>(all: readonly Each[]) => all[Math.floor(random() * all.length)] as Each;
      const kills: Record<Victim, number> = { worker: 0, server: 0, database: 0 };
      const kill = async (victim: Victim) => {
        kills[victim] += 1;
        if (victim === 'worker') return await pick(mortal).kill();
        if (victim === 'server') return await pick(others).kill();
        await postgres.stop('SIGKILL');
        await postgres.start();
      };
      const drawVictim = (): Victim => (random() < 0.6 ? 'worker' : random() < 0.6 ? 'server' : 'database');
      const due = Array.from({ length: KILLS }, (_, index) => ({
        after: Math.floor(((index + random()) / KILLS) * (DEBATES - 2)) + 1,
        victim: FIRST[index] ?? drawVictim(),
      }));
      let killing = Promise.resolve();
      let ended = 0;
      const from = performance.now();
      const left = names('soak', DEBATES);
      const taken = new Map<string, readonly string[]>();
      const ask = async (asker: Asker) => {
        for (let id = left.shift(); id !== undefined; id = left.shift()) {
          const plays = Number(id.split('-')[1]) % 2 === 0 ? 'wall' : undefined;
          taken.set(id, await asker.hold(id, plays));
          ended += 1;
          while (due[0] !== undefined && due[0].after <= ended) {
            const { victim } = due.shift() as (typeof due)[number];
            killing = killing.then(async () => await kill(victim));
          }
          if (ended % 100 === 0) say(`${ended} debates, ${JSON.stringify(kills)}`);
        }
        await asker.close();
      };
      const askers = Array.from({ length: ASKERS }, () => createAsker(key, () => pick(servers).said));
      await Promise.all(askers.map(ask));
      await killing;
      const seconds = Math.round((performance.now() - from) / 1_000);
      const memory = stopWatching();

      let takenOver = 0;
      const queue = await (await shared.hall()).queue();
      for (const id of names('soak', DEBATES)) {
        const log = await expectWhole(shared, id);
        // Every turn that a server took is there, once.
        const keys = log.flatMap((event) => (event.type === 'turn-recorded' ? [event.data.key] : []));
        for (const key of taken.get(id) ?? []) expect(keys.filter((each) => each === key)).toEqual([key]);
        // The debate is over a moment before its run, or longer where the worker was killed in between.
        const run = await shared.whenEnded(id);
        expect(run).toMatchObject({ state: 'done', owner: 'key:people' });
        takenOver += (run?.attempts ?? 1) - 1;
      }
      expect(await queue.list({ states: ['waiting', 'running', 'failed'] })).toEqual([]);
      const faults = await Promise.all([...workers, ...servers].map(async (each: Kept) => await each.end()));
      expect(faults.flat()).toEqual([]);
      for (const victim of FIRST) expect(kills[victim]).toBeGreaterThan(0);
      const turns = [...taken.values()].flat().length;
      expect(turns).toBeGreaterThan(0);
      say(JSON.stringify({ debates: DEBATES, turns, kills, takenOver, seconds }));
      for (const { name, second, last, growth } of memory) {
        const [before, after] = [second, last].map((bytes) => (bytes / 1024 / 1024).toFixed(1));
        say(`memory of a ${name}: ${before} MB in the second fifth, ${after} MB in the last, ${growth.toFixed(3)}`);
        if (isMeasured) expect(growth).toBeLessThanOrEqual(MOST_GROWTH);
      }
    },
    LONGEST_MS,
  );
});
