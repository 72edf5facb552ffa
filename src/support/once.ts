// Work that is done at most once, when it is first wanted.

/** Calls `work` at the first call and gives every caller the same promise, also of a failure. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
