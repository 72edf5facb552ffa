// The marks of claims are those of their own citations: of one place with several quotes, each has its own.
import { expect, it } from 'vitest';
import type { LedgerEvent } from '../../src/domain/events.ts';
import { createEvidence } from '../../src/formats/common/claims/evidence.ts';
import { seal } from '../../src/ledger/chain/chain.ts';

const sealed = (text: string) => seal(text, 'c'.repeat(32));
const event = (seq: number, type: string, data: object) => ({ seq, type, data }) as unknown as LedgerEvent;

function findEvidence(claim: string, citations: readonly object[]) {
  const opened = { topic: sealed('Which?'), context: [], contextLeftOut: [], reading: { pins: [] } };
  const turn = { seat: 'wall', content: sealed(claim), citations: sealed(JSON.stringify(citations)), by: {} };
  return createEvidence([event(0, 'debate-opened', opened), event(1, 'turn-recorded', turn)])(claim, 1);
}

const place = { cited: 'my notes/a.txt:1', status: 'unread' };
const genuine = { ...place, quote: 'one two three' };
const wrong = { cited: 'my notes/a.txt:1', status: 'wrong', why: 'the quote is not in the file' };
const forged = { ...wrong, quote: 'entirely made up' };
const unlike = { cited: 'b.txt:1', status: 'read', quote: 'one two three' };

it.each([
  ['of this quote', 'my notes/a.txt:1 "one two three"', [genuine, forged, place], [genuine]],
  ['of the other quote', 'my notes/a.txt:1 "entirely made up"', [genuine, forged, place], [forged]],
  ['of the place alone', 'See my notes/a.txt:1', [genuine, forged, place], [place]],
  [
    'of both',
    'my notes/a.txt:1 "one two three", my notes/a.txt:1 "entirely made up"',
    [genuine, forged],
    [genuine, forged],
  ],
  [
    'of a quote without the marks around its words',
    'my notes/a.txt:1 "one two three"',
    [{ ...genuine, quote: 'one **two** three' }, forged],
    [{ ...genuine, quote: 'one **two** three' }],
  ],
  ['of no other place', 'my notes/a.txt:1 "one two three"', [unlike], []],
  ['of an older ledger', 'my notes/a.txt:1 "one two three"', [place], [place]],
  ['of an older ledger, where nobody can know', 'my notes/a.txt:1 "one two three"', [place, wrong], []],
])('is the mark %s', (_, claim, citations, expected) => {
  expect(findEvidence(claim, citations)).toEqual(expected);
});
