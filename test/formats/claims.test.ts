// Claims in prose: what is read out of lines, and that nothing else is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLAIM_MOVES } from '../../src/domain/claims.ts';
import { applyEntries, areEntriesDue, type ClaimEntry } from '../../src/formats/common/claims/entries.ts';
import { describeUncounted, readClaimEntries } from '../../src/formats/common/claims/prose.ts';
import { listClaimWords, nameClaims } from '../../src/formats/common/claims/recorded-words.ts';
import { addClaims, type Claims, judgeFate, NO_CLAIMS } from '../../src/formats/common/claims/state.ts';
import { times } from '../support/campaign.ts';

/** C1 to C3 are Wind's, C4 and C5 Wall's. */
const CLAIMS = [
  { seat: 'wind', count: 3 },
  { seat: 'wall', count: 2 },
].reduce<Claims>((before, made) => addClaims(before, { ...made, seq: 1, round: 1 }), NO_CLAIMS);

const read = (text: string, seat = 'wall') => readClaimEntries(text, CLAIMS, seat).entries;

describe('lines about claims', () => {
  it.each([
    ['C3 concede: it holds', { claim: 3, move: 'concede' }],
    ['- **C3 rebut:** it does not', { claim: 3, move: 'rebut' }],
    ['**C3** – rebut: it does not', { claim: 3, move: 'rebut' }],
    ['2. C3: concede. It holds.', { claim: 3, move: 'concede' }],
    ['c3 Conceded', { claim: 3, move: 'concede' }],
    ['C3 (refuted): 理由', { claim: 3, move: 'rebut' }],
    ['C3 rebut：証拠がない', { claim: 3, move: 'rebut' }],
    ['Rebuttal of C3: no', { claim: 3, move: 'rebut' }],
    ['I concede C3: yes', { claim: 3, move: 'concede' }],
    ['C3 refine: only on Mondays', { claim: 3, move: 'refine', as: 6 }],
    ['C3 refine', { claim: 3, move: 'refine' }],
    ['C4 withdraw: I was wrong', { claim: 4, move: 'withdraw' }],
    ['C３ concede: it holds', { claim: 3, move: 'concede' }],
    ['Ｃ３：concede: it holds', { claim: 3, move: 'concede' }],
    ['С3 concede: it holds', { claim: 3, move: 'concede' }],
    ['I concede С3: yes', { claim: 3, move: 'concede' }],
    ['C4 refine: less so', { claim: 4, move: 'refine', as: 6 }],
    ['Claim: nobody has measured it', { as: 6 }],
    ['* **Claim:** nobody has measured it', { as: 6 }],
    ['New claim：誰も測っていない', { as: 6 }],
  ])('%j', (line, entry) => {
    expect(read(`Some prose.\n${line}\nMore prose.`)).toEqual([entry]);
  });

  it.each([
    'C3 agrees with what I said before.',
    'C9 concede: there is no such claim',
    'The claim: a word in a sentence',
    'Claim:',
    'Claim wind.1 speaks for A.',
    '> C3 concede: quoted',
    'C3 is wrong',
    'The C3 rebut: no',
  ])('%j is prose', (line) => {
    expect(read(line)).toEqual([]);
  });

  const isOwn = '" of C4 changes nothing, as it is its own claim; only "withdraw" gives it up.';
  const notRead = '" was not read as a reply to a claim; write the move alone, such as "C1 concede: …".';
  it.each([
    ['C4 concede: both hold', [`"concede${isOwn}`]],
    ['C3, C4 concede: both hold', [`"concede${isOwn}`], { claim: 3, move: 'concede' }],
    ['C4 rebut: its own', [`"rebut${isOwn}`]],
    ['C3 withdraw: not its own', ['"withdraw" of C3 changes nothing, as it is the claim of another seat.']],
    ...[
      'C3 concede (partly): on Mondays',
      'C3 conceded (partly): on Mondays',
      'C3 partly concede: on Mondays',
      'C3 concede, mostly: on Mondays',
      'C3 concede the first half: on Mondays',
      'C1, C2 concede (partly): on Mondays',
      'C3 (Wind) concede in part: on Mondays',
      'C3: I concede it',
      'C3: I partly concede it',
      'C3: I must withdraw it',
      'C3 (Wind): I concede it',
      'C3 – I rebut this with data',
      'C3: concede in part',
      'C3: refuted, as nobody has measured it',
      'C1, C2: concede both of them',
      'C3 I concede in part: on Mondays',
      'I concede C3 (partly): on Mondays',
      'I partly concede C3: on Mondays',
    ].map((line): [string, string[]] => [line, [`"${line}${notRead}`]]),
    ['- **C3** partly concede: on Mondays', [`"C3** partly concede: on Mondays${notRead}`]],
    ['| C3 | concede, mostly | on Mondays |', [`"C3 | concede, mostly | on Mondays |${notRead}`]],
    ['С３ concede, mostly: on Mondays', [`"C3 concede, mostly: on Mondays${notRead}`]],
    [`C3: I concede ${'it '.repeat(40)}`, [`"C3: I concede ${'it '.repeat(22).trim()}…${notRead}`]],
    ...[
      'C3 was rebutted by Wall in round 1: see there',
      'C3 is what the refined budget says: 10 €',
      '- C3 (which the door rebutted): fine',
      '- C3 (rebutted in round 1): fine',
      'C3 rebutted in round 1: see there',
      '- C3: conceded by Wall',
      'C3 answers the question of costs: 10 €',
      'C3 really answers the question: 10 €',
      'C1 and C2 agree on the budget: 10 €',
      'C3 and the refined budget: 10 €',
      'C3: what Wall refined',
      'C3 holds, which I concede: it is measured',
      'I concede that costs rise: C3 says so',
      'I answer C3 below.',
      'Whoever rebuts C3: think of costs',
    ].map((line): [string, string[]] => [line, []]),
    ['```\nC3 concede (partly): quoted\n```\nProse.', []],
    ['> C3 concede (partly): quoted', []],
    ['C3 is wrong: nobody has measured it', []],
  ])('%j is not counted, and the record says so', (line, warnings, ...entries) => {
    expect(read(line)).toEqual(entries);
    expect(describeUncounted(readClaimEntries(line, CLAIMS, 'wall'))).toEqual(warnings);
  });

  it('may name several claims at once, and the first reply of a turn to a claim counts', () => {
    expect(read('C1, C2 and C3 rebut: no\nC2 concede: yes')).toEqual([
      { claim: 1, move: 'rebut' },
      { claim: 2, move: 'rebut' },
      { claim: 3, move: 'rebut' },
    ]);
  });

  it('make no more claims than anybody can follow', () => {
    expect(read('Claim: one more\n'.repeat(20))).toHaveLength(8);
    const many = addClaims(CLAIMS, { seat: 'door', seq: 2, round: 1, count: 494 });
    expect(readClaimEntries('Claim: a\nClaim: b\nC1 refine: c\nC2 concede: d', many, 'wall').entries).toEqual([
      { as: 500 },
      { claim: 1, move: 'refine' },
      { claim: 2, move: 'concede' },
    ]);
  });

  it('get the numbers of the claims that they make, for whoever reads them later', () => {
    const text = '[VERDICT] SOUND\n\nClaim: one\n1. C3 refine: two\nC1 concede: three';
    const entries = read(text);
    expect(nameClaims(text, entries)).toBe('[VERDICT] SOUND\n\n- C6: one\n1. C3 refined to C7: two\nC1 concede: three');
    expect(listClaimWords(text, entries)).toEqual(['one', 'two', 'three']);
  });

  it.each<[string, ClaimEntry[], (string | undefined)[]]>([
    ['C4 concede: old', [{ claim: 4, move: 'withdraw' }], ['old']],
    [
      'C4 concede: old\nC3 rebut: no\nClaim: new\nEvidence: none',
      [{ claim: 4, move: 'withdraw' }, { claim: 3, move: 'rebut' }, { as: 6 }],
      ['old', 'no', 'new'],
    ],
    [
      'C4 concede: old\nC3 rebut: no\nC4 withdraw: late',
      [
        { claim: 4, move: 'withdraw' },
        { claim: 3, move: 'rebut' },
      ],
      ['old', 'no'],
    ],
    ['C4 concede: not counted\nC4 withdraw: yes', [{ claim: 4, move: 'withdraw' }], ['yes']],
    ['C3 rebut: no', [{ claim: 3, move: 'concede' }], [undefined]],
  ])('%j has the words of what was recorded of it, also by an earlier version', (text, entries, words) => {
    expect(listClaimWords(text, entries)).toEqual(words);
  });
});

