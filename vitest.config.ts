import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { endsWhatHangs } from './test/support/limits.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/real-clis/**'],
    globalSetup: ['test/support/build.mjs'],
    // Processes, since some tests change the folder and the variables of theirs. Each loads the sources once for all of its files.
    pool: 'forks',
    isolate: false,
    // Most tests wait for programs that they started.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    ...endsWhatHangs,
  },
});
