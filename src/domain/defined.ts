// Leaves out properties without a value, as types with exact optional properties want them.

/** What is left of `T` when no property of it is `undefined`. */
export type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** A copy of `properties` without those that are `undefined`, in their order. */
export function defined<T extends object>(properties: T): Defined<T> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as Defined<T>;
}
