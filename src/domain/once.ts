// Work that is done at most once, when it is first wanted: for all, for each object, or for each name.

/** Calls `work` at the first call and gives every caller the same result; of a promise that fails the same failure. */
export function once<T extends object>(work: () => T): () => T {
  let result: T | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

interface Kept<Key, Made> {
  get(key: Key): Made | undefined;
  set(key: Key, made: Made): unknown;
}

function onceIn<Key, Made>(kept: Kept<Key, Made>, make: (key: Key) => Made): (key: Key) => Made {
  return (key) => {
    const made = kept.get(key) ?? make(key);
    kept.set(key, made);
    return made;
  };
}

/** The result lives as long as its object. */
export const onceForEach = <Key extends object, Made>(make: (key: Key) => Made) =>
  onceIn<Key, Made>(new WeakMap(), make);

/** The results live as long as the function, so the names are few. */
export const onceForName = <Name extends string | number, Made>(make: (name: Name) => Made) =>
  onceIn<Name, Made>(new Map(), make);
