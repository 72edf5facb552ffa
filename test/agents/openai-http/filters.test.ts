// However an answer is cut into pieces, what is kept out of it is the same; for any answer, reasoning and key.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  chainFilters,
  createKeyFilter,
  createThinkingFilter,
  type Filter,
} from '../../../src/agents/kinds/openai-http/response/filters.ts';
import { times } from '../../support/campaign.ts';

/** Made of what the filters look for, so that near misses are common. */
const words = fc
  .array(
    fc.oneof(
      fc.constantFrom('<think>', '</think>', '<th', 'ink>', ' ', '\n', 'key-12', '345-key', '-12345', '<'),
      fc.string(),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
const cuts = fc.array(fc.nat(200), { maxLength: 30 });

function passed(filter: Filter, text: string, at: readonly number[]): string {
  const places = [...new Set([0, ...at.filter((place) => place < text.length), text.length])].sort((a, b) => a - b);
  const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
  return pieces.map((piece) => filter.push(piece)).join('') + filter.end();
}

test('a key of eight characters or more never passes, and nothing else is touched', () => {
  const key = 'key-12345-key';
  fc.assert(
    fc.property(words, cuts, (text, at) => {
      const out = passed(createKeyFilter(key), text, at);
      expect(out).not.toContain(key);
      expect(out).toBe(text.replaceAll(key, '[redacted]'));
    }),
    { numRuns: times(2_000, 250) },
  );
});

test('reasoning in front is left out, and told by its length; everything else passes', () => {
  fc.assert(
    fc.property(words, cuts, (text, at) => {
      let leftOut: number | undefined;
      const out = passed(
        createThinkingFilter((characters) => (leftOut = characters)),
        text,
        at,
      );
      const found = /^\s*<think>([\s\S]*?)(?:<\/think>([\s\S]*)|(?![\s\S]))/.exec(text);
      expect(leftOut).toBe(found?.[1]?.length);
      expect(out.trimStart()).toBe((found === null ? text : (found[2] ?? '')).trimStart());
    }),
    { numRuns: times(2_000, 250) },
  );
});

test('a key is found also where it stands in what follows the reasoning', () => {
  const filter = chainFilters(
    createThinkingFilter(() => {}),
    createKeyFilter('key-12345-key'),
  );
  expect(passed(filter, '<think>Hm.</think>It is key-12345-key.', [3, 20, 26, 30])).toBe('It is [redacted].');
});
