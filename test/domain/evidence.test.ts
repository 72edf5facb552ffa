// Whether what somebody quotes is in what every seat was given.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAgainstGiven, listGivenNames, readGiven } from '../../src/domain/evidence/check-given.ts';
import { findCitations } from '../../src/domain/reading/citations.ts';
import { seal } from '../../src/ledger/chain/chain.ts';
import { inCampaign, times } from '../support/campaign.ts';

const DOCUMENT = 'The licence ends in December.\nNobody has measured the load of the new server.\nTwo of us know Go.\n';
const DIFF = `diff --git a/src/cart.ts b/src/cart.ts
--- a/src/cart.ts
+++ b/src/cart.ts
@@ -10,2 +10,2 @@
 const items = read();
-sum = 0;
+const sum = items.reduce(add, 0);
`;

const item = (source: string, text: string) => ({ source, bytes: text.length, content: seal(text, '0'.repeat(32)) });
const given = readGiven({ context: [item('docs/plan.md', DOCUMENT), item('git:HEAD', DIFF)], contextLeftOut: [] });
const around = { isSaid: () => false, couldLookUp: false };
const check = (text: string, more: Partial<typeof around> = {}) =>
  checkAgainstGiven(given, text, { ...around, ...more }).map(({ cited, status }) => `${status} ${cited}`);

