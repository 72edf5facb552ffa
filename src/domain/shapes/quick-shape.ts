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

interface Build {
  readonly named: Map<number, HasShape>;
  /** Whether names have to stand in the order of canonical JSON. */
  readonly inOrder: boolean;
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => (one < other ? -1 : 1);

function objectShape(required: Members, optional: Members, build: Build): HasShape {
  const members = Object.entries({ ...optional, ...required })
    .sort(byName)
    .map(([name, shape]) => ({ name, fits: buildWith(shape, build), isRequired: Object.hasOwn(required, name) }));
  const end = members.length;
  return (value) => {
    if (!isObject(value)) return false;
    const names = Object.keys(value);
    if (!build.inOrder) names.sort();
    let at = 0;
    for (const name of names) {
      while (at < end && members[at]?.name !== name) {
        if (members[at]?.isRequired === true) return false;
        at += 1;
      }
      if (members[at]?.fits(value[name]) !== true) return false;
      at += 1;
    }
    for (; at < end; at += 1) if (members[at]?.isRequired === true) return false;
    return true;
  };
}

const areInOrder = (names: readonly string[]) =>
  names.every((name, at) => at === 0 || name > (names[at - 1] as string));

function buildType(shape: Shape, build: Build): HasShape {
  switch (shape.type) {
    case 'object':
      return objectShape(shape.required, shape.optional, build);
    case 'record': {
      const isName = buildWith(shape.names, build);
      const fits = buildWith(shape.values, build);
      return (value) => {
        if (!isObject(value)) return false;
        const names = Object.keys(value);
        // zod passes over this name.
        if (!names.every((name) => name !== '__proto__' && isName(name) && fits(value[name]))) return false;
        return !build.inOrder || areInOrder(names);
      };
    }
    case 'array': {
      const items = buildWith(shape.items, build);
      return (value) => Array.isArray(value) && value.every(items);
    }
    case 'union': {
      const options = shape.options.map((option) => buildWith(option, build));
      return (value) => options.some((fits) => fits(value));
    }
    case 'one-of':
      return (value) => (shape.values as readonly unknown[]).includes(value);
    case 'named': {
      const fits = buildWith(shape.shape, build);
      build.named.set(shape.id, fits);
      return fits;
    }
    case 'again':
      return (value) => build.named.get(shape.id)?.(value) === true;
    case 'number':
      return Number.isFinite;
    case 'unknown':
      return () => false;
    default:
      return (value) => typeof value === shape.type;
  }
}

function buildWith(shape: Shape, build: Build): HasShape {
  const fits = buildType(shape, build);
  const demands = shape.demands?.map(meets) ?? [];
  const [only, ...others] = demands;
  if (only === undefined) return fits;
  if (others.length === 0) return (value) => fits(value) && only(value);
  return (value) => fits(value) && demands.every((demand) => demand(value));
}

/** True only when the schema of this shape takes the value, one that JSON can hold, and leaves it as it is. When in doubt, false. */
export const buildShape = (shape: Shape): HasShape => buildWith(shape, { named: new Map(), inOrder: false });

/** The same for a value whose names have to stand in the order of canonical JSON. */
export const buildOrderedShape = (shape: Shape): HasShape => buildWith(shape, { named: new Map(), inOrder: true });
