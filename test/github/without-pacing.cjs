// Octokit's throttling lets seconds pass between two writes. Tests need not wait for them: here the timers of its queue,
// and only those, run at once. What the hall itself waits for is not touched.
// CommonJS, which a start loads in less time.
const { setTimeout: real } = globalThis;

/** By the name of the package, or of the chunk that it is bundled into. */
const isOfQueue = (site) =>
  /bottleneck/.test(site.getFileName()) ||
  (/\b_run$/.test(site.getFunctionName()) && /\boctokit-/.test(site.getFileName()));

/** Whose call this is. A stack as text would be translated to the lines of the sources first, at every timer of all tests. */
function readCallers() {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_error, sites) => sites;
  try {
    return new Error().stack;
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
}

globalThis.setTimeout = (callback, ms, ...args) =>
  real(callback, ms > 100 && readCallers().some(isOfQueue) ? 0 : ms, ...args);
