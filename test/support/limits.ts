// Time limits of all suites. They end what hangs and decide nothing else, so no machine is too slow for them.
export const FOREVER_MS = 10 * 60_000;

/** `expect.poll` takes its limits from here; where tests run beside each other, which it cannot tell apart, `vi.waitUntil` is given them. */
export const endsWhatHangs = {
  testTimeout: FOREVER_MS,
  hookTimeout: FOREVER_MS,
  expect: { poll: { timeout: FOREVER_MS / 2, interval: 20 } },
} as const;
