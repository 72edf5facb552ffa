// The quick look at a line must never take for canonical what the definition of canonical JSON does not.
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerEvent } from '../../src/domain/events.ts';
import { mapSealed, type Sealed } from '../../src/domain/sealed/sealed.ts';
import { chainEvent, coveredText, EMPTY_CHAIN, eventHash, seal as sealText } from '../../src/ledger/chain/chain.ts';
import { canonicalJson, sha256Hex, toWellFormed } from '../../src/support/canonical.ts';
import { anyCharacter } from '../support/any-character.ts';
import { inCi, times } from '../support/campaign.ts';

function isCanonical(text: string): boolean {
  try {
    return canonicalJson(JSON.parse(text)) === text;
  } catch {
    return false;
  }
}

/** What the shape of an event has shown before its text is looked at. */
function areNamesInOrder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const names = Object.keys(value);
  // JSON.parse makes of this name what no event has.
  const inOrder =
    Array.isArray(value) || !names.some((name, at) => name === '__proto__' || name !== names.toSorted()[at]);
  return inOrder && Object.values(value).every(areNamesInOrder);
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

const prose = fc.string({ unit: fc.constantFrom('a', ' ', '"', '"}', '\\', '\n', '/', '\u0001', '–') });
const sealedProse = fc.record({ salt: fc.constant('5a'.repeat(16)), sha256: fc.constant(DIGEST), text: prose });
const sealedEvent = fc
  .record({ content: sealedProse, more: value })
  .map((data) => JSON.parse(canonicalJson(toWellFormed({ at: '2026', data, ...rest }))) as unknown);

/** Other ways to write what parses to the same, of which one place is written so. */
const ODD_WAYS: readonly (readonly [RegExp, (character: string) => string])[] = [
  [/(?<!\\)[a-z](?=[^"]*"\})/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`],
  [/\//g, () => '\\/'],
  [/\\n/g, () => '\\u000a'],
  [/\\u00([01][0-9a-f])/g, (written) => `\\u${written.slice(2).toUpperCase()}`],
  [/[,:]/g, (character) => `${character} `],
  // Of two members with one name, parsing takes the last.
  [/"(?:salt|sha256|text)":"(?=[^"])/g, (start) => `${start}x",${start}`],
  [/(?<="text":"[^"\\]*")\}/g, () => ',"text":"x"}'],
  [/\\\\/g, () => '\\u005c'],
];
/** All that these ways and the first places for them make of a line and that is JSON. */
function writeOddly(line: string): string[] {
  const written = ODD_WAYS.flatMap(([pattern, write]) =>
    [0, 1, 2, 3].map((place) => {
      let found = 0;
      return line.replace(pattern, (character) => (found++ === place ? write(character) : character));
    }),
  );
  return written.filter((odd) => {
    try {
      return JSON.parse(odd) !== undefined;
    } catch {
      return false;
    }
  });
}

/** Of the library, whether or not a value is in order. */
function writtenByLibrary(value: unknown): string | undefined {
  try {
    return canonicalize(value);
  } catch {
    return undefined;
  }
}

it('writes what is in order as the definition of canonical JSON does, and refuses the same', () => {
  const number = fc.oneof(fc.double(), fc.constantFrom(-0, Number.NaN, Number.POSITIVE_INFINITY));
  const leaf = fc.oneof(json, text, number, fc.constant(undefined));
  const any = fc.oneof(leaf, fc.dictionary(key, fc.oneof(leaf, fc.dictionary(key, leaf))), fc.array(leaf));
  fc.assert(
    fc.property(any, fc.boolean(), (it, sorted) => {
      const made = sorted ? toWellFormed(it) : it;
      const expected = writtenByLibrary(made);
      if (expected === undefined) expect(() => canonicalJson(made)).toThrow();
      else expect(canonicalJson(made)).toBe(expected);
    }),
    { numRuns: times(4_000, 150) },
  );
});

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
      { numRuns: times(4_000, 150) },
    );
  });

  it.runIf(inCi)('never says canonical of another way to write the same', () => {
    fc.assert(
      fc.property(sealedEvent, (it) => {
        const found = writeOddly(JSON.stringify(it)).filter((line) => looksCanonical(line) && !isCanonical(line));
        expect(found).toEqual([]);
      }),
      { numRuns: times(1_000, 100) },
    );
  });

  it('knows each character of a text in the one way in which it is canonical', () => {
    const characters = [
      '"',
      '\\',
      '/',
      '\n',
      '\t',
      '\u0000',
      '\u0001',
      '\u001f',
      '\u007f',
      'a',
      '–',
      '\u2028',
      '\ud83d\ude00',
    ];
    const writeCode = (each: string, digits = (code: string) => code) =>
      each
        .split('')
        .map((unit) => `\\u${digits(unit.charCodeAt(0).toString(16).padStart(4, '0'))}`)
        .join('');
    for (const character of characters) {
      const own = JSON.stringify(character).slice(1, -1);
      const ways = [
        own,
        writeCode(character),
        writeCode(character, (code) => code.toUpperCase()),
        `\\${character}`,
        character,
      ];
      for (const [before, after] of [
        ['', ''],
        ['a', ''],
        ['', 'a'],
        ['\\\\', ''],
        ['', '\\\\'],
        ['\\"', '\\"'],
        ['', '"}'],
      ]) {
        for (const way of ways) {
          const written = `{"salt":"${'5a'.repeat(16)}","sha256":"${DIGEST}","text":"${before}${way}${after}"}`;
          const line = `{"at":"2026","data":{"content":${written}},${JSON.stringify(rest).slice(1)}`;
          try {
            JSON.parse(line);
          } catch {
            continue;
          }
          expect(looksCanonical(line), written).toBe(isCanonical(line));
        }
      }
    }
  });

  it('recognises the canonical form of what events hold, and what the hash covers', () => {
    const binary = fc.string({ unit: anyCharacter });
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

it('never puts an event earlier than the one before it', () => {
  const times = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '2027-01-01T00:00:00.000Z'];
  for (const now of times) {
    for (const lastAt of [null, ...times]) {
      const { at } = chainEvent({ type: 'run-paused', data: { reason: 'cancelled' } }, { ...EMPTY_CHAIN, lastAt }, now);
      expect(at).toBe([now, ...(lastAt === null ? [] : [lastAt])].sort().at(-1));
    }
  }
});

it('seals what UTF-8 can hold, as it then stands in the event', () => {
  for (const words of ['', 'a', '\ud83d\ude00', '\ud800', '\udc00a', 'a\ud800']) {
    const content = sealText(words, '5a'.repeat(16));
    const draft = { type: 'interjection-added', data: { author: 'Ada', content } } as const;
    const chained = chainEvent(draft, EMPTY_CHAIN, '2026-01-01T00:00:00.000Z');
    expect(chained.data).toEqual({ author: 'Ada', content });
    expect(content).toMatchObject({
      text: words.toWellFormed(),
      sha256: sha256Hex('5a'.repeat(16) + words.toWellFormed()),
    });
  }
});
