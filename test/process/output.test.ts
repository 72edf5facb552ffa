import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openOutputStreams, splitLines } from '../../src/process/output-streams.ts';

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

test.skipIf(process.platform !== 'linux')('a stream that cannot be opened leaves no other one open', () => {
  const folder = mkdtempSync(join(tmpdir(), 'streams-test-'));
  const openFiles = () => readdirSync('/proc/self/fd').length;
  const limits = { totalMs: 0, idleMs: 0, firstOutputMs: 0, maxOutputBytes: 0 };
  try {
    writeFileSync(join(folder, 'stderr'), '');
    const before = openFiles();
    expect(() => openOutputStreams(folder, { limits })).toThrow('EEXIST');
    expect(openFiles()).toBe(before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