describe('what was given', () => {
  it.each([
    ['docs/plan.md:1', ['read docs/plan.md:1']],
    ['plan.md:1-2 says so', ['read plan.md:1-2']],
    ['docs/plan.md:1 "The licence ends"', ['read docs/plan.md:1']],
    ['docs/plan.md:2 "The licence ends"', ['wrong docs/plan.md:2']],
    ['docs/plan.md:9', ['wrong docs/plan.md:9']],
    ['docs/other.md:1', ['wrong docs/other.md:1']],
    ['src/cart.ts:11', ['read src/cart.ts:11']],
    ['src/cart.ts:11 "const sum = items.reduce(add, 0);"', ['read src/cart.ts:11']],
    ['src/cart.ts:10 "const sum = items.reduce(add, 0);"', ['wrong src/cart.ts:10']],
    ['src/cart.ts:11 "const sum = 0;"', ['wrong src/cart.ts:11']],
    ['src/cart.ts:90', ['unread src/cart.ts:90']],
    ['It says “The licence ends in December.”', ['read "The licence ends in December"']],
    ['It says "The licence ends … in December"', ['read "The licence ends … in December"']],
    ['It says „The licence ends in March“', ['wrong "The licence ends in March"']],
    ['a "quick win", as they say', []],
    ['docs/plan.md:1:5 "The licence ends"', ['read docs/plan.md:1']],
    ['docs/plan.md:9:1', ['wrong docs/plan.md:9']],
    ['docs/plan.md:2: nobody did', ['read docs/plan.md:2']],
    ['DOCS/Plan.md:1', ['read DOCS/Plan.md:1']],
    ['@docs/plan.md:1', ['read docs/plan.md:1']],
    ['b/src/cart.ts:11', ['read b/src/cart.ts:11']],
    ['src\\cart.ts:11', ['read cart.ts:11']],
  ])('%s', (text, expected) => {
    expect(check(text)).toEqual(expected);
  });

  const NOTES =
    'Größe der Änderung\nThe “limit” is ten requests — per second.\nWe don’t ship the ﬁnal ca\u0301fe\u00ad bar.\n10² − 3 = f(...rest)\n';
  const named = readGiven({
    context: [
      item('Übersicht.md', NOTES),
      item('my notes/plan b.md', NOTES),
      item('日本.md', '納期は十二月に終わります。\n'),
      item('empty.txt', ''),
      item('one/index.md', 'One line.\n'),
      item('two/index.md', 'Another line of two.\n'),
      item('plan b.md', 'Short.\n'),
      item('http://127.0.0.1:8080/rates.html', 'One line.\n'),
    ],
    contextLeftOut: [{ source: 'docs/huge.md', reason: 'it is too large' }],
  });
  const judge = (text: string) =>
    checkAgainstGiven(named, text, around).map(({ cited, status }) => `${status} ${cited}`);

  it.each([
    ['Übersicht.md:1 "Größe der Änderung"', ['read Übersicht.md:1']],
    ['U\u0308bersicht.md:1', ['read Übersicht.md:1']],
    ['siehe Übersicht.md:9', ['wrong Übersicht.md:9']],
    ['see my notes/plan b.md:1, and', ['read my notes/plan b.md:1']],
    ['see plan b.md:1', ['read plan b.md:1']],
    ['詳細は日本.md:1 「納期は十二月に終わります」', ['read "納期は十二月に終わります"']],
    ['日本.md:1 「納期は十二月に終わります」', ['read 日本.md:1']],
    ['日本.md:1 「納期は一月に終わります」', ['wrong 日本.md:1']],
    ['詳細はÜbersicht.md:1', ['read Übersicht.md:1']],
    ['empty.txt:1', ['read empty.txt:1']],
    ['empty.txt:2', ['wrong empty.txt:2']],
    ['index.md:1 "Another line of two"', ['read index.md:1']],
    ['index.md:1 "A third line of three"', ['wrong index.md:1']],
    ['docs/huge.md:7', ['unreadable docs/huge.md:7']],
    ['one/other.md:1', ['wrong one/other.md:1']],
    ['http://127.0.0.1:8080/rates.html:1', ['read http://127.0.0.1:8080/rates.html:1']],
    ['http://127.0.0.1:8080/other.html:1 http://127.0.0.1:80/rates.html:1', []],
    ['three/other.md:1, other.md:3', []],
    ['bitnami/redis:7 db.example.com:5432 ghcr.io/acme/app:12 TCP/IP:4 and/or:3 Bayern/Real:2', []],
    ['user@host.com:22, one/two:3, node.js:18, vendor/redis:7.2, https://example.org/one/other.md:3, 12:30:45', []],
    ['/home/ada/one/other.md:3, HEAD:one/other.md:3, one/index.php:3', []],
  ])('is named as it is: %s', (text, expected) => {
    expect(judge(text)).toEqual(expected);
  });

  it.each([
    ['The "limit" is ten requests - per second', 2, 'read'],
    ['The “limit” is ten requests – per second.', 2, 'read'],
    ['The “limit” is ten requests -- per second', 2, 'read'],
    ['ten requests.', 2, 'read'],
    ['ten … second', 2, 'read'],
    ['… ten requests [...] per second…', 2, 'read'],
    ['second … ten', 2, 'wrong'],
    ['ten … minute', 2, 'wrong'],
    ['ten request', 2, 'wrong'],
    ['en requests', 2, 'wrong'],
    ["We don't ship the final cáfe bar", 3, 'read'],
    ['We don\u2019t ship the \ufb01nal c\u00e1fe b\u200bar', 3, 'read'],
    ['We do ship the final', 3, 'wrong'],
    ['We don’t ship the final cafe bar', 3, 'wrong'],
    ['10² - 3', 4, 'read'],
    ['102 - 3', 4, 'wrong'],
    ['f(…rest)', 4, 'read'],
    ['= (', 4, 'wrong'],
    [') ', 4, 'read'],
  ])('holds the words of a quote and no others: %s', (quote, line, status) => {
    for (const [open, close] of ['«»', '“”', '»«', '””', '„“', '""'].filter(
      (pair) => !quote.includes(pair[0] ?? '') && !quote.includes(pair[1] ?? ''),
    )) {
      expect(judge(`Übersicht.md:${line} ${open}${quote.trim()}${close}`)).toEqual([`${status} Übersicht.md:${line}`]);
    }
  });

  it.each([
    ['»Größe der Änderung«', ['read "Größe der Änderung"']],
    ['”Größe der Änderung”', ['read "Größe der Änderung"']],
    ['so »Größe der großen Änderung«', ['wrong "Größe der großen Änderung"']],
    ['so ”Größe der großen Änderung”', ['wrong "Größe der großen Änderung"']],
    ['"Größe … ship the final"', ['read "Größe … ship the final"']],
    ['"ship the final … Größe der"', []],
    ['"One line … Another line of two"', []],
    ['a 24" monitor and then a 27" one', []],
    ['« un » et alors encore un autre « deux »', []],
    ['“one” and then quite another “two”', []],
  ])('is quoted with the marks of many languages: %s', (text, expected) => {
    expect(judge(text)).toEqual(expected);
  });

  it('is searched in time linear in the answer', () => {
    const many = Array.from({ length: 2_000 }, (_, index) => item(`folder ${index}/index.md`, 'x'));
    const large = readGiven({ context: many, contextLeftOut: [] });
    const names = listGivenNames(large);
    for (const part of ['index.md:1 ', 'a/', ':1', '1:1 ', 'folder 7/index.md:1 "x" ', 'é.é', '"', '#L1-2']) {
      expect(findCitations(part.repeat(5_000), names).length).toBeLessThanOrEqual(50);
    }
  });

  it.runIf(inCampaign)('is read once for all quotes, of which an answer has as many as citations', () => {
    let reads = 0;
    const counted = {
      path: 'plan.md',
      get text() {
        reads += 1;
        return DOCUMENT;
      },
    };
    const quotes = (each: (index: number) => string) =>
      Array.from({ length: 100 }, (_, index) => each(index)).join(' ');
    const bare = quotes((index) => `"ends in December ${index}"`);
    const placed = quotes((index) => `plan.md:1 "ends in December ${index}"`);
    for (const [text, count] of [
      [bare, 50],
      [placed, 100],
    ] as const) {
      expect(checkAgainstGiven({ ...given, documents: [counted] }, text, around)).toHaveLength(count);
    }
    // Its words, and its lines.
    expect(reads).toBe(2);
    // Parts that stand everywhere: a search for each of them would take minutes.
    const large = readGiven({ context: [item('large.md', 'a b '.repeat(300_000))], contextLeftOut: [] });
    const cut = quotes((index) => `"${'a … '.repeat(70)}zebra ${index}"`);
    expect(checkAgainstGiven(large, cut, around)).toHaveLength(50);
  });

  it('is not all that there may be where seats could look things up, and what others said is no forgery', () => {
    expect(check('src/other.ts:1, and "something that nobody gave"', { couldLookUp: true })).toEqual([]);
    expect(check('Wall says "the load is too high for us"', { isSaid: () => true })).toEqual([]);
  });

  it('says nothing where nothing was given', () => {
    const nothing = readGiven({ context: [], contextLeftOut: [] });
    expect(checkAgainstGiven(nothing, 'a.md:1 "one two three four"', around)).toEqual([]);
  });

  it('holds every run of its words and no other', () => {
    const words = DOCUMENT.split(/\s+/).filter((word) => word !== '');
    const run = fc.tuple(fc.nat(words.length - 4), fc.integer({ min: 4, max: 8 }));
    fc.assert(
      fc.property(run, fc.boolean(), ([from, count], isForged) => {
        const genuine = words.slice(from, from + count);
        const quote = (isForged ? [...genuine, 'zebra'] : genuine).join(' ').replace(/\.$/, '');
        expect(check(`They say "${quote}".`)).toEqual([`${isForged ? 'wrong' : 'read'} "${quote}"`]);
      }),
      { numRuns: times(500, 100) },
    );
  });
});
