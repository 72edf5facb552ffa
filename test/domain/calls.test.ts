// What calls come to: sums that hold however the calls are divided, and that never make a 0 of what nobody reported.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addUsage, type Call, type Expense, sumExpenses, type Totals, toCall } from '../../src/domain/calls.ts';
import type { Usage } from '../../src/domain/event-parts.ts';
import type { LedgerEvent } from '../../src/domain/events.ts';

const agent = { agent: 'codex', kind: 'codex' };
const figure = fc.option(fc.nat(1_000_000), { nil: undefined });

/** As a ledger holds it: a field is there or is not. */
const usage: fc.Arbitrary<Usage> = fc
  .record({ inputTokens: figure, cachedInputTokens: figure, outputTokens: figure, costMicroUsd: figure })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));

const call: fc.Arbitrary<Call> = fc.record({
  seat: fc.constantFrom('wind', 'wall', 'door'),
  act: fc.constant('turn'),
  agent: fc.constant(agent),
  result: fc.constantFrom('answered', 'rejected', 'failed'),
  attempts: fc.integer({ min: 1, max: 5 }),
  durationMs: figure,
  startUpMs: figure,
  firstTextMs: figure,
  usage: fc.option(usage, { nil: undefined }),
});

const expense: fc.Arbitrary<Expense> = fc.oneof(
  call.map((made) => ({ seat: made.seat, agent, seq: 1, call: made })),
  fc.constantFrom('wind', 'wall', 'door').map((seat) => ({ seat, agent, seq: 1 })),
);

const COUNTS = [
  'calls',
  'callsWithoutTokens',
  'callsWithoutCost',
  'retries',
  'rejected',
  'failed',
  'rebuilt',
  'durationMs',
] as const;

describe('the totals of calls', () => {
  it('are the sum of the totals of the seats', () => {
    fc.assert(
      fc.property(fc.array(expense), (expenses) => {
        const total = sumExpenses(expenses);
        const seats = ['wind', 'wall', 'door'].map((seat) =>
          sumExpenses(expenses.filter((each) => each.seat === seat)),
        );
        const sum = (field: keyof Totals) => seats.reduce((all, each) => all + ((each[field] as number) ?? 0), 0);
        for (const field of COUNTS) expect([field, total[field]]).toEqual([field, sum(field)]);
        for (const field of ['startUpMs', 'firstTextMs'] as const) expect(total[field] ?? 0).toBe(sum(field));
        expect(total.usage).toEqual(seats.reduce((all, each) => addUsage(all, each.usage), {}));
      }),
    );
  });

  it('have a figure exactly when some call reported it', () => {
    fc.assert(
      fc.property(fc.array(expense), (expenses) => {
        const calls = expenses.flatMap((each) => each.call ?? []);
        const total = sumExpenses(expenses);
        for (const key of ['inputTokens', 'cachedInputTokens', 'outputTokens', 'costMicroUsd'] as const) {
          expect(total.usage[key] === undefined).toBe(calls.every((each) => each.usage?.[key] === undefined));
        }
        expect(total.callsWithoutCost === total.calls).toBe(total.usage.costMicroUsd === undefined);
      }),
    );
  });
});

describe('a call', () => {
  const event = (type: string, data: object) => ({ v: 1, seq: 1, at: '', prev: null, hash: '', type, data });
  const made = (type: string, data: object) => toCall(event(type, data) as unknown as LedgerEvent);

  it('is an answer, a rejected answer or a failure, and nothing that a person said', () => {
    const by = { agent, attempts: 3, usage: { costMicroUsd: 7 } };
    expect(made('turn-recorded', { seat: 'wind', act: 'turn', by })).toMatchObject({ result: 'answered', attempts: 3 });
    expect(made('answer-rejected', { seat: 'wind', act: 'turn', by })).toMatchObject({ result: 'rejected' });
    for (const type of ['turn-recorded', 'answer-rejected']) {
      expect(made(type, { seat: 'wind', act: 'turn', by: { ...by, author: 'Ada' } })).toBeUndefined();
    }
    expect(made('interjection-added', { author: 'Ada' })).toBeUndefined();
  });

  it('is not counted again when a seat fails because its answers were rejected', () => {
    const failed = (code: string) =>
      made('seat-failed', { seat: 'wind', act: 'turn', agent, attempts: 2, failure: { code } });
    expect(failed('timed-out')).toMatchObject({ result: 'failed', attempts: 2 });
    expect(failed('unusable')).toBeUndefined();
  });
});
