// A quick answer to whether a JSON value has the shape that a schema asks for: yes, or not known. The shape is data, described once
// when the program is built; zod, which takes several times longer, checks what is not known and says what is wrong.
import { REFINEMENTS } from '../results/refinements.ts';

export type HasShape = (value: unknown) => boolean;

/** What a value has to meet besides its type. */
export interface Demand {
  /** Characters or entries. */
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly from?: number;
  readonly to?: number;
  readonly whole?: true;
  readonly pattern?: string;
  readonly passes?: keyof typeof REFINEMENTS;
}

type Members = Readonly<Record<string, Shape>>;

export type Shape = { readonly demands?: readonly Demand[] } & (
  | { readonly type: 'object'; readonly required: Members; readonly optional: Members }
  | { readonly type: 'record'; readonly names: Shape; readonly values: Shape }
  | { readonly type: 'array'; readonly items: Shape }
  | { readonly type: 'union'; readonly options: readonly Shape[] }
  | { readonly type: 'string' | 'number' | 'boolean' | 'unknown' }
  | { readonly type: 'one-of'; readonly values: readonly (string | number | boolean | null)[] }
  /** Defined by itself: within it, `again` stands for it. */
  | { readonly type: 'named'; readonly id: number; readonly shape: Shape }
  | { readonly type: 'again'; readonly id: number }
);

const neverKnown: HasShape = () => false;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Characters count, of which each takes one unit or two: what lies between is left to zod. */
function hasLength(value: unknown, least: number, most: number): boolean {
  if (Array.isArray(value)) return value.length >= least && value.length <= most;
  return typeof value === 'string' && value.length >= 2 * least - 1 && value.length <= most;
}

function meets({ atLeast, atMost, from, to, whole, pattern, passes }: Demand): HasShape {
  if (atLeast !== undefined) return (value) => hasLength(value, atLeast, Number.POSITIVE_INFINITY);
  if (atMost !== undefined) return (value) => hasLength(value, 0, atMost);
  if (from !== undefined) return (value) => (value as number) >= from;
  if (to !== undefined) return (value) => (value as number) <= to;
  if (whole === true) return Number.isSafeInteger;
  if (passes !== undefined) return REFINEMENTS[passes] as HasShape;
  const wanted = new RegExp(pattern ?? '');
  return (value) => wanted.test(value as string);
}

type Known = Map<number, HasShape>;

function objectShape(required: Members, optional: Members, known: Known): HasShape {
  const build = (members: Members) =>
    new Map(Object.entries(members).map(([name, shape]) => [name, buildWith(shape, known)]));
  const needed = build(required);
  const others = build(optional);
  return (value) => {
    if (!isObject(value)) return false;
    let found = 0;
    for (const name of Object.keys(value)) {
      const need = needed.get(name);
      if (need !== undefined) found += 1;
      if (!(need ?? others.get(name) ?? neverKnown)(value[name])) return false;
    }
    return found === needed.size;
  };
}

function buildType(shape: Shape, known: Known): HasShape {
  switch (shape.type) {
    case 'object':
      return objectShape(shape.required, shape.optional, known);
    case 'record': {
      const names = buildWith(shape.names, known);
      const values = buildWith(shape.values, known);
      return (value) =>
        isObject(value) &&
        // zod passes over this name.
        Object.keys(value).every((name) => name !== '__proto__' && names(name) && values(value[name]));
    }
    case 'array': {
      const items = buildWith(shape.items, known);
      return (value) => Array.isArray(value) && value.every(items);
    }
    case 'union': {
      const options = shape.options.map((option) => buildWith(option, known));
      return (value) => options.some((fits) => fits(value));
    }
    case 'one-of':
      return (value) => (shape.values as readonly unknown[]).includes(value);
    case 'named': {
      const fits = buildWith(shape.shape, known);
      known.set(shape.id, fits);
      return fits;
    }
    case 'again':
      return (value) => known.get(shape.id)?.(value) === true;
    case 'number':
      return Number.isFinite;
    case 'unknown':
      return neverKnown;
    default:
      return (value) => typeof value === shape.type;
  }
}

function buildWith(shape: Shape, known: Known): HasShape {
  const fits = buildType(shape, known);
  const demands = shape.demands?.map(meets) ?? [];
  return demands.length === 0 ? fits : (value) => fits(value) && demands.every((demand) => demand(value));
}

/** True only when the schema of this shape takes the value, one that JSON can hold, and leaves it as it is. When in doubt, false. */
export const buildShape = (shape: Shape): HasShape => buildWith(shape, new Map());
