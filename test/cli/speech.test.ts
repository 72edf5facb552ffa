// Words as they come: however they are cut into pieces, the same is shown, but for lines of search terms.
import fc from 'fast-check';
import pc from 'picocolors';
import { expect, it } from 'vitest';
import { createSpeechStream } from '../../src/doors/cli/render/layout/speech.ts';

const page = { columns: 10_000, colours: pc.createColors(false) };

function show(pieces: readonly string[]): string {
  const stream = createSpeechStream(page);
  return [...pieces.map((piece) => stream.write(piece)), stream.flush()].join('');
}

const isSearchLine = (line: string) => /^[ *_`>-]*SEARCH[*_`]*:/.test(line);

/** By lines of the whole text, which a stream never has. */
const expected = (text: string) =>
  text
    .split(/(?<=\n)/)
    .filter((line) => !isSearchLine(line))
    .join('');

const line = fc.constantFrom(
  ...['SEARCH: one; two', '**SEARCH:** one', '- SEARCH: one', 'SEARCHING: not this', 'Search: a word', 'S', 'SEAR', ''],
  ...['SEARCH', 'We SEARCH: here', '8. Open objections.', '**', 'SEARCH*', '`SEARCH`: x'],
);

it('is the same in any pieces', () => {
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 9 })), (lines, lengths) => {
      const text = lines.join('\n');
      const pieces: string[] = [];
      let rest = text;
      for (const length of lengths) {
        pieces.push(rest.slice(0, length));
        rest = rest.slice(length);
      }
      const bare = (shown: string) => shown.replace(/^│ ?/gm, '').replace(/\n+$/, '');
      expect(bare(show([...pieces, rest]))).toBe(expected(text).replace(/\n+$/, ''));
    }),
  );
});
