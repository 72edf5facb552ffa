// The quick look at a line must never take for canonical what the definition of canonical JSON does not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, isSurelyCanonical } from '../../src/ledger/canonical.ts';
import { times } from '../support/campaign.ts';

function isCanonical(text: string): boolean {
  try {
    return canonicalJson(JSON.parse(text)) === text;
  } catch {
    return false;
  }
}

/** Keys that sort differently as numbers, and one that parsing treats in its own way. */
const key = fc.oneof(fc.string(), fc.constantFrom('1', '9', '10', '__proto__', 'é', '\ud83d\ude00', '\uffff'));
const json = fc.jsonValue({
  stringUnit: fc.oneof(fc.constantFrom('\ud800', '\udc00', '\\', '"', '\u2028'), fc.string()),
});
const value = fc.oneof(json, fc.dictionary(key, json), fc.array(fc.dictionary(key, json)));

describe('the quick look at a line', () => {
  it('never says canonical of what is not', () => {
    const text = fc.oneof(
      value.map((it) => JSON.stringify(it)),
      value.map((it) => JSON.stringify(it, null, 1)),
      fc.constantFrom('-0', '1.0', '1e2', '"\\u0041"', '"\\/"', '{"b":1,"a":2}', '{"a":1,"a":1}', '"\\ud800"', ' 1'),
    );
    fc.assert(
      fc.property(text, (line) => !isSurelyCanonical(JSON.parse(line), line) || isCanonical(line)),
      { numRuns: times(2_000, 250) },
    );
  });

  it('recognises the canonical form of what events hold', () => {
    const text = fc.string({ unit: 'binary' });
    const event = fc.record({ at: text, data: fc.record({ text, seat: text, list: fc.array(text) }), v: fc.nat() });
    fc.assert(
      fc.property(event, (it) => {
        const line = canonicalJson(it);
        expect(isSurelyCanonical(JSON.parse(line), line)).toBe(!line.includes('\\ud'));
      }),
    );
  });
});
