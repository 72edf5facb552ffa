// A list that is narrowed down by what ledgers show unchecked finds the same debates as one that checks all.
import fs from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Choice, DebateSummaries } from '../../src/hall/operations/records/lists/debate-summaries.ts';
import type { ListedDebate } from '../../src/hall/operations/records/lists/debate-summary.ts';
import { LedgerEnds } from '../../src/hall/operations/records/lists/ledger-ends.ts';
import { couldMatch, readSigns } from '../../src/hall/operations/records/lists/ledger-signs.ts';
import type { ListFilter } from '../../src/hall/operations/records/lists/list-filter.ts';
import type { Command } from '../../src/ledger/engine/commands.ts';
import type { Ends } from '../../src/ledger/stores/store.ts';
import { openRequest, temporaryFolder, testEngine } from '../support/hall.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const by = 'ana';
/** Longer than the end of a ledger that is read first. */
const long = 'x'.repeat(9_000);
const LONG_NOTE: Command = { type: 'note-recorded', data: { code: 'long', message: long } };
const CLOSE: Command = { type: 'close', synthesis: 'We go.', by };
const OUTCOME: Command = { type: 'outcome-recorded', data: { turnedOut: { verdict: 'right' }, by } };
const FORCE_CLOSE: Command = { type: 'debate-force-closed', data: { reason: 'enough', by } };
const EXTEND: Command = { type: 'debate-extended', data: { rounds: 1, by } };
const STEPS: readonly Command[] = [
  ...[LONG_NOTE, CLOSE, OUTCOME, FORCE_CLOSE, EXTEND],
  { type: 'note-recorded', data: { code: 'short', message: '"type":"debate-closed","v":1}' } },
  { type: 'close', synthesis: long, by },
  { type: 'reach-limit', limit: 'turns', used: 3, max: 3 },
];
/** What stands at the end does not say what came of them. */
const HIDDEN = [
  [CLOSE, OUTCOME, LONG_NOTE, FORCE_CLOSE],
  [CLOSE, OUTCOME, EXTEND, LONG_NOTE],
  [CLOSE, LONG_NOTE, OUTCOME],
  [CLOSE, OUTCOME, EXTEND, LONG_NOTE, CLOSE],
];

async function find(choice: Choice): Promise<readonly string[]> {
  const engine = testEngine(folder);
  const found: string[] = [];
  for await (const { threadId } of new DebateSummaries({ engine, store: engine.store }).each(choice))
    found.push(threadId);
  return found.toSorted();
}

const isOutcome = (outcome: ListFilter['outcome']) => (row: ListedDebate) =>
  'outcome' in row && (row.outcome ?? 'open') === outcome;

it('whatever happened to them', async () => {
  const history = fc.array(fc.constantFrom(...STEPS), { maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: 5 }), async (histories) => {
      fs.rmSync(folder, { recursive: true, force: true });
      // Another hall, also where halls are in a database.
      folder = temporaryFolder();
      const engine = testEngine(folder);
      for (const [index, steps] of histories.entries()) {
        await engine.open(openRequest(`d-${index}`));
        // What the rules refuse did not happen.
        for (const step of steps) await engine.dispatch(`d-${index}`, step).catch(() => {});
      }
      for (const outcome of ['open', 'closed-manually', 'force-closed', 'stopped-by-limit'] as const) {
        const wanted = isOutcome(outcome);
        expect(await find({ wanted, couldBe: couldMatch({ outcome }) })).toEqual(await find({ wanted }));
      }
      const wanted = (row: object) => 'turnedOut' in row;
      expect(await find({ wanted, couldBe: (_id, { turnedOut }) => turnedOut })).toEqual(await find({ wanted }));
    }),
    { numRuns: 25, examples: [[HIDDEN]] },
  );
});

it('keeps of a ledger what it shows, and not the bytes that it was found in', async () => {
  const [COUNT, PADDING] = [200, 50_000];
  const first = `{"data":{"format":"wind-wall-door","relation":{"event":3,"kind":"fork","of":"an-earlier-debate"},"source":"decision of-another-debate"}`;
  const closed = `{"at":"2026-11-23T12:00:00.000Z","data":{"outcome":"stable-disagreement"},"type":"debate-closed","v":1}\n`;
  const readEnds = async (ids: readonly string[]) => {
    const text = Buffer.from(`${first}${'x'.repeat(PADDING)}\n`);
    const end = Buffer.from(`${'x'.repeat(PADDING)}\n${closed}`);
    return new Map(ids.map((id): [string, Ends] => [id, { first: text.toString(), last: end.toString() }]));
  };
  const seen = new LedgerEnds({ readEnds }, readSigns);
  const ledgers = Array.from({ length: COUNT }, (_, index) => ({ id: `d-${index}`, version: '1' }));
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const [signs] = await seen.lookAt(ledgers);
  globalThis.gc?.();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan((COUNT * PADDING) / 4);
  expect(signs).toMatchObject({
    ...{ format: 'wind-wall-door', relatedTo: 'an-earlier-debate', outcome: 'stable-disagreement' },
    ...{ recalled: ['of-another-debate'], changedAt: '2026-11-23T12:00:00.000Z' },
  });
  // It is kept as long as its ledger stands.
  expect((await seen.lookAt(ledgers))[0]).toBe(signs);
});
