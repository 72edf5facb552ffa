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
    ['the end, above what is said of claims', 'SEARCH: heating\nC2 concede: it does', ['heating']],
    ['a list item', '- SEARCH: heating; furnace', ['heating', 'furnace']],
    ['none', '', []],
    ['a point about searching', '3. **Search:** move it to another store.\n4. Search: later.', []],
    ['a list of things to do', '- Search: index the archive\n- Login: keep it', []],
    ['a line above more of the decision', 'Search: index the archive\n\n3. **Next steps.** Measure.', []],
    ['a line that is empty', 'SEARCH:', []],
    ['a line that is blank', 'SEARCH: ', []],
    ['a line before one that is blank', 'SEARCH: heating\nSEARCH: ', ['heating']],
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
    for (const text of [POINTS, `${POINTS}\n3. **Search:** index it.`, `${POINTS}\nSearch: index it.\n\n4. Measure.`])
      expect(removeSearchLine(text)).toBe(text);
    expect(removeSearchLine(`Search: index it.\n${POINTS}\nSEARCH: heating`)).toBe(`Search: index it.\n${POINTS}`);
  });
});
