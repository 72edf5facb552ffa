// The quick check of what every event has must never take what the schema of an event refuses.
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventPayloads, type LedgerEvent } from '../../src/domain/events.ts';
import { createEventSchema, parseEvent } from '../../src/ledger/chain/parse-event.ts';
import { canonicalJson } from '../../src/support/canonical.ts';
import { times } from '../support/campaign.ts';

const LEDGER = path.join(import.meta.dirname, '../../docs/examples/example.jsonl');
const events = fs
  .readFileSync(LEDGER, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as LedgerEvent);

const DIGEST = '0a'.repeat(32);
const two = (most: number) => fc.nat(most).map((number) => String(number).padStart(2, '0'));
const at = fc
  .tuple(fc.constantFrom('0000', '1900', '2000', '2024', '2026', '9999', '+012026', '-000001'), two(13), two(32))
  .chain(([year, month, day]) =>
    fc
      .tuple(two(24), two(60), two(60), fc.constantFrom('.000Z', '.999Z', 'Z', '.0000Z', '.000+00:00', '.00Z', '.000z'))
      .map(([hour, minute, second, end]) => `${year}-${month}-${day}T${hour}:${minute}:${second}${end}`),
  );
const odd = fc.constantFrom<unknown>(undefined, null, 1, 2, -1, 0.5, 2 ** 53, '1', '', true, {}, [], DIGEST);
const envelope = fc.record(
  {
    at: fc.oneof(at, odd),
    hash: fc.oneof(odd, fc.constantFrom(DIGEST.toUpperCase(), `${DIGEST}\n`, `${DIGEST}0`)),
    prev: odd,
    seq: odd,
    type: fc.oneof(odd, fc.constantFrom(...Object.keys(eventPayloads))),
    v: odd,
    more: odd,
    a: odd,
  },
  { requiredKeys: [] },
);

it('takes every event that was recorded, in the order in which it stands there', () => {
  for (const event of events) expect(parseEvent(event)).toEqual({ success: true, data: event, inOrder: true });
});

it('takes what the schema takes, and knows whether its names are in order', () => {
  fc.assert(
    fc.property(fc.constantFrom(...events), envelope, fc.boolean(), (event, changes, sorted) => {
      const changed = JSON.parse(JSON.stringify({ ...event, ...changes }));
      const value = sorted ? JSON.parse(canonicalJson(changed)) : changed;
      const parsed = parseEvent(value);
      const bySchema = Object.hasOwn(eventPayloads, String(value.type))
        ? createEventSchema(value.type).safeParse(value)
        : { success: false };
      expect(parsed.success).toBe(bySchema.success);
      if (!parsed.success) return;
      expect(parsed.data).toEqual(value);
      expect(parsed.inOrder).toBe(JSON.stringify(value) === canonicalJson(value));
    }),
    { numRuns: times(5_000, 200) },
  );
});

it('takes of every member of an event what the schema takes, each alone', () => {
  const [event] = events as [LedgerEvent];
  const days = [
    '2026-02-28',
    '2026-02-29',
    '2024-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-12-31',
    '2026-13-01',
    '2026-00-10',
  ];
  const times = days.map((day) => `${day}T23:59:59.999Z`);
  const clocks = ['24:00:00.000Z', '23:60:00.000Z', '23:59:60.000Z', '23:59:59.99Z', '23:59:59.9990Z', '23:59:59.999z'];
  const ends = clocks.flatMap((clock) => ['2026-02-28', '2026-12-31'].map((day) => `${day}T${clock}`));
  const digests = [DIGEST, DIGEST.toUpperCase(), `${DIGEST}\n`, `${DIGEST}0`, DIGEST.slice(1), `x${DIGEST}`];
  const others = [null, true, 0, 1, 2, -1, 0.5, 2 ** 53, '', '1', 'turn-recorded', 'none', 'constructor', [], {}];
  const changes = ['at', 'data', 'hash', 'prev', 'seq', 'type', 'v', 'z'].flatMap((name) =>
    [...times, ...ends, ...digests, ...others].map((value) => ({ [name]: value })),
  );
  let taken = 0;
  for (const change of changes) {
    const value = { ...event, ...change };
    const schema = Object.hasOwn(eventPayloads, value.type) ? createEventSchema(value.type) : undefined;
    const isTaken = schema?.safeParse(value).success === true;
    taken += isTaken ? 1 : 0;
    const parsed = parseEvent(value);
    expect(parsed.success, JSON.stringify(change)).toBe(isTaken);
    if (parsed.success) expect(parsed.inOrder).toBe(true);
  }
  expect(taken).toBeGreaterThan(5);
  for (const value of [null, undefined, 1, 'debate-opened', [], [event], {}])
    expect(parseEvent(value).success).toBe(false);
});
