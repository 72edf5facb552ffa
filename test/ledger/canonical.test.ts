// The quick look at a line must never take for canonical what the definition of canonical JSON does not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerEvent } from '../../src/domain/events.ts';
import { mapSealed, type Sealed } from '../../src/domain/sealed/sealed.ts';
import { canonicalJson, isInOrder, sha256Hex } from '../../src/ledger/canonical.ts';
import { eventHash } from '../../src/ledger/chain.ts';
import { writeInOrder } from '../../src/ledger/write-in-order.ts';
import { anyCharacter } from '../support/any-character.ts';
import { times } from '../support/campaign.ts';

function isCanonical(text: string): boolean {
  try {
    return canonicalJson(JSON.parse(text)) === text;
  } catch {
    return false;
  }
}

/** As the reader does it: what is in order is written once more. */
function rewrite(line: string): { readonly line?: string; readonly hashed?: string } {
  const event = JSON.parse(line) as LedgerEvent;
  if (!isInOrder(event, line)) return {};
  const seals: Sealed[] = [];
  const covered = mapSealed(event.data, (sealed) => {
    seals.push(sealed);
    return { sha256: sealed.sha256 };
  });
  return writeInOrder(event, covered, seals);
}

const looksCanonical = (line: string) => rewrite(line).line === line;

const DIGEST = 'a'.repeat(64);

/** Keys that sort differently as numbers, and one that parsing treats in its own way. */
const key = fc.oneof(fc.string(), fc.constantFrom('1', '9', '10', '__proto__', 'é', '\ud83d\ude00', '\uffff'));
const text = fc.string({
  unit: fc.oneof(fc.constantFrom('\ud800', '\udc00', '\\', '"', '\u2028'), fc.string()),
});
const seal = fc.oneof(
  fc.record({ salt: text, sha256: fc.constant(DIGEST), text }),
  fc.record({ sha256: fc.constant(DIGEST) }),
  fc.record({ sha256: fc.constant(DIGEST), salt: text, text }),
  fc.constant(`{"sha256":"${DIGEST}"}`),
);
const json = fc.oneof(fc.jsonValue(), text, seal);
const value = fc.oneof(json, fc.dictionary(key, json), fc.array(fc.dictionary(key, json)));
const rest = { hash: DIGEST, prev: null, seq: 0, type: 'turn-recorded', v: 1 };
const event = fc.record({ data: fc.dictionary(key, value) }).map(({ data }) => ({ at: '2026', data, ...rest }));

describe('the quick look at a line', () => {
  it('never says canonical of what is not', () => {
    const line = fc.oneof(
      event.map((it) => JSON.stringify(it)),
      event.map((it) => JSON.stringify(it, null, 1)),
      event.map(({ at, ...others }) => JSON.stringify({ ...others, at })),
      fc
        .constantFrom('-0', '1.0', '1e2', '"\\u0041"', '"\\/"', '{"b":1,"a":2}', '{"a":1,"a":1}', '"\\ud800"', ' 1')
        .map((odd) => `{"at":"2026","data":{"a":${odd}},${JSON.stringify(rest).slice(1)}`),
    );
    fc.assert(
      fc.property(line, (it) => !looksCanonical(it) || isCanonical(it)),
      { numRuns: times(2_000, 250) },
    );
  });

  it('recognises the canonical form of what events hold, and what the hash covers', () => {
    const binary = fc.string({ unit: anyCharacter });
    const sealed = fc.record({ salt: binary, sha256: fc.constant(DIGEST), text: binary });
    const data = fc.record({ text: sealed, seat: binary, list: fc.array(fc.oneof(sealed, binary)) });
    fc.assert(
      fc.property(data, (it) => {
        const { hash: _, ...unsigned } = { at: '2026', data: it, ...rest };
        const hash = eventHash(unsigned as never);
        const line = canonicalJson({ ...unsigned, hash });
        if (line.includes('\\ud')) return expect(rewrite(line)).toEqual({});
        const written = rewrite(line);
        expect(written.line).toBe(line);
        expect(sha256Hex(written.hashed ?? '')).toBe(hash);
      }),
    );
  });
});
