// Work that is done at most once, when it is first wanted.

/** Calls `work` at the first call and gives every caller the same result; of a promise that fails the same failure. */
export function once<T extends object>(work: () => T): () => T {
  let result: T | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
