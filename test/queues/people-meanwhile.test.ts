// A person speaks while agents do, at any moment of a run: the run goes on by itself. Nothing here depends on time. A schedule
// says which of two agents answers first and before which request to the store, or after how many of them, the person speaks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '../../src/agents/agent.ts';
import { isEvent } from '../../src/domain/events.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import { runThread } from '../../src/hall/operations/debate/running/run-thread.ts';
import { say } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import { listPersonSteps } from '../../src/hall/operations/debate/take-part/person-steps.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { performRuns } from '../../src/hall/operations/queue/perform-run.ts';
import { Engine } from '../../src/ledger/engine/engine.ts';
import { OPEN_GATE } from '../../src/platform/access/gate.ts';
import { openInlineQueue } from '../../src/platform/queues/inline/index.ts';
import type { RunQueue } from '../../src/platform/queues/queue.ts';
import { auction } from '../support/auction.ts';
import { inCampaign } from '../support/campaign.ts';
import { openDatabase } from '../support/database.ts';
import { knownFormat, openRequest, person, temporaryFolder } from '../support/hall.ts';
import { whyNoPostgres } from '../support/postgres.ts';

/** Ann and Bob are agents, Cem is the person who bids with them; the judge is an agent. */
const PERSON = 'cem';
const OF_STORE = ['read', 'append', 'claimRun', 'exists'] as const;
/** A worker looks every two seconds for those who have spoken. */
const SWEPT_MS = 60_000;
const forever = new AbortController().signal;

interface Schedule {
  readonly first: 'ann' | 'bob';
  /** Requests of the run to its store before the person speaks. */
  readonly after: number;
}

/** A hall whose debate is an auction. */
function withAuction(hall: Hall): Hall {
  const engine = new Engine({ store: hall.store, format: knownFormat, clock: hall.clock, random: hall.random });
  const texts = { digests: [], render: (name: string) => name };
  return { ...hall, engine, format: knownFormat, prompts: async () => texts };
}

const scripted = (name: string, answer: () => Promise<string>): Agent => ({
  ref: { agent: name, kind: 'scripted' },
  probe: async () => ({ usable: true, notes: [] }),
  plan: () => ({ argv: [], env: [], stdin: 'none' }),
  open: async () => ({
    ask: async () => ({ status: 'answered', text: await answer(), details: { durationMs: 1, notes: [] } }),
    close: async () => {},
  }),
});

/** The hall of a run that follows the schedule. `speak` is called once, at its moment; a run that is shorter never calls it. */
function follow(
  hall: Hall,
  { first, after }: Schedule,
  speak: () => Promise<void>,
): { hall: Hall; steps: () => number } {
  let steps = 0;
  let release = () => {};
  const firstIsDone = new Promise<void>((resolve) => {
    release = resolve;
  });
  const store = new Proxy(hall.store, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (!OF_STORE.some((each) => each === name)) return value.bind(target);
      return async (...args: readonly unknown[]) => {
        steps += 1;
        if (steps === after + 1) await speak();
        const result = await Reflect.apply(value, target, args);
        if (name === 'append' && (args[1] as { lines: string }).lines.includes(`"seat":"${first}"`)) release();
        return result;
      };
    },
  });
  const answers: Record<string, () => Promise<string>> = {
    ann: async () => '7',
    bob: async () => '8',
    judge: async () => 'verdict',
  };
  const create = ({ agent }: { readonly agent: string }) =>
    agent === person.agent
      ? undefined
      : scripted(agent, async () => {
          if (agent !== first && agent !== 'judge') await firstIsDone;
          return (await answers[agent]?.()) ?? '';
        });
  const own = withAuction({ ...hall, store });
  const agents = {
    kinds: [],
    names: [],
    create,
    toRef: ({ agent }: { readonly agent: string }) => ({ agent, kind: 'scripted' }),
    describe: () => ({ kind: 'scripted', settings: {} }),
    lead: () => undefined,
  };
  return { hall: { ...own, agents: async () => agents } as Hall, steps: () => steps };
}

async function openAuction({ engine }: Hall, threadId: string): Promise<void> {
  const request = openRequest(threadId, {}, auction);
  const seats = request.seats.map(({ seat }) => ({ seat, agent: { agent: seat, kind: 'scripted' } }));
  await engine.open({ ...request, seats });
  await engine.dispatch(threadId, { type: 'take', seat: PERSON, agent: person, data: {}, by: 'Ada' });
}