const line = fc.oneof(
  fc.constantFrom('Claim: x', 'claim', 'C1', 'Prose.', '', '```', '- **', '1.'),
  fc
    .record({ id: fc.integer({ min: 0, max: 12 }), move: fc.constantFrom(...CLAIM_MOVES, 'agrees') })
    .map(({ id, move }) => `C${id} ${move}: because`),
  fc.string({ maxLength: 40 }),
);

describe('whatever a seat writes', () => {
  it('its entries fit what there is, their words are found again, and one turn never replies twice', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), fc.constantFrom('wind', 'wall', 'door'), (lines, seat) => {
        const text = lines.join('\n');
        const entries = read(text, seat);
        expect(areEntriesDue(CLAIMS, entries)).toBe(true);
        const replied = entries.flatMap(({ claim }) => claim ?? []);
        expect(new Set(replied).size).toBe(replied.length);
        expect(listClaimWords(text, entries).every((words) => words !== undefined)).toBe(true);
        expect(nameClaims(text, entries).split('\n')).toHaveLength(lines.join('\n').split('\n').length);
        const after = applyEntries(CLAIMS, { seat, seq: 9, round: 2, entries });
        expect(after.map(({ number }) => number)).toEqual(after.map((_, index) => index + 1));
        for (const { number, seat: owner } of CLAIMS) {
          const fate = judgeFate(after[number - 1] as Claims[number]);
          if (!replied.includes(number)) expect(fate).toBe('dropped');
          else expect(fate).not.toBe('dropped');
          if (fate === 'withdrawn') expect(owner).toBe(seat);
        }
      }),
      { numRuns: times(2_000, 300) },
    );
  });

  it('is read in a time that grows with its length alone', () => {
    const long = 30_000;
    for (const part of ['C1,', 'C1 I ', 'I concede C1 ', 'C1 and ', '* ', 'Claim', '*_`', 'C1 rebut', '1. ', ' ']) {
      expect(read(part.repeat(long / part.length)).length).toBeLessThanOrEqual(2);
    }
  });
});
