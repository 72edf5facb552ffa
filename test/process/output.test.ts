import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitLines } from '../../src/process/output.ts';

test('however text is cut into pieces, the lines are the same', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '🧱', '\n', '\r\n', ' ') });
  fc.assert(
    fc.property(fc.array(text), (pieces) => {
      const lines: string[] = [];
      const splitter = splitLines((line) => lines.push(line));
      for (const piece of pieces) splitter.push(piece);
      splitter.end();
      const whole = pieces.join('').split(/\r?\n/);
      expect(lines).toEqual(whole.at(-1) === '' ? whole.slice(0, -1) : whole);
    }),
  );
});