async function bid(hall: Hall, threadId: string): Promise<void> {
  if (listPersonSteps(await hall.engine.snapshot(threadId)).length === 0) return;
  await say(hall, OPEN_GATE, { threadId, seat: PERSON, content: '9', author: 'Ada' });
}

const isOver = async ({ engine }: Hall, threadId: string) =>
  (await engine.snapshot(threadId)).debate.status === 'closed';

interface Door {
  /** Runs the debate until its run has ended, and speaks at the moment of the schedule. The number of steps to schedule. */
  run(threadId: string, schedule: Schedule): Promise<number>;
  /** The hall of the person. */
  readonly hall: Hall;
  /** Waits until nobody runs it. */
  ended(threadId: string): Promise<string>;
  close(): Promise<void>;
}

/** `debate-hall run` in one process, and the person in another. */
async function openDirect(): Promise<Door> {
  const folder = temporaryFolder();
  const open = async () => await openHall({ cwd: folder, home: folder, env: {} });
  const [runner, people] = [await open(), await open()];
  const hall = withAuction(people);
  let end = '';
  return {
    hall,
    run: async (threadId, schedule) => {
      const own = follow(runner, schedule, async () => await bid(hall, threadId));
      end = (await runThread(own.hall, { threadId })).reason;
      // A run of one's own that has paused for a person is resumed by the person.
      if (end === 'paused') {
        expect(listPersonSteps(await hall.engine.snapshot(threadId))).toHaveLength(1);
        await bid(hall, threadId);
        end = (await runThread(own.hall, { threadId })).reason;
      }
      return own.steps();
    },
    ended: async () => (end === 'closed' ? 'done' : end),
    close: async () => {
      await runner.close();
      await people.close();
    },
  };
}

async function enqueue(queue: RunQueue, threadId: string): Promise<void> {
  await queue.enqueue({ threadId, agents: ['ann', 'bob', 'judge'] });
}

/** The person speaks again where the run has paused for them. */
async function untilOver(queue: RunQueue, hall: Hall, threadId: string): Promise<string> {
  for (;;) {
    const run = await queue.whenEnded(threadId, forever);
    if (run?.state !== 'paused') return run?.state ?? 'none';
    expect(listPersonSteps(await hall.engine.snapshot(threadId))).toHaveLength(1);
    await bid(hall, threadId);
  }
}

/** A server that runs debates itself, such as `view`. */
async function openInline(): Promise<Door> {
  const folder = temporaryFolder();
  const open = async () => await openHall({ cwd: folder, home: folder, env: {} });
  const [runner, people] = [await open(), await open()];
  let own: ReturnType<typeof follow> | undefined;
  const queue: RunQueue = openInlineQueue({
    worker: 'this process',
    run: performRuns(async () => own?.hall ?? runner),
    now: () => Date.now(),
  });
  const hall = { ...withAuction(people), continueRun: async (threadId: string) => await queue.continueRun(threadId) };
  return {
    hall,
    run: async (threadId, schedule) => {
      own = follow(runner, schedule, async () => await bid(hall, threadId));
      await enqueue(queue, threadId);
      await untilOver(queue, hall, threadId);
      return own.steps();
    },
    ended: async (threadId) => await untilOver(queue, hall, threadId),
    close: async () => {
      await queue.close();
      await runner.close();
      await people.close();
    },
  };
}

interface WorkerDoor extends Door {
  readonly queue: RunQueue;
  /** Queues a run that follows the schedule; if `atEnd`, the person speaks once more before the queue knows that it has ended. */
  start(threadId: string, schedule: Schedule, atEnd: boolean): Promise<void>;
}

