// The suites that repeat one thing many times, with all their repetitions. `npm test` runs a sample of each.
import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

export default mergeConfig(base, defineConfig({ test: { provide: { campaign: true } } }));
