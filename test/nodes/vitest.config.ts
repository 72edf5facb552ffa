import { defineConfig } from 'vitest/config';
import { endsWhatHangs } from '../support/limits.ts';

export default defineConfig({
  test: {
    include: ['test/nodes/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    ...endsWhatHangs,
    pool: 'forks',
  },
});
