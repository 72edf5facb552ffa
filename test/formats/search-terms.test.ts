// The words by which the agent that writes a decision lets others find it.
import { describe, expect, it } from 'vitest';
import { removeSearchLine } from '../../src/domain/words/conclusions.ts';
import { readSearchTerms } from '../../src/formats/common/search-terms.ts';

const POINTS = '1. **Decision.** Keep the boiler.\n2. **Why.** It is searched for leaks: none.';

describe('search terms', () => {
  it.each([
    ['one line', 'SEARCH: heating; Do we replace the furnace?', ['heating', 'Do we replace the furnace?']],
    ['in bold, with quotes', '**SEARCH:** "heating"; *furnace*', ['heating', 'furnace']],
    [
      'with the semicolons of Chinese and Japanese',
      'SEARCH: 暖房；ボイラーを替えますか',
      ['暖房', 'ボイラーを替えますか'],
    ],
    ['twice', 'SEARCH: heating; heating;; ', ['heating']],
    ['the last of two lines', 'SEARCH: early\nSEARCH: late', ['late']],
    ['in small letters, before the answer', 'search: heating\nANSWER: Yes', ['heating']],
    ['none', '', []],
    ['a line that is empty', 'SEARCH:', []],
    ['too long for a wording', `SEARCH: ${'a'.repeat(201)}; heating`, ['heating']],
    ['what looks like a secret', 'SEARCH: ghp_0123456789abcdefghijABCDEFGHIJ012345; heating', ['heating']],
  ])('are read from %s', (_, line, terms) => {
    expect(readSearchTerms(`${POINTS}\n${line}`)).toEqual(terms);
  });

  it('are 16 at most', () => {
    const many = Array.from({ length: 40 }, (_, index) => `word${index}`);
    expect(readSearchTerms(`SEARCH: ${many.join(';')}`)).toEqual(many.slice(0, 16));
  });

  it('are read from the field of a structured answer, and from nothing else in it', () => {
    const answer = { synthesis: 'A search: none.', search_terms: ['heating', 'furnace?'] };
    expect(readSearchTerms(JSON.stringify(answer))).toEqual(['heating', 'furnace?']);
    expect(readSearchTerms(`Here it is:\n\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\``)).toEqual(
      answer.search_terms,
    );
  });

  it('are no part of the decision that people read', () => {
    expect(removeSearchLine(`${POINTS}\n\nSEARCH: heating; furnace\n`)).toBe(POINTS);
    expect(removeSearchLine(`${POINTS}\nSEARCH: heating\nANSWER: Yes`)).toContain('ANSWER: Yes');
    expect(removeSearchLine(POINTS)).toBe(POINTS);
  });
});
