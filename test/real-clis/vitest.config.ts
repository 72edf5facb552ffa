import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { endsWhatHangs } from '../support/limits.ts';
import { WORKER_FLAGS } from '../support/worker-flags.ts';

export default defineConfig({
  test: {
    include: ['test/real-clis/**/*.test.ts'],
    exclude: ['test/real-clis/node_modules/**'],
    globalSetup: ['test/support/build.ts', 'test/support/common-postgres.ts'],
    ...endsWhatHangs,
    execArgv: [...WORKER_FLAGS],
    pool: 'forks',
    isolate: false,
    // Each of these programs uses a core for itself while it starts, and then mostly waits.
    maxWorkers: availableParallelism() + 1,
    maxConcurrency: 2,
  },
});
