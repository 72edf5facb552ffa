// The quick look at a line must never take for canonical what the definition of canonical JSON does not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerEvent } from '../../src/domain/events.ts';
import { mapSealed, type Sealed } from '../../src/domain/sealed/sealed.ts';
import { canonicalJson, sha256Hex, toWellFormed } from '../../src/ledger/canonical.ts';
import { eventHash } from '../../src/ledger/chain.ts';
import { coveredText } from '../../src/ledger/covered-text.ts';
import { anyCharacter } from '../support/any-character.ts';
import { times } from '../support/campaign.ts';

function isCanonical(text: string): boolean {
  try {
    return canonicalJson(JSON.parse(text)) === text;
  } catch {
    return false;
  }
}

/** What the shape of an event has shown before its text is looked at. */
function areNamesInOrder(value: unknown): boolean {
  const wellFormed = toWellFormed(value);
  return JSON.stringify(wellFormed) === canonicalJson(wellFormed);
}

/** As the reader does it. */
function lookQuickly(line: string): string | undefined {
  const event = JSON.parse(line) as LedgerEvent;
  if (!areNamesInOrder(event)) return undefined;
  const seals: Sealed[] = [];
  const covered = mapSealed(event.data, (sealed) => {
    seals.push(sealed);
    return { sha256: sealed.sha256 };
  });
  return coveredText(line, event, covered, seals);
}

const looksCanonical = (line: string) => lookQuickly(line) !== undefined;

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

/** Other ways to write the same characters, a few of which are taken. */
const ODD_WAYS: readonly (readonly [RegExp, (character: string) => string])[] = [
  [/(?<!\\)[a-z](?=[^"]*"\})/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`],
  [/\//g, () => '\\/'],
  [/\\n/g, () => '\\u000a'],
  [/\\u00([01][0-9a-f])/g, (written) => `\\u${written.slice(2).toUpperCase()}`],
  [/[,:]/g, (character) => `${character} `],
  [/\\\\/g, () => '\\u005c'],
];
const oddly = fc
  .tuple(event, fc.nat(ODD_WAYS.length - 1), fc.nat(20))
  .map(([it, way, place]) => {
    const [pattern, write] = ODD_WAYS[way] as (typeof ODD_WAYS)[number];
    let found = 0;
    return JSON.stringify(it).replace(pattern, (character) => (found++ === place ? write(character) : character));
  })
  .filter((line) => {
    try {
      return JSON.parse(line) !== undefined;
    } catch {
      return false;
    }
  });

describe('the quick look at a line', () => {
  it('never says canonical of what is not', () => {
    const line = fc.oneof(
      oddly,
      event.map((it) => JSON.stringify(it)),
      event.map((it) => JSON.stringify(it, null, 1)),
      event.map(({ at, ...others }) => JSON.stringify({ ...others, at })),
      fc
        .constantFrom('-0', '1.0', '1e2', '"\\u0041"', '"\\/"', '{"b":1,"a":2}', '{"a":1,"a":1}', '"\\ud800"', ' 1')
        .map((odd) => `{"at":"2026","data":{"a":${odd}},${JSON.stringify(rest).slice(1)}`),
    );
    fc.assert(
      fc.property(line, (it) => !looksCanonical(it) || isCanonical(it)),
      { numRuns: times(4_000, 500) },
    );
  });

  it('recognises the canonical form of what events hold, and what the hash covers', () => {
    const binary = fc.string({ unit: anyCharacter });
    const prose = fc.string({ unit: fc.constantFrom('a', ' ', '"', '"}', '\\', '\n', '/', '\u0001', '–') });
    const sealed = fc.record({
      salt: fc.constant('5a'.repeat(16)),
      sha256: fc.constant(DIGEST),
      text: fc.oneof(binary, prose),
    });
    const data = fc.record({ text: sealed, seat: binary, list: fc.array(fc.oneof(sealed, binary)) });
    fc.assert(
      fc.property(data, (it) => {
        const unsigned = JSON.parse(canonicalJson({ at: '2026', data: it, ...rest, hash: undefined }));
        const hash = eventHash(unsigned);
        const line = canonicalJson({ ...unsigned, hash });
        const covered = lookQuickly(line);
        if (covered === undefined) expect(line).toContain('\\ud');
        else expect(sha256Hex(covered)).toBe(hash);
      }),
    );
  });
});
