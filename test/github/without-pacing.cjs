// Octokit's throttling lets seconds pass between two writes. Tests need not wait for them: here the timers of its queue,
// and only those, run at once. What the hall itself waits for is not touched.
// CommonJS, which a start loads in less time.
const { setTimeout: real } = globalThis;

globalThis.setTimeout = (callback, ms, ...args) => {
  // By the name of the package, or of the chunk that it is bundled into.
  const ofQueue = ms > 100 && /bottleneck|_run \(.*\boctokit-/.test(new Error().stack ?? '');
  return real(callback, ofQueue ? 0 : ms, ...args);
};
