// What a shared hall survives: a database that is killed and comes back, and a run whose claim somebody else has taken.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerEvent } from '../../src/domain/events.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { runThread } from '../../src/hall/operations/debate/running/run-thread.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { verifyDebate } from '../../src/hall/operations/records/verify-debate.ts';
import { Database } from '../../src/platform/database/database.ts';
import { inCi, times } from '../support/campaign.ts';
import { person } from '../support/hall.ts';
import { startDurablePostgres } from '../support/make-tables.ts';
import { type Postgres, whyNoPostgres } from '../support/postgres.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';

const RUNS = times(50, 6);

describe.skipIf(whyNoPostgres !== undefined)('a shared hall', () => {
  let postgres: Postgres;
  let project: Project;
  let database: Database;
  const halls: Hall[] = [];
  const openAnother = async () => {
    const env = {
      ...project.env,
      DEBATE_HALL_STORE: 'postgres',
      DEBATE_HALL_DATABASE_URL: postgres.url,
    };
    const hall = await openHall({ cwd: project.folder, home: project.root, env });
    halls.push(hall);
    return hall;
  };
  beforeAll(async () => {
    postgres = await startDurablePostgres();
    project = createProject({
      agents: { rehearsal: quickRehearsal },
      recipe: 'quick',
    });
    database = new Database({ url: postgres.url });
  });
  afterAll(async () => {
    for (const hall of halls) await hall.close();
    await database.close();
    await postgres.remove();
    project.dispose();
  });

  it.runIf(inCi)(
    `loses nothing that was acknowledged when its database is killed during ${RUNS} runs, and all of them end`,
    async () => {
      const hall = await openAnother();
      const { signal } = new AbortController();
      const acknowledged: { threadId: string; seq: number }[] = [];
      let turns = 0;
      let crash: Promise<void> | undefined;
      const listen = (threadId: string) => (event: { type: string; seq?: number }) => {
        if (event.seq !== undefined) acknowledged.push({ threadId, seq: event.seq });
        if (event.type !== 'turn-recorded') return;
        turns += 1;
        if (turns !== RUNS) return;
        crash = postgres.stop('SIGKILL').then(async () => await postgres.start());
      };
      const run = async (_: unknown, index: number) => {
        const threadId = `run-${index}`;
        await openDebate(hall, { topic: 'Should we?', threadId, everySeat: 'rehearsal', seating: 'agents', signal });
        return await runThread(hall, { threadId, signal, listen: listen(threadId) });
      };
      const ends = await Promise.all(Array.from({ length: RUNS }, run));
      await crash;
      expect(crash).toBeDefined();
      expect(ends.map(({ reason }) => reason)).toEqual(Array.from({ length: RUNS }, () => 'closed'));

      const other = await openAnother();
      for (const { snapshot } of ends) {
        const { threadId } = snapshot;
        expect(await verifyDebate(other, { threadId })).toMatchObject({ ok: true });
        const { log } = await other.engine.snapshot(threadId);
        const told = acknowledged.filter((each) => each.threadId === threadId).map(({ seq }) => seq);
        expect(log.map(({ seq }: LedgerEvent) => seq)).toEqual(expect.arrayContaining(told));
        const keys = log.flatMap((event) => (event.type === 'turn-recorded' ? [event.data.key] : []));
        expect(new Set(keys).size).toBe(keys.length);
      }
    },
  );

  it.runIf(inCi)('writes nothing more for a run whose claim somebody else has, and tells it so', async () => {
    const [one, other] = [await openAnother(), await openAnother()];
    const { signal } = new AbortController();
    await openDebate(one, { topic: 'Should we?', threadId: 'd', seating: 'by-hand', signal });
    const zombie = await one.store.claimRun('d');
    await database.query(`update debate_hall.debate set run_until = run_until - interval '1 hour' where id = 'd'`);
    const claim = await other.store.claimRun('d');
    expect(claim?.fence).toBeGreaterThan(zombie?.fence ?? Number.NaN);
    expect([await zombie?.isHeld(), await claim?.isHeld()]).toEqual([false, true]);

    const by = { agent: person };
    const say = (content: string) => ({ type: 'record', seat: 'wind', content, by }) as const;
    await expect(one.engine.dispatch('d', say('Late.'), zombie)).rejects.toMatchObject({ code: 'claim-lost' });
    await other.engine.dispatch('d', say('In time.'), claim);
    // A person needs no claim.
    await one.engine.dispatch('d', { type: 'interjection-added', data: { author: 'Ada', content: 'Hm.' } });
    const { log } = await one.engine.snapshot('d');
    expect(log.map(({ type }) => type)).toEqual(['debate-opened', 'turn-recorded', 'interjection-added']);
    await new Promise((resolve) => zombie?.lost.addEventListener('abort', resolve));
    await zombie?.release();
    expect(await one.store.isRunning('d')).toBe(true);
    await claim?.release();
    expect(await one.store.isRunning('d')).toBe(false);
  });
});
