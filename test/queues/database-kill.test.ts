// Postgres is killed while workers run what is queued: what anybody was told is in the ledgers afterwards, once, and all runs end.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../bench/random.ts';
import type { LedgerEvent } from '../../src/domain/events.ts';
import { HallError } from '../../src/domain/failures/errors.ts';
import { readSealed } from '../../src/domain/sealed/sealed.ts';
import { interject } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { ChangeNotice } from '../../src/ledger/engine/change-notice.ts';
import { connect } from '../mcp/support.ts';
import { inCampaign, times } from '../support/campaign.ts';
import { say } from '../support/figures.ts';
import { startDurablePostgres } from '../support/make-tables.ts';
import { type Postgres, whyNoPostgres } from '../support/postgres.ts';
import { createSharedHall, type SharedHall } from '../support/shared-hall.ts';
import { FAULT } from './kept.ts';
import { expectWhole } from './support.ts';

const [RUNS, ROUNDS] = [times(20, 0, 50), times(3, 0, 20)];
/** Debates of clients of the library and of MCP, beside those of the queue. */
const ASKED_BY_MCP = 2;
const WRITERS = 4;
const LONGEST_OUTAGE_MS = 3_000;

/** What somebody was told of the ledgers: every log that was read, and every word that was taken in. */
class Acknowledged {
  readonly logs = new Map<string, readonly LedgerEvent[]>();
  readonly notes: { readonly threadId: string; readonly content: string }[] = [];

  get turns(): number {
    return [...this.logs.values()].flat().filter(({ type }) => type === 'turn-recorded').length;
  }

  get events(): number {
    return [...this.logs.values()].flat().length;
  }
}

async function follow(hall: Hall, threadId: string, { logs }: Acknowledged, over: AbortSignal): Promise<void> {
  const notice = new ChangeNotice(hall.store, threadId);
  while (!over.aborted) {
    logs.set(threadId, (await hall.engine.snapshot(threadId)).log);
    await notice.next(over);
  }
  notice.close();
}

/** Says one word after another, each in some debate, until all are over. */
async function write(hall: Hall, name: string, pick: () => string, { notes }: Acknowledged, over: AbortSignal) {
  for (let number = 1; !over.aborted; number += 1) {
    const note = { threadId: pick(), content: `${name}, word ${number}` };
    try {
      await interject(hall, { ...note, author: name });
      notes.push(note);
    } catch (error) {
      if (!(error instanceof HallError) || error.code !== 'not-active') throw error;
    }
    await pause(30);
  }
}

describe.runIf(inCampaign && whyNoPostgres === undefined)('a database that is killed', () => {
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

  async function killDuring(round: number) {
    shared.useNewHall();
    const random = randomFrom(round);
    const ids = Array.from({ length: RUNS }, (_, index) => `run-${index}`);
    for (const id of ids) await shared.open(id);
    const hall = await shared.hall();
    const queue = await hall.queue();
    for (const threadId of ids) await queue.enqueue({ threadId, agents: ['quick'] });
    const told = new Acknowledged();
    const over = new AbortController();
    const pick = () => ids[Math.floor(random() * ids.length)] as string;
    const clients = [
      ...ids.map(async (id) => await follow(hall, id, told, over.signal)),
      ...Array.from({ length: WRITERS }, async (_, index) => await write(hall, `w${index}`, pick, told, over.signal)),
    ];
    const workers = await Promise.all(
      ['one', 'two'].map(async (name) => await shared.startWorker('--name', name, '-j', '4')),
    );
    const mcp = await connect(shared.project.folder, { env: shared.env });
    // A database that a process has never reached is not waited for.
    await mcp.call('get_debate', { thread_id: pick() });
    const debates = Array.from({ length: ASKED_BY_MCP }, async (_, index) =>
      mcp.call('debate_auto', { topic: 'Should we?', thread_id: `mcp-${index}`, preset: 'rehearsal' }),
    );

    // Three turns a debate: somewhere in the middle of them.
    const turn = 1 + Math.floor(random() * 2 * RUNS);
    await expect.poll(() => told.turns).toBeGreaterThanOrEqual(turn);
    await postgres.stop('SIGKILL');
    await pause(random() * LONGEST_OUTAGE_MS);
    await postgres.start();

    for (const id of ids) expect(await shared.whenEnded(id)).toMatchObject({ state: 'done' });
    for (const result of await Promise.all(debates)) expect(result).toMatchObject({ run: 'closed' });
    over.abort();
    await Promise.all(clients);
    await mcp.close();
    expect(mcp.stderr()).not.toMatch(FAULT);
    for (const { child } of workers) expect(child.exitCode).toBeNull();
    for (const { child } of workers) child.kill('SIGTERM');
    const said = await Promise.all(workers.map(async ({ finished }) => await finished));
    for (const { code, stderr } of said) expect([code, FAULT.exec(stderr)]).toEqual([0, null]);

    const words = new Map<string, number>();
    for (const id of [...ids, ...debates.map((_, index) => `mcp-${index}`)]) {
      const log = await expectWhole(shared, id);
      const seen = told.logs.get(id) ?? [];
      expect(log.slice(0, seen.length)).toEqual(seen);
      for (const event of log) {
        if (event.type !== 'interjection-added') continue;
        const word = `${id}: ${readSealed(event.data.content)}`;
        words.set(word, (words.get(word) ?? 0) + 1);
      }
    }
    // One whose answer was lost may be there without having been acknowledged; none is there twice.
    expect([...words.values()].filter((count) => count > 1)).toEqual([]);
    expect(told.notes.filter(({ threadId, content }) => !words.has(`${threadId}: ${content}`))).toEqual([]);
    await shared.stopWorkers();
    return { events: told.events, words: told.notes.length };
  }

  it(`loses and doubles nothing that it acknowledged in ${RUNS} queued runs, and all of them end, ${ROUNDS} of ${ROUNDS}`, async () => {
    let [events, words] = [0, 0];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const told = await killDuring(round);
      events += told.events;
      words += told.words;
    }
    expect(words).toBeGreaterThan(0);
    say(
      `Postgres killed ${ROUNDS} times during ${RUNS} queued runs: ${events} events read and ${words} written, all there, each once`,
    );
  });
});
