// A debate that is longer than the window of a model: what is given as a digest, and that the record says so.
import fs from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestedCount, digestPrompt } from '../../src/runner/build-prompt.ts';
import { temporaryFolder, testEngine } from '../support/hall.ts';
import { said, setTable, THREAD } from './table.ts';

describe('a digest', () => {
  it('leaves short texts as they are, and says of longer ones how much it left out', () => {
    expect(digestPrompt('short')).toBe('short');
    const text = `${'a'.repeat(300)}${'b'.repeat(1234)}${'c'.repeat(300)}`;
    expect(digestPrompt(text)).toBe(
      `${'a'.repeat(300)}\n[… 1234 characters are left out here, as the debate is too long to be given whole …]\n${'c'.repeat(300)}`,
    );
  });

  it('never cuts a character in two', () => {
    expect(digestPrompt('𝄞'.repeat(1000)).isWellFormed()).toBe(true);
  });

  const lengths = fc.array(
    fc
      .record({ whole: fc.integer({ min: 1, max: 5000 }) })
      .map(({ whole }) => ({ whole, digest: Math.min(whole, 700) })),
    { maxLength: 60 },
  );

  it('is taken of no more contributions than there are, never of the newest, and of fewer never later on', () => {
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1000, max: 40_000 }), (all, room) => {
        let before = 0;
        for (let count = 0; count <= all.length; count += 1) {
          const now = digestedCount(all.slice(0, count), room);
          expect(now).toBeGreaterThanOrEqual(before);
          expect(now).toBeLessThanOrEqual(Math.max(0, count - 1));
          before = now;
        }
      }),
    );
  });

  it('makes what is given fit, as far as digests can', () => {
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1000, max: 40_000 }), (all, room) => {
        const count = digestedCount(all, room);
        const total = all.reduce((sum, { whole, digest: short }, index) => sum + (index < count ? short : whole), 0);
        expect(total <= room || count === all.length - 1).toBe(true);
      }),
    );
  });

  it('stays the same for many turns, so that prompts keep beginning alike', () => {
    const turn = { whole: 3000, digest: 700 };
    const counts = Array.from({ length: 60 }, (_, turns) => digestedCount(Array(turns).fill(turn), 60_000));
    expect(counts.at(-1)).toBeGreaterThan(30);
    expect(new Set(counts).size).toBeLessThan(8);
  });
});

describe('a debate that outgrows a window', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('goes on with the oldest turns as a digest, and the record says which', async () => {
    const window = 40_000;
    const long = (text: string) => said(`${text} ${'word '.repeat(800)}`);
    const answers = Object.fromEntries(['wind', 'wall', 'door'].map((seat) => [seat, () => long(seat)]));
    const table = await setTable(testEngine(folder), { answers, window }, { options: { rounds: 4, consensus: false } });
    expect((await table.run()).reason).toBe('closed');
    for (const { prompt } of table.asked) expect(prompt.user.length + prompt.system.length).toBeLessThanOrEqual(window);
    const last = table.asked.at(-1)?.prompt;
    expect(last?.digested).toBeGreaterThan(0);
    expect(last?.user).toContain('characters are left out here');
    const { log } = await table.engine.snapshot(THREAD);
    const notes = log.flatMap((event) => (event.type === 'note-recorded' ? [event.data] : []));
    const ofDoor = notes.filter(({ code, seat }) => code === 'digest' && seat === 'door');
    expect(ofDoor.at(-1)?.message).toMatchObject({
      text: expect.stringContaining(`the ${last?.digested} oldest contributions`),
    });
  });
});
