// A real engine on a real folder, with a clock and salts that do not vary.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { HallError } from '../../src/domain/errors.ts';
import type { AgentRef, RuleData } from '../../src/domain/events.ts';
import { Engine, type OpenRequest } from '../../src/engine/engine.ts';
import { format } from '../../src/formats/wind-wall-door/index.ts';
import { FileStore } from '../../src/stores/file/index.ts';

export function temporaryFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'debate-hall-test-'));
}

export function testEngine(folder: string, start = Date.UTC(2026, 10, 20, 10)) {
  let now = start;
  let salt = 0;
  return new Engine({
    store: new FileStore({ folder }),
    format: async (id) => {
      if (id !== format.id) throw new HallError('not-found', `There is no format "${id}".`);
      return format;
    },
    clock: { now: () => now++, elapsed: () => now },
    random: (digits) => (salt++).toString(16).padStart(digits, '0'),
  });
}

export const person: AgentRef = { agent: 'open', kind: 'open' };

export function openRequest(threadId: string, options: RuleData = {}): OpenRequest {
  const rules = format.options.parse(options);
  return {
    threadId,
    topic: 'Should we?',
    format: format.id,
    options: rules as unknown as RuleData,
    limits: { tokens: null, costMicroUsd: null, wallMs: null },
    seats: format.seats(rules).map(({ id }) => ({ seat: id, agent: person })),
    context: [],
    contextLeftOut: [],
    prompts: [],
    seed: 'seed',
    hallVersion: '0.0.0',
  };
}