/** A worker of a shared hall, and the person at a server, which may be killed whenever it has recorded a turn. */
async function openWorker(isKilled = false): Promise<WorkerDoor> {
  const folder = temporaryFolder();
  const { ordinaryUrl } = await openDatabase();
  const env = { DEBATE_HALL_DATABASE_URL: ordinaryUrl, DEBATE_HALL_STORE: 'postgres', DEBATE_HALL_QUEUE: 'postgres' };
  const open = async () => await openHall({ cwd: folder, home: folder, env });
  const [runner, people] = [await open(), await open()];
  let own: ReturnType<typeof follow> | undefined;
  let speakLast = async () => {};
  const perform = performRuns(async () => own?.hall ?? runner);
  const worker = await (await runner.queue()).work(
    { name: 'worker', concurrency: 1, agents: ['ann', 'bob', 'judge'] },
    {
      run: async (task) => {
        const result = await perform(task);
        // The last moment: the run has ended, and the queue does not know it yet.
        await speakLast();
        return result;
      },
      recheck: async () => {},
      report: () => {},
    },
  );
  const hall = { ...withAuction(people), ...(isKilled && { continueRun: async () => {} }) };
  const queue = await people.queue();
  const start = async (threadId: string, schedule: Schedule, atEnd: boolean) => {
    const speak = async () => await bid(hall, threadId);
    speakLast = atEnd ? speak : async () => {};
    own = follow(runner, schedule, speak);
    await enqueue(queue, threadId);
  };
  return {
    hall,
    queue,
    start,
    run: async (threadId, schedule) => {
      await start(threadId, schedule, true);
      await untilOver(queue, hall, threadId);
      return own?.steps() ?? 0;
    },
    ended: async (threadId) => await untilOver(queue, hall, threadId),
    close: async () => {
      await worker.close(0);
      await runner.close();
      await people.close();
    },
  };
}

const DOORS = {
  'a run of one process': openDirect,
  'the queue of a process': openInline,
  ...(whyNoPostgres === undefined ? { 'a worker of a shared hall': async () => await openWorker() } : {}),
};

describe.each(Object.entries(DOORS))('%s', (_, open) => {
  let door: Door | undefined;
  afterAll(async () => await door?.close());

  it.runIf(inCampaign).each(['ann', 'bob'] as const)(
    'goes on whenever a person speaks, with %s before the other agent',
    async (first) => {
      door ??= await open();
      let moments = Number.POSITIVE_INFINITY;
      for (let after = 0; after <= moments; after += 1) {
        const threadId = `${first}-${after}`;
        await openAuction(door.hall, threadId);
        const steps = await door.run(threadId, { first, after });
        // The last schedule is one in which the person never speaks before the run has paused.
        if (after >= steps) moments = after;
        expect([threadId, await door.ended(threadId), await isOver(door.hall, threadId)]).toEqual([
          threadId,
          'done',
          true,
        ]);
        const { log } = await door.hall.engine.snapshot(threadId);
        const bids = log.flatMap((event) => (isEvent(event, 'turn-recorded') ? [event.data.seat] : []));
        expect(bids.sort()).toEqual(['ann', 'bob', PERSON, 'judge', 'judge']);
        // Nobody is asked for again who has spoken.
        expect(log.filter(({ type }) => type === 'run-paused').length).toBeLessThanOrEqual(1);
      }
      expect(moments).toBeGreaterThan(10);
    },
  );
});

describe.skipIf(whyNoPostgres !== undefined)(
  'a server that is killed once it has recorded the turn of a person',
  () => {
    const NEVER = Number.POSITIVE_INFINITY;
    let door: WorkerDoor;
    beforeAll(async () => {
      door = await openWorker(true);
    });
    afterAll(async () => await door.close());

    const expectOver = async (threadId: string) =>
      await expect.poll(async () => await isOver(door.hall, threadId), { timeout: SWEPT_MS }).toBe(true);

    it.each([5, NEVER])(
      'leaves it to the worker to continue: while agents speak, or as the run ends (%s)',
      async (after) => {
        const threadId = `killed-${after}`.toLowerCase();
        await openAuction(door.hall, threadId);
        await door.start(threadId, { first: 'ann', after }, true);
        await expectOver(threadId);
      },
    );

    it.runIf(inCampaign)(
      'leaves it to the worker to continue, long after the run has ended for the person',
      async () => {
        await openAuction(door.hall, 'later');
        await door.start('later', { first: 'ann', after: NEVER }, false);
        expect(await door.queue.whenEnded('later', forever)).toMatchObject({ state: 'paused' });
        await bid(door.hall, 'later');
        await expectOver('later');
      },
    );
  },
);
