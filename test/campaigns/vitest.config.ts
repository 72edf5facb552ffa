// All files of which `npm test` runs only a part: kills, chaos, hostile calls and whatever else is expensive, as often as it should be.
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** The tests that ask `test/support/campaign.ts` what to run, and how often. */
const sampled = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !name.startsWith('real-clis'))
  .map((name) => `test/${name}`)
  .filter((file) => readFileSync(file, 'utf8').includes('/support/campaign.ts'));

// Merged, lists would be added to each other.
export default defineConfig({ ...base, test: { ...base.test, include: sampled, provide: { campaign: true } } });
