// Time limits of all suites. They end what hangs and decide nothing else, so no machine is too slow for them.
export const FOREVER_MS = 10 * 60_000;

export const endsWhatHangs = {
  testTimeout: FOREVER_MS,
  hookTimeout: FOREVER_MS,
  expect: { poll: { timeout: FOREVER_MS / 2, interval: 20 } },
} as const;
