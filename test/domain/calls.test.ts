// What calls come to: sums that hold however the calls are divided, and that never make a 0 of what nobody reported.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addTotals,
  addUsage,
  type Call,
  type Expense,
  listExpenses,
  sumExpenses,
  type Totals,
  toCall,
} from '../../src/domain/calls.ts';
import type { Usage } from '../../src/domain/event-parts.ts';
import type { LedgerEvent } from '../../src/domain/events.ts';

const agent = { agent: 'codex', kind: 'codex' };
const figure = fc.option(fc.nat(1_000_000), { nil: undefined });

/** As a ledger holds it: a field is there or is not. */
const usage: fc.Arbitrary<Usage> = fc
  .record({
    ...{ inputTokens: figure, cachedInputTokens: figure, outputTokens: figure, costMicroUsd: figure },
    atLeast: fc.constantFrom(undefined, true),
  })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));

const call: fc.Arbitrary<Call> = fc.record({
  seat: fc.constantFrom('wind', 'wall', 'door'),
  act: fc.constant('turn'),
  agent: fc.constant(agent),
  result: fc.constantFrom('answered', 'rejected', 'failed', 'stopped'),
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
        expect(addTotals(seats)).toEqual(total);
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
        if (total.usage.costMicroUsd === undefined) expect(total.callsWithoutCost).toBe(total.calls);
        const isWhole = (wanted: (made: Usage) => boolean) => (made: Call) =>
          made.usage !== undefined && made.usage.atLeast === undefined && wanted(made.usage);
        const withCost = calls.filter(isWhole(({ costMicroUsd }) => costMicroUsd !== undefined));
        const withTokens = calls.filter(
          isWhole(({ inputTokens, outputTokens }) => inputTokens !== undefined && outputTokens !== undefined),
        );
        expect(total.calls - total.callsWithoutCost).toBe(withCost.length);
        expect(total.calls - total.callsWithoutTokens).toBe(withTokens.length);
        expect(total.usage.atLeast === true).toBe(calls.some((each) => each.usage?.atLeast === true));
        for (const field of ['startUpMs', 'firstTextMs', 'durationMs'] as const) {
          const known = calls.flatMap((each) => each[field] ?? []);
          const none = field === 'durationMs' ? 0 : undefined;
          expect(total[field]).toBe(known.length === 0 ? none : known.reduce((sum, each) => sum + each));
        }
      }),
    );
  });
});

const event = (type: string, data: object, seq = 1) => ({ v: 1, seq, at: '', prev: null, hash: '', type, data });

