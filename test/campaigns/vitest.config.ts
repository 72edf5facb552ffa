// Everything that `npm test` only takes a sample of: kills, chaos, hostile calls and properties, as often as they should be.
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** The tests that ask `test/support/campaign.ts` how often they repeat themselves. */
const sampled = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !name.startsWith('real-clis'))
  .map((name) => `test/${name}`)
  .filter((file) => readFileSync(file, 'utf8').includes('/support/campaign.ts'));

// Merged, lists would be added to each other.
export default defineConfig({ ...base, test: { ...base.test, include: sampled, provide: { campaign: true } } });
