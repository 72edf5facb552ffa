// A real engine on a real folder, with a clock and salts that do not vary.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ListedDebate } from '../../src/domain/debate-summary.ts';
import type { AgentRef, RuleData } from '../../src/domain/event-parts.ts';
import { HallError } from '../../src/domain/failures/errors.ts';
import { RULES_VERSION } from '../../src/domain/outcomes.ts';
import type { AnyFormat } from '../../src/formats/format.ts';
import { format as windWallDoor } from '../../src/formats/wind-wall-door/index.ts';
import { discoverFormats } from '../../src/hall/compose/discover.ts';
import type { DebateSummaries } from '../../src/hall/operations/records/lists/debate-summaries.ts';
import { Engine } from '../../src/ledger/engine/engine.ts';
import type { OpenRequest } from '../../src/ledger/engine/opening.ts';
import { openFileStore } from '../../src/ledger/stores/file/index.ts';
import { openPostgresStore } from '../../src/ledger/stores/postgres/index.ts';
import type { Store } from '../../src/ledger/stores/store.ts';
import { Database } from '../../src/platform/database/database.ts';
import { type Clock, systemRandom } from '../../src/support/clock.ts';
import { auction } from './auction.ts';
import { storeVariables } from './shared-store.ts';

export function temporaryFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'debate-hall-test-'));
}

/** Looked for once: the test runner asks its main process about every import, also of what is loaded. */
let shipped: Promise<readonly AnyFormat[]> | undefined;

/** The formats of the tests: those that are shipped, and one that uses everything of the contract. */
export async function knownFormat(id: string): Promise<AnyFormat> {
  shipped ??= discoverFormats();
  const known = [...(await shipped), auction as AnyFormat].find((each) => each.id === id);
  if (known === undefined) throw new HallError('not-found', `There is no format "${id}".`);
  return known;
}

/** Where the hall of this folder is: there, or in the database of the tests. */
export function openTestStore(folder: string): Store {
  const { DEBATE_HALL_DATABASE_URL: url, DEBATE_HALL_NAME: hall = '' } = storeVariables(folder);
  return url === undefined
    ? openFileStore({ folder })
    : openPostgresStore({ database: new Database({ url, hall }), random: systemRandom });
}

function countingClock(start: number): Clock {
  let now = start;
  return { now: () => now++, elapsed: () => now };
}

export function testEngine(folder: string, start: number | Clock = Date.UTC(2026, 10, 20, 10)) {
  let salt = 0;
  return new Engine({
    store: openTestStore(folder),
    format: knownFormat,
    clock: typeof start === 'number' ? countingClock(start) : start,
    random: (digits) => (salt++).toString(16).padStart(digits, '0'),
  });
}

/** Every row of a list. */
export async function listAll(summaries: DebateSummaries): Promise<readonly ListedDebate[]> {
  return (await summaries.page({ from: 0, limit: Number.POSITIVE_INFINITY })).rows;
}

export const person: AgentRef = { agent: 'open', kind: 'open' };

export function openRequest(threadId: string, options: RuleData = {}, format: AnyFormat = windWallDoor): OpenRequest {
  const rules = format.options.parse(options);
  return {
    threadId,
    topic: 'Should we?',
    format: format.id,
    rulesVersion: RULES_VERSION,
    options: rules as unknown as RuleData,
    limits: { tokens: null, costMicroUsd: null, wallMs: null },
    seats: format
      .seats(rules)
      .filter(({ joinable }) => joinable !== true)
      .map(({ id }) => ({ seat: id, agent: person })),
    context: [],
    contextLeftOut: [],
    prompts: [],
    seed: 'seed',
    hallVersion: '0.0.0',
  };
}
