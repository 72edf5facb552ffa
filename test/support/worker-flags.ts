// How Node runs the workers of tests, whose code runs briefly while other programs use the other cores.

/** Most code of tests runs too briefly to repay its optimization. Later versions of Node do not know this limit, which is 67,584 by default. */
const optimizesLater = process.versions.v8.startsWith('11.') ? ['--interrupt-budget=300000'] : [];

/**
 * Garbage is collected while other workers use the other cores, so threads that help with it only wait for each other. It is
 * collected in whole rounds, the first of which waits for more than the sources take up: a tenth of the time of a worker.
 */
export const WORKER_FLAGS: readonly string[] = [
  '--single-threaded-gc',
  '--no-incremental-marking',
  '--initial-old-space-size=384',
  ...optimizesLater,
];
