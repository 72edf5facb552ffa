// A search without git holds nothing up, whatever pattern an agent writes.
import { expect, test } from 'vitest';
import { checkPattern } from '../../src/material/reading/search/pattern.ts';
import { scanTexts } from '../../src/material/reading/search/scan-texts.ts';
import { UnreadableError } from '../../src/material/reading/unreadable.ts';
import { inCampaign } from '../support/campaign.ts';

const HARD = '[ab]{1,500}c';
const page = (name: string) => ({ kind: 'page', name, path: name, bytes: 0 }) as const;

async function search(pattern: string, text: string): Promise<readonly number[]> {
  const found = await scanTexts([page('p')], { ...checkPattern(pattern, false), ignoreCase: true }, async () => text);
  return found.flatMap(({ lines }) => lines);
}

test('finds what is there', async () => {
  expect(await search('b+', 'abc\nac\nb')).toEqual([1, 3]);
  expect(await search('x', `${'a'.repeat(1_000_000)}x\n`)).toEqual([1]);
});

test.runIf(inCampaign)('others work on while a slow pattern is searched for, and it ends', async () => {
  const text = `${'ab'.repeat(100)}\n`.repeat(40_000);
  let turns = 0;
  const other = setInterval(() => {
    turns += 1;
  }, 1);
  await expect(search(HARD, text)).rejects.toThrow(
    new UnreadableError('The pattern takes too long here. Try a simpler one.'),
  );
  clearInterval(other);
  expect(turns).toBeGreaterThan(20);
});

test('a line that a slow pattern would stand still in is refused by its number', async () => {
  await expect(search(HARD, `a\n${'ab'.repeat(1_000_000)}`)).rejects.toThrow(
    'Line 2 of p is too long for this pattern.',
  );
});
