// All files of which `npm test` runs only a part: kills, chaos, hostile calls and whatever else is expensive, as often as it should be.
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** The tests that have more to run in a campaign than in CI. */
const ASKS = /import \{.*\b(inCampaign|sample|times)\b.*\} from '.*\/support\/campaign\.ts'/;
const sampled = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !name.startsWith('real-clis'))
  .map((name) => `test/${name}`)
  .filter((file) => ASKS.test(readFileSync(file, 'utf8')));

// Merged, lists would be added to each other.
const env = { CAMPAIGN: process.env['CAMPAIGN'] ?? 'full' };
export default defineConfig({ ...base, test: { ...base.test, include: sampled, env } });
