// The tests that use whole halls once more, with each hall in a Postgres database instead of a folder.
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const FOLDERS = ['acp', 'cli', 'crash', 'e2e', 'engine', 'github', 'mcp', 'operations', 'runner', 'verdict', 'what-if'];

// Merged, lists would be added to each other.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: FOLDERS.map((folder) => `test/${folder}/**/*.test.ts`),
    globalSetup: ['test/support/build.ts', 'test/support/shared-database.ts'],
  },
});
