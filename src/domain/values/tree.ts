// Plain values as files, variables and flags give them: how to distinguish and walk them, and how large they may be.

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type PlainObject = Record<string, unknown>;

export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

const MAX_DEPTH = 32;
const MAX_VALUES = 20_000;

/** A tree that no honest configuration needs: too deep, too many values, or a key that JavaScript treats specially. */
export class UnusableTree extends Error {
  readonly path: readonly string[];

  constructor(path: readonly string[], problem: string) {
    super(problem);
    this.path = path;
  }
}

/**
 * Every value that is not an object, in order, array items included. YAML aliases can make a small file endlessly deep or
 * wide, so both are bounded.
 * @throws UnusableTree
 */
export function listLeaves(root: unknown): readonly Leaf[] {
  const found: Leaf[] = [];
  const visit = (value: unknown, path: readonly string[]): void => {
    if (path.length > MAX_DEPTH) throw new UnusableTree(path.slice(0, 3), `is nested deeper than ${MAX_DEPTH} levels`);
    if (found.length >= MAX_VALUES) throw new UnusableTree([], `has more than ${MAX_VALUES} values`);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, [...path, String(index)]);
    } else if (isPlainObject(value)) {
      for (const [key, item] of Object.entries(value)) {
        if (key === '__proto__') throw new UnusableTree([...path, key], 'is not a usable key');
        visit(item, [...path, key]);
      }
    } else {
      found.push({ path, value });
    }
  };
  visit(root, []);
  return found;
}

/** Every text in a value from JSON. */
export function listStrings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : [];
}

/** The value at a path, own properties only. */
export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** `{ a: { b: value } }` for the path `a`, `b`. */
export function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}
