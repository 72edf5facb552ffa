import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventDraft, EventOf, EventType, LedgerEvent } from '../../src/domain/events.ts';
import { type ChainEnd, chainEnd, chainEvent, EMPTY_CHAIN, seal, toLine } from '../../src/ledger/chain/chain.ts';
import { failed, inTurn, said, sensible, setTable, THREAD } from '../runner/table.ts';
import { verifyFile } from '../support/check.ts';
import { temporaryFolder, testEngine } from '../support/hall.ts';
import { ledgersOf } from '../support/ledgers.ts';

let folder: string;
let log: readonly LedgerEvent[];

/** A debate with a pick by a mediator, a stand-in, a rejection, a revision and an agreement. */
beforeAll(async () => {
  folder = temporaryFolder();
  const answers = {
    mediator: inTurn(said('NEXT: wind'), said('NEXT: wall')),
    wind: inTurn(sensible, said('VOTE: APPROVE')),
    wall: inTurn(failed('not-logged-in')),
  };
  const standIns = { wall: inTurn(sensible, said('VOTE: REJECT\n- no'), said('VOTE: APPROVE')) };
  const options = { consensus: true, order: 'mediated' } as const;
  const table = await setTable(testEngine(folder), { answers, standIns }, { options, limits: { tokens: 1_000 } });
  expect((await table.run()).snapshot.debate.closed?.outcome).toBe('accepted');
  log = (await table.engine.snapshot(THREAD)).log;
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Chains drafts anew, as a forger would who knows the format of the file. */
async function verdictOn(drafts: readonly EventDraft[]) {
  let end: ChainEnd = EMPTY_CHAIN;
  const lines = drafts.map((draft, index) => {
    const event = chainEvent(draft, end, log[index]?.at ?? (log[0] as LedgerEvent).at);
    end = chainEnd(event);
    return toLine(event);
  });
  ledgersOf(folder, folder).put(THREAD, lines.join(''));
  return await verifyFile(folder, THREAD);
}

function indexOf<T extends EventType>(type: T, where: (event: EventOf<T>) => boolean = () => true): number {
  const found = log.findIndex((event) => event.type === type && where(event as EventOf<T>));
  if (found === -1) throw new Error(`There is no such ${type}.`);
  return found;
}

/** The debate with some fields of one event's data changed. */
function changed(at: number, data: object): EventDraft[] {
  const event = log[at] as LedgerEvent;
  return (log as LedgerEvent[]).with(at, { ...event, data: { ...event.data, ...data } } as LedgerEvent);
}

const words = (text: string) => ({ content: seal(text, 'e'.repeat(32)) });
const rejection = () => indexOf('turn-recorded', ({ data }) => data.data['vote'] === 'reject');
const pick = () => indexOf('turn-recorded', ({ data }) => data.act === 'pick');

describe('a chain that was made anew verifies when nothing in it is against the rules', () => {
  it('as this one', async () => {
    expect((await verdictOn(log)).damage).toEqual([]);
  });
});

describe('a chain that was made anew does not verify', () => {
  const forgeries: Record<string, () => { at: number; drafts: readonly EventDraft[] }> = {
    'when a rejection is turned into an approval': () => {
      const at = rejection();
      return { at, drafts: changed(at, { data: { vote: 'approve' } }) };
    },
    'when an approval is put beside words that say nothing of the kind': () => {
      const at = rejection();
      return { at, drafts: changed(at, { ...words('Well.'), data: { vote: 'approve' } }) };
    },
    'when a pick says something else than its words': () => {
      const at = pick();
      return { at, drafts: changed(at, { data: { next: 'door' } }) };
    },
    'when a pick stands beside words that pick nobody': () => {
      const at = pick();
      return { at, drafts: changed(at, { ...words('Hm.') }) };
    },
    'when a turn is left out': () => {
      const at = indexOf('turn-recorded', ({ data }) => data.act === 'turn');
      return { at, drafts: (log as LedgerEvent[]).toSpliced(at, 1) };
    },
    'when a turn is added after the last one': () => {
      const at = indexOf('turn-recorded', ({ data }) => data.act === 'vote');
      const turn = log[indexOf('turn-recorded', ({ data }) => data.act === 'turn')] as LedgerEvent;
      return { at, drafts: (log as LedgerEvent[]).toSpliced(at, 0, turn) };
    },
    'when it is closed as agreed before the votes': () => {
      const at = indexOf('turn-recorded', ({ data }) => data.act === 'vote');
      return { at, drafts: [...log.slice(0, at), log.at(-1) as LedgerEvent] };
    },
    'when it is closed as agreed after a rejection': () => {
      const at = rejection() + 1;
      return { at, drafts: [...log.slice(0, at), log.at(-1) as LedgerEvent] };
    },
    'when the agreement is on another turn': () => {
      const at = log.length - 1;
      return { at, drafts: changed(at, { decision: { turn: indexOf('turn-recorded') } }) };
    },
    'when it is closed as agreed on words of someone': () => {
      const at = log.length - 1;
      return { at, drafts: changed(at, { decision: { text: seal('Yes.', 'e'.repeat(32)) } }) };
    },
    'when it is closed without any decision': () => {
      const at = log.length - 1;
      return { at, drafts: changed(at, { outcome: 'decided', decision: null }) };
    },
    'when another agent is said to have been replaced': () => {
      const at = indexOf('seat-replaced');
      return { at, drafts: changed(at, { from: { agent: 'somebody', kind: 'scripted' } }) };
    },
    'when a limit is said to be reached that is not': () => {
      const at = rejection();
      const limit: EventDraft = { type: 'limit-reached', data: { limit: 'tokens', used: 1_000, max: 1_000 } };
      return { at, drafts: [...log.slice(0, at), limit] };
    },
    'when limits are raised on a debate that is over': () => {
      const raised: EventDraft = {
        type: 'limits-raised',
        data: { limits: { tokens: null, costMicroUsd: null, wallMs: null } },
      };
      return { at: log.length, drafts: [...log, raised] };
    },
    'when a run starts on a debate that is over': () => {
      return { at: log.length, drafts: [...log, log[indexOf('run-started')] as LedgerEvent] };
    },
    'when a redaction names a text that does not exist': () => {
      const redaction: EventDraft = {
        type: 'texts-redacted',
        data: { target: 1, fields: ['/content'], reason: 'x', by: 'x' },
      };
      return { at: log.length, drafts: [...log, redaction] };
    },
  };

  it.each(Object.keys(forgeries))('%s', async (name) => {
    const { at, drafts } = (forgeries[name] as (typeof forgeries)[string])();
    const { ok, damage } = await verdictOn(drafts);
    expect(ok).toBe(false);
    expect(damage[0]?.seq).toBe(at);
  });

  it('when a limit of the rules is not noted after the last possible turn', async () => {
    const own = temporaryFolder();
    try {
      const table = await setTable(testEngine(own), {}, { options: { rounds: 2, maxTurns: 4 } });
      await table.run();
      const whole = (await table.engine.snapshot(THREAD)).log;
      const turn = whole.findLast(({ type }) => type === 'turn-recorded') as LedgerEvent;
      const { damage } = await verdictOn([...whole.slice(0, -1), turn]);
      expect(damage).toMatchObject([{ code: 'missing-consequence', seq: whole.length - 1 }]);
    } finally {
      fs.rmSync(own, { recursive: true, force: true });
    }
  });
});
