import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { endsWhatHangs } from './test/support/limits.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { WORKER_FLAGS } from './test/support/worker-flags.ts';

/** A program of the package starts several times faster once it is built than through a loader of TypeScript. */
const startsWhatIsBuilt = {
  find: /^\.\.\/\.\.\/cli\/package-program\.ts$/,
  replacement: fileURLToPath(new URL('test/support/built-program.ts', import.meta.url)),
};

/** A hall of the tests' own process calls the programs of the tests instead of starting them. */
const callsPrograms = {
  find: /^\.\.\/\.\.\/process\/process-runner\.ts$/,
  replacement: fileURLToPath(new URL('test/support/programs-here.ts', import.meta.url)),
};

// Tests speak to this machine only, and every start of a Node would read these certificates first.
delete process.env['NODE_EXTRA_CA_CERTS'];
// Hints name the program as it was started, and no test is started by npm.
delete process.env['npm_lifecycle_event'];

export default defineConfig({
  resolve: { alias: [startsWhatIsBuilt, callsPrograms] },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      'test/deploy/engine/**',
      'test/nodes/**',
      'test/real-clis/**',
      'test/vscode/editor/**',
    ],
    globalSetup: ['test/support/build.ts', 'test/support/memory-disk.ts', 'test/support/common-postgres.ts'],
    setupFiles: ['test/support/small-heap.ts'],
    execArgv: ['--expose-gc', ...WORKER_FLAGS],
    // Processes, since some tests change the folder and the variables of theirs. Each loads the sources once for all of its files.
    pool: 'forks',
    isolate: false,
    // What Vite made of the sources is kept for the next run, by their text and by this file.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' },
    // Each loads the sources once. Two more than there are cores: a test often waits for a program, a page or a clock.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    ...endsWhatHangs,
  },
});