describe('the expenses of a ledger', () => {
  type Told = Readonly<Record<string, unknown>> & { readonly type: string };
  const other = { agent: 'claude', kind: 'claude' };
  const rehearsal = { agent: 'rehearsal', kind: 'rehearsal', rehearsal: true };
  const seat = fc.constantFrom('wind', 'wall');
  const tries = fc.integer({ min: 1, max: 3 });
  const used = fc.record({ costMicroUsd: fc.nat(9) });
  const by = (author: fc.Arbitrary<string | undefined>) =>
    fc
      .record({ agent: fc.constantFrom(agent, other), attempts: tries, usage: used, author })
      .map(({ author: person, attempts, ...rest }) => ({
        ...rest,
        ...(attempts > 1 && { attempts }),
        ...(person !== undefined && { author: person }),
      }));
  const told = fc.oneof(
    ...['turn-recorded', 'answer-rejected'].map((type) =>
      fc.record({
        type: fc.constant(type),
        seat,
        act: fc.constant('turn'),
        by: by(fc.constantFrom(undefined, undefined, 'Ada')),
        copied: fc.constantFrom(undefined, undefined, { threadId: 'parent' }),
      }),
    ),
    fc.record({ type: fc.constant('follow-up-answered'), seat, by: by(fc.constant(undefined)) }),
    ...['seat-failed', 'follow-up-failed'].map((type) =>
      fc.record({
        ...{ type: fc.constant(type), seat, act: fc.constant('turn'), agent: fc.constantFrom(agent, other) },
        ...{ attempts: tries, usage: used, failure: fc.constantFrom({ code: 'timed-out' }, { code: 'unusable' }) },
      }),
    ),
    fc.record({ type: fc.constant('seat-replaced'), seat, to: fc.constantFrom(other, rehearsal) }),
    fc.record({
      type: fc.constant('note-recorded'),
      code: fc.constantFrom('session-rebuilt', 'call-stopped', 'agent-note'),
      seat: fc.constantFrom('wind', 'wall', 'a seat that is not there', undefined),
    }),
    fc.constant({ type: 'interjection-added', author: 'Ada' }),
  ) as fc.Arbitrary<Told>;

  /** "what seat agent tries cost" of each, by the rules of docs/reference/ledger.md. */
  function listByRules(all: readonly Told[]): readonly string[] {
    const fills = new Map<unknown, typeof rehearsal | typeof agent>([
      ['wind', agent],
      ['wall', rehearsal],
    ]);
    return all.flatMap((each) => {
      const made = (each['by'] ?? each) as {
        agent: typeof agent;
        attempts?: number;
        usage: { costMicroUsd: number };
        author?: string;
      };
      const line = (what: string) => [
        `${what} ${each['seat']} ${made.agent.agent} ${made.attempts ?? 1} ${made.usage.costMicroUsd}`,
      ];
      switch (each.type) {
        case 'turn-recorded':
        case 'answer-rejected': {
          const isOwn = made.author === undefined && each['copied'] === undefined;
          return isOwn ? line(each.type === 'turn-recorded' ? 'answered' : 'rejected') : [];
        }
        case 'follow-up-answered':
          return line('answered');
        case 'seat-failed':
          return (each['failure'] as { code: string }).code === 'unusable' ? [] : line('failed');
        case 'follow-up-failed':
          return line('failed');
        case 'seat-replaced':
          fills.set(each['seat'], each['to'] as typeof agent);
          return [];
        case 'note-recorded': {
          const fill = fills.get(each['seat']);
          if (fill === undefined) return [];
          if (each['code'] === 'session-rebuilt') return [`rebuilt ${each['seat']} ${fill.agent}`];
          const cost = 'rehearsal' in fill ? 0 : undefined;
          return each['code'] === 'call-stopped' ? [`stopped ${each['seat']} ${fill.agent} 1 ${cost}`] : [];
        }
        default:
          return [];
      }
    });
  }

  it('are every call that was made here, and every session that was built again, of whoever filled the seat then', () => {
    fc.assert(
      fc.property(fc.array(told, { maxLength: 12 }), (all) => {
        const seats = [
          { seat: 'wind', agent },
          { seat: 'wall', agent: rehearsal },
        ];
        const log = [
          event('debate-opened', { seats }, 0),
          ...all.map(({ type, ...data }, at) => event(type, data, at + 1)),
        ];
        const expenses = listExpenses(log as unknown as LedgerEvent[]);
        const lines = expenses.map((each) => {
          const { result, attempts, usage: spent } = each.call ?? {};
          const figures = result === undefined ? '' : ` ${attempts} ${spent?.costMicroUsd}`;
          return `${result ?? 'rebuilt'} ${each.seat} ${each.agent.agent}${figures}`;
        });
        expect(lines).toEqual(listByRules(all));
        const count = (what: string) => lines.filter((line) => line.startsWith(what)).length;
        const { calls, retries, rejected, failed, rebuilt } = sumExpenses(expenses);
        const tried = expenses.flatMap((each) => each.call?.attempts ?? []).reduce((sum, each) => sum + each, 0);
        expect({ calls, retries, rejected, failed, rebuilt }).toEqual({
          calls: lines.length - count('rebuilt'),
          retries: tried - calls,
          rejected: count('rejected'),
          failed: count('failed'),
          rebuilt: count('rebuilt'),
        });
      }),
    );
  });
});

describe('a call', () => {
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
