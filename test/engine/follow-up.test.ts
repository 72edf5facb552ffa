// Questions after the end, in any order with everything else that can happen to a debate: what is admitted is what the table of the
// docs says, told here by a model that knows only who waits for what.
import fs from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HallError } from '../../src/domain/failures/errors.ts';
import type { Command } from '../../src/ledger/engine/commands.ts';
import type { Engine } from '../../src/ledger/engine/engine.ts';
import { toRecord } from '../../src/ledger/engine/record/record.ts';
import { verifyLedger } from '../../src/ledger/engine/verify.ts';
import { times } from '../support/campaign.ts';
import { knownFormat, openRequest, openTestStore, temporaryFolder, testEngine } from '../support/hall.ts';
import { verifyInPython } from '../support/python.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const by = 'ana';
const limits = { tokens: null, costMicroUsd: null };
const AGENT = { agent: 'a', kind: 'fake' };
const SEATS = ['wind', 'wall', 'door'] as const;

type Deed =
  | { readonly do: 'ask'; readonly seats: readonly string[] }
  | { readonly do: 'answer' | 'fail'; readonly seat: string; readonly late: boolean }
  | { readonly do: 'close' | 'kill' | 'redact' | 'note' };

const deeds = fc.oneof(
  fc.record({ do: fc.constant('ask' as const), seats: fc.subarray([...SEATS, 'wall', 'nobody'], { minLength: 1 }) }),
  fc.record({
    do: fc.constantFrom('answer' as const, 'fail' as const),
    seat: fc.constantFrom(...SEATS),
    late: fc.boolean(),
  }),
  fc.record({ do: fc.constantFrom('close' as const, 'kill' as const, 'redact' as const, 'note' as const) }),
);

/** The question that was asked last, and who owes an answer to it. */
interface Model {
  status: 'open' | 'closed' | 'force-closed';
  question: number;
  waiting: readonly string[];
}

function isLegal({ status, question, waiting }: Model, deed: Deed): boolean {
  switch (deed.do) {
    case 'ask':
      return status !== 'open' && new Set(deed.seats).size === deed.seats.length && !deed.seats.includes('nobody');
    case 'answer':
    case 'fail':
      return !deed.late && question > 0 && waiting.includes(deed.seat);
    case 'close':
      return status === 'open';
    case 'kill':
      return status !== 'force-closed';
    default:
      return true;
  }
}

function toCommand({ question }: Model, deed: Deed): Command {
  switch (deed.do) {
    case 'ask':
      return { type: 'follow-up-asked', data: { content: 'Why? なぜ', seats: [...deed.seats], limits, by } };
    case 'answer': {
      const data = {
        question: deed.late ? question + 1 : question,
        seat: deed.seat,
        content: 'So.',
        by: { agent: AGENT },
      };
      return { type: 'follow-up-answered', data };
    }
    case 'fail': {
      const failure = { code: 'crashed' as const, message: 'It broke.' };
      const call = { agent: AGENT, failure, attempts: 1, usage: { outputTokens: 3 } };
      return {
        type: 'follow-up-failed',
        data: { question: deed.late ? question + 1 : question, seat: deed.seat, ...call },
      };
    }
    case 'close':
      return { type: 'close', synthesis: 'We go.', by };
    case 'kill':
      return { type: 'debate-force-closed', data: { reason: 'enough', by } };
    case 'redact':
      return { type: 'redact', target: 0, reason: 'private', by };
    case 'note':
      return { type: 'note-recorded', data: { code: 'note', message: 'x' } };
  }
}

async function attempt(engine: Engine, command: Command): Promise<boolean> {
  try {
    await engine.dispatch('d', command);
    return true;
  } catch (error) {
    if (error instanceof HallError) return false;
    throw error;
  }
}

/** What the debate came to, as a reader sees it. */
async function verdictOf(engine: Engine) {
  const { outcome, decision, authority, dissent, result, status } = toRecord(await engine.snapshot('d'));
  return JSON.stringify({ outcome, decision, authority, dissent, result, status });
}

it('are admitted as the table says, change no verdict, and verify', async () => {
  const ledgers: string[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(deeds, { minLength: 3, maxLength: 14 }), async (sequence) => {
      fs.rmSync(folder, { recursive: true, force: true });
      folder = temporaryFolder();
      const engine = testEngine(folder);
      await engine.open(openRequest('d'));
      const model: Model = { status: 'open', question: 0, waiting: [] };
      for (const deed of sequence) {
        const before = await verdictOf(engine);
        const { nextSeq } = (await engine.snapshot('d')).debate;
        const done = await attempt(engine, toCommand(model, deed));
        expect([deed, done]).toEqual([deed, isLegal(model, deed)]);
        if (!done) continue;
        if (deed.do === 'close' || deed.do === 'kill') {
          model.status = deed.do === 'close' ? 'closed' : 'force-closed';
          if (deed.do === 'kill') Object.assign(model, { question: 0, waiting: [] });
        } else expect(await verdictOf(engine)).toBe(before);
        if (deed.do === 'ask') Object.assign(model, { question: nextSeq, waiting: deed.seats });
        if (deed.do === 'answer' || deed.do === 'fail') {
          model.waiting = model.waiting.filter((seat) => seat !== deed.seat);
        }
      }
      const { text = '' } = (await openTestStore(folder).read('d', undefined)) ?? {};
      const request = { threadId: 'd', chunks: [{ text, restarted: false }], knownHeads: [], format: knownFormat };
      expect(await verifyLedger(request)).toMatchObject({ ok: true, damage: [] });
      ledgers.push(text);
    }),
    { numRuns: times(60, 12) },
  );
  expect(verifyInPython(ledgers.map((data) => ({ data, head: null })))).toEqual(ledgers.map(() => null));
});
