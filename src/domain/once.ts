// Work that is done at most once, when it is first wanted: for all, or for each object.

/** Calls `work` at the first call and gives every caller the same result; of a promise that fails the same failure. */
export function once<T extends object>(work: () => T): () => T {
  let result: T | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

/** The result lives as long as its object. */
export function onceForEach<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new WeakMap<Key, Made>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}
