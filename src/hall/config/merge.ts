// Merges configuration layers and keeps the origin of each value.
import { isPlainObject, type PlainObject } from '../../domain/values/tree.ts';

type OriginKind = 'default' | 'preset' | 'user-file' | 'project-file' | 'dotenv' | 'environment' | 'flag';

export interface Origin {
  readonly kind: OriginKind;
  /** The preset's name, the file's path, the variable or the flag; of a .env variable and path; "built in" for defaults. */
  readonly source: string;
}

export const BUILT_IN: Origin = { kind: 'default', source: 'built in' };

/** Dotted paths of values, `seats.wall`, to where they came from. */
export type Origins = ReadonlyMap<string, Origin>;

export interface Layer {
  readonly values: PlainObject;
  readonly origin: Origin;
}

/** A seat is one decision: the model of a lower layer's agent makes no sense for another agent. */
const replacedAsAWhole = (path: readonly string[]) =>
  path.at(-2) === 'seats' && ['seats', 'escalate'].includes(path[0] ?? '');

/** The settings of one kind of agent make no sense for another, and a key must not go to the address of another file. */
function startsAnew(path: readonly string[], below: PlainObject, above: PlainObject): boolean {
  if (path.join('.') === 'recall.embed') return true;
  const changed = above['kind'] !== undefined && below['kind'] !== undefined && above['kind'] !== below['kind'];
  return changed && path.length === 2 && path[0] === 'agents';
}

/** Later layers win; objects are merged, lists and seats replaced. */
export function mergeLayers(layers: readonly Layer[]): { values: PlainObject; origins: Origins } {
  const origins = new Map<string, Origin>();
  const forget = (path: readonly string[]): void => {
    const dotted = path.join('.');
    for (const key of origins.keys()) if (key === dotted || key.startsWith(`${dotted}.`)) origins.delete(key);
  };

  const mergeInto = (below: PlainObject, { values, origin }: Layer, path: readonly string[]): PlainObject => {
    const merged: PlainObject = { ...below };
    for (const [key, value] of Object.entries(values)) {
      if (value === undefined) continue;
      const here = [...path, key];
      const existing = Object.hasOwn(merged, key) ? merged[key] : undefined;
      if (!isPlainObject(value) || replacedAsAWhole(here)) {
        forget(here);
        merged[key] = value;
        origins.set(here.join('.'), origin);
        continue;
      }
      const continues = isPlainObject(existing) && !startsAnew(here, existing, value);
      if (!continues) forget(here);
      const inner = mergeInto(continues ? existing : {}, { values: value, origin }, here);
      merged[key] = inner;
      // Only what is empty has no value whose origin says where it is from.
      if (Object.keys(inner).length === 0) origins.set(here.join('.'), origin);
      else origins.delete(here.join('.'));
    }
    return merged;
  };

  const values = layers.reduce<PlainObject>((below, layer) => mergeInto(below, layer, []), {});
  return { values, origins };
}
