// Work that is done at most once, when it is first wanted: for all, for each object, or for each name.

/** What failed once may work later: those who wait for the promise get the failure, and the next call tries again. */
function whenFailed(made: unknown, forget: () => void): void {
  if (made instanceof Promise) made.catch(forget);
}

/** Calls `work` at the first call and gives every caller the same result. */
export function once<T extends object>(work: () => T): () => T {
  let result: T | undefined;
  return () => {
    if (result !== undefined) return result;
    const made = work();
    result = made;
    whenFailed(made, () => {
      result = undefined;
    });
    return made;
  };
}

interface Kept<Key, Made> {
  get(key: Key): Made | undefined;
  set(key: Key, made: Made): unknown;
  delete(key: Key): unknown;
}

function onceIn<Key, Made>(kept: Kept<Key, Made>, make: (key: Key) => Made): (key: Key) => Made {
  return (key) => {
    const found = kept.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    kept.set(key, made);
    whenFailed(made, () => kept.delete(key));
    return made;
  };
}

/** The result lives as long as its object. */
export const onceForEach = <Key extends object, Made>(make: (key: Key) => Made) =>
  onceIn<Key, Made>(new WeakMap(), make);

/** The results live as long as the function, so the names are few. */
export const onceForName = <Name extends string | number, Made>(make: (name: Name) => Made) =>
  onceIn<Name, Made>(new Map(), make);
