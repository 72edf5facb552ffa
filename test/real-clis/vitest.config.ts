import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/real-clis/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each of these programs uses a core for itself while it starts.
    maxWorkers: 2,
    maxConcurrency: 2,
  },
});
