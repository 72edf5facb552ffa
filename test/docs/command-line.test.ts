// The reference of the commands is what the program says of itself.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { REFERENCE_FILE, renderReference } from '../../config/build/reference.ts';

it('docs/reference/commands.md is up to date: npm run reference', () => {
  expect(readFileSync(REFERENCE_FILE, 'utf8')).toBe(renderReference());
});
