import fs from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuleData } from '../../src/domain/event-parts.ts';
import { HallError } from '../../src/domain/failures/errors.ts';
import type { Command, ReportedEvent } from '../../src/ledger/engine/commands.ts';
import type { Snapshot } from '../../src/ledger/engine/snapshot.ts';
import { anyCharacter } from '../support/any-character.ts';
import { times } from '../support/campaign.ts';
import { verifyFile } from '../support/check.ts';
import { openRequest, person, temporaryFolder, testEngine } from '../support/hall.ts';
import { ledgersOf } from '../support/ledgers.ts';

const seat = fc.constantFrom('wind', 'wall', 'door', 'mediator', 'nobody');
const content = fc.oneof(
  fc.constantFrom(
    'words',
    '',
    'VOTE: APPROVE',
    'VOTE: REJECT',
    'NEXT: wind',
    'NEXT: door',
    'NEXT: close',
    '1. a pattern',
  ),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
);
const key = fc.option(fc.constantFrom('k1', 'k2'), { nil: undefined });
const agent = { agent: 'a', kind: 'scripted' };
const by = fc.constantFrom(
  { agent: person, author: 'Ada' },
  { agent, usage: { inputTokens: 30, outputTokens: 10 } },
  { agent, attempts: 2 },
);
const act = fc.constantFrom('turn', 'vote', 'pick', 'revision');

function command(): fc.Arbitrary<Command> {
  const only = <T extends Command['type']>(type: T) => fc.constant(type);
  const report = (type: ReportedEvent['type'], data: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record({ type: only(type), data: fc.record(data) });
  const rest: fc.Arbitrary<unknown> = fc.oneof(
    report('interjection-added', { author: fc.constantFrom('Ben', ''), content, key }),
    fc.record({
      type: only('redact'),
      target: fc.nat({ max: 12 }),
      reason: fc.constantFrom('x', ''),
      by: fc.constant('Ada'),
    }),
    report('answer-rejected', { seat, act, content, issues: fc.array(fc.string(), { maxLength: 2 }), by }),
    report('seat-failed', {
      seat,
      act,
      agent: fc.constant(agent),
      failure: fc.record({ code: fc.constantFrom('crashed', 'unusable'), message: fc.string() }),
      attempts: fc.integer({ min: 0, max: 2 }),
      partial: content,
    }),
    fc.record({ type: only('replace'), seat, to: fc.constant(agent), reason: fc.constantFrom('x', '') }),
    fc.record({ type: only('start-run'), pid: fc.nat(), hallVersion: fc.constant('0') }),
    report('run-paused', { reason: fc.constantFrom('cancelled', 'seat-failed') }),
    fc.record({
      type: only('reach-limit'),
      limit: fc.constantFrom('tokens', 'turns', 'time'),
      used: fc.nat(),
      max: fc.nat(),
    }),
    fc.constant({ type: 'limits-raised', data: { limits: { tokens: 1_000, costMicroUsd: null, wallMs: null } } }),
    report('note-recorded', { code: fc.constantFrom('ok', 'Not OK'), message: content }),
    fc.record({ type: only('close'), by: fc.constant('Ada') }),
    fc.record({ type: only('close'), synthesis: content, by: fc.constant('Ada') }),
    report('debate-force-closed', { reason: content, by: fc.constant('Ada') }),
  );
  const record = fc.record({ type: only('record'), seat, content, by, key });
  return fc.oneof({ weight: 3, arbitrary: record }, { weight: 2, arbitrary: rest }) as fc.Arbitrary<Command>;
}

const options: fc.Arbitrary<RuleData> = fc.constantFrom(
  {},
  { rounds: 1, consensus: true },
  { order: 'mediated' },
  { maxTurns: 2 },
);

const dataOf = ({ debate, state, log }: Snapshot) => structuredClone({ debate, state, log });

describe('any sequence of commands', () => {
  it('leaves on disk what is in memory, and a refused one changes neither', async () => {
    const outcomes = { accepted: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(options, fc.array(command(), { minLength: 4, maxLength: 24 }), async (rules, commands) => {
        const folder = temporaryFolder();
        try {
          const engine = testEngine(folder);
          await engine.open(openRequest('d', rules));
          const ledgers = ledgersOf(folder, folder);
          for (const each of commands) {
            const text = ledgers.text('d');
            const before = await engine.snapshot('d');
            const data = dataOf(before);
            try {
              await engine.dispatch('d', each);
              outcomes.accepted += 1;
            } catch (error) {
              // Every refusal is one that callers can read; anything else is a fault.
              if (!(error instanceof HallError) || error.code === 'internal') throw error;
              outcomes.refused += 1;
              expect(ledgers.text('d')).toEqual(text);
              expect(dataOf(before)).toEqual(data);
              expect(dataOf(await engine.snapshot('d'))).toEqual(data);
            }
          }
          expect(dataOf(await testEngine(folder).snapshot('d'))).toEqual(dataOf(await engine.snapshot('d')));
          expect(await verifyFile(folder, 'd')).toMatchObject({ damage: [], unfinishedRedactions: [] });
          const text = ledgers.text('d');
          for (const { type, data } of (await engine.snapshot('d')).log) {
            if (type !== 'texts-redacted') continue;
            const line = text.split('\n')[data.target] as string;
            for (const field of data.fields) {
              const keys = field.split('/').slice(1);
              const left = keys.reduce((value, name) => value[name], JSON.parse(line).data);
              expect(Object.keys(left)).toEqual(['sha256']);
            }
          }
        } finally {
          fs.rmSync(folder, { recursive: true, force: true });
        }
      }),
      { numRuns: times(40, 12) },
    );
    // The sequences are worth something only if both happen often.
    expect(outcomes.accepted).toBeGreaterThan(times(50, 15));
    expect(outcomes.refused).toBeGreaterThan(times(50, 15));
  });
});
