// Whether what somebody quotes is in what every seat was given.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAgainstGiven, readGiven } from '../../src/domain/evidence/check-given.ts';
import { seal } from '../../src/ledger/chain/chain.ts';
import { times } from '../support/campaign.ts';

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
const given = readGiven({ context: [item('docs/plan.md', DOCUMENT), item('git:HEAD', DIFF)] });
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
  ])('%s', (text, expected) => {
    expect(check(text)).toEqual(expected);
  });

  it('is not all that there may be where seats could look things up, and what others said is no forgery', () => {
    expect(check('src/other.ts:1, and "something that nobody gave"', { couldLookUp: true })).toEqual([]);
    expect(check('Wall says "the load is too high for us"', { isSaid: () => true })).toEqual([]);
  });

  it('says nothing where nothing was given', () => {
    const nothing = readGiven({ context: [] });
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
