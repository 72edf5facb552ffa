import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { eventPayloads, type LedgerEvent } from '../../src/domain/events.ts';
import { compileQuickCheck } from '../../src/ledger/chain/quick-check.ts';
import { canonicalJson } from '../../src/support/canonical.ts';
import { times } from '../support/campaign.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const ROOT = path.join(import.meta.dirname, '../..');
const LEDGERS = [
  'docs/examples/example',
  ...['oxford', 'plan', 'review'].map((format) => `test/verdict/ledgers/${format}`),
];
const events = LEDGERS.flatMap((name) =>
  fs
    .readFileSync(path.join(ROOT, `${name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n'),
).map((line) => JSON.parse(line) as LedgerEvent);

const schemaOf = ({ type }: LedgerEvent): z.ZodType => eventPayloads[type]();

/** Every place below `value`, with the object or array that holds it. */
function placesIn(value: Json): [Record<string, Json>, string][] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, Json>;
  return Object.keys(holder).flatMap((name) => [[holder, name], ...placesIn(holder[name] as Json)]);
}

const odd = fc.oneof(
  fc.constantFrom<Json>(null, true, -1, 0, 1.5, 1e300, '', 'a', '💡', 'x'.repeat(201), {}, [], ['a'], { sha256: 'a' }),
  fc.jsonValue() as fc.Arbitrary<Json>,
);
const change = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('replace', 'remove', 'add', 'swap'),
  value: odd,
  other: fc.nat(),
});

it('knows every event that was recorded', () => {
  expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThan(5);
  for (const event of events)
    expect([event.type, compileQuickCheck(schemaOf(event))(event.data)]).toEqual([event.type, true]);
});

/** Each with its check, which is compiled once, as in the program. */
const samples = events.map((event) => {
  const schema = schemaOf(event);
  return { schema, value: event.data as unknown, accepts: compileQuickCheck(schema) };
});

it('takes nothing that the schema refuses or changes', () => {
  fc.assert(
    fc.property(fc.constantFrom(...samples), fc.array(change, { minLength: 1, maxLength: 3 }), (sample, changes) => {
      const { schema, accepts } = sample;
      const data = structuredClone(sample.value) as Json;
      for (const { at, how, value, other } of changes) {
        const places = placesIn(data);
        const [holder, name] = places[at % places.length] ?? [data as Record<string, Json>, 'x'];
        // Each change has a value of its own, or one may come to hold itself.
        const own = structuredClone(value);
        if (how === 'replace') holder[name] = own;
        else if (how === 'remove') delete holder[name];
        else if (how === 'add')
          Object.defineProperty(holder, other % 2 ? '__proto__' : 'more', {
            value: own,
            enumerable: true,
            configurable: true,
            writable: true,
          });
        else {
          const [otherHolder, otherName] = places[other % places.length] ?? [holder, name];
          holder[name] = structuredClone(otherHolder[otherName] as Json);
        }
      }
      // As it stands in a file.
      const read = JSON.parse(JSON.stringify(data)) as Json;
      if (!accepts(read)) return;
      const parsed = schema.safeParse(read);
      expect(parsed.success).toBe(true);
      expect(JSON.stringify(parsed.data)).toHaveLength(JSON.stringify(read).length);
      expect(parsed.data).toEqual(read);
    }),
    { numRuns: times(20_000, 500) },
  );
});

/** The same value with the names of one object in it, and of all that equal it, moved. */
function moveNames(value: Json, at: number, by: number): Json {
  const holders = placesIn(value).map(([holder]) => holder);
  const moved = holders[at % holders.length];
  return JSON.parse(JSON.stringify(value), (_, item) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    if (JSON.stringify(item) !== JSON.stringify(moved)) return item;
    const names = Object.entries(item);
    return Object.fromEntries([...names.slice(by % names.length), ...names.slice(0, by % names.length)]);
  }) as Json;
}

it('takes in order exactly what canonical JSON writes in that order', () => {
  fc.assert(
    fc.property(fc.constantFrom(...samples), fc.nat(), fc.nat(), ({ value: data, accepts }, at, by) => {
      const value = moveNames(data as Json, at, by);
      expect(accepts(value)).toBe(JSON.stringify(value) === canonicalJson(value));
    }),
    { numRuns: times(2_000, 100) },
  );
});

it('leaves to zod what converts a value, drops a part of it, or asks for more than a shape', () => {
  const shapes: [z.ZodType, unknown][] = [
    [z.object({ a: z.string() }), { a: 'x', b: 1 }],
    [z.strictObject({ a: z.string().trim() }), { a: ' x ' }],
    [z.strictObject({ a: z.string().default('x') }), {}],
    [z.strictObject({ a: z.coerce.number() }), { a: '1' }],
    [z.strictObject({ a: z.string().transform(Number) }), { a: '1' }],
    [z.strictObject({ a: z.string() }).transform((value) => ({ a: `${value.a}!` })), { a: 'x' }],
    [z.array(z.string()).refine((list) => list.length > 1), ['x']],
    [z.record(z.string(), z.number()).refine((value) => !('sha256' in value)), { sha256: 1 }],
  ];
  for (const [schema, value] of shapes) expect(compileQuickCheck(schema)(value)).toBe(false);
});
