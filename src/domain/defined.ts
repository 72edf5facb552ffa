// Leaves out properties without a value, as types with exact optional properties want them.

/** Names of properties that may be missing; any name may be. */
type Optional<T, K extends keyof T> = string extends K ? never : undefined extends T[K] ? K : never;

/** What is left of `T` when no property of it is `undefined`. */
export type Defined<T> = { [K in keyof T as Exclude<K, Optional<T, K>>]: Exclude<T[K], undefined> } & {
  [K in keyof T as Optional<T, K>]?: Exclude<T[K], undefined>;
};

/** A copy of `properties` without those that are `undefined`, in their order. */
export function defined<T extends object>(properties: T): Defined<T> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as Defined<T>;
}
