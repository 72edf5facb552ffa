// The tests that use whole halls once more, with each hall in a Postgres database instead of a folder.
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const FOLDERS = ['acp', 'crash', 'e2e', 'engine', 'github', 'mcp', 'operations', 'runner', 'verdict', 'what-if'];

/** What is about folders alone. Single tests say so with `itInFolders`. */
const ONLY_FOLDERS = [
  // Copies that killed writes leave.
  'test/crash/copies.test.ts',
  // Modes of files, what killed runs leave in a folder, and locks.
  'test/e2e/private-files.test.ts',
  // A thousand ledgers written straight into a folder.
  'test/operations/list-thousand.test.ts',
];

// Merged, lists would be added to each other.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: FOLDERS.map((folder) => `test/${folder}/**/*.test.ts`),
    exclude: ['**/node_modules/**', ...ONLY_FOLDERS],
    globalSetup: ['test/support/build.ts', 'test/support/shared-database.ts'],
    env: { CAMPAIGN: process.env['CAMPAIGN'] ?? 'ci' },
  },
});
