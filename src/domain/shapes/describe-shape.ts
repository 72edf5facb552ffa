// Describes a schema as data that `quick-shape.ts` asks values by. Not part of what ships: the build asks it, so that a start neither
// builds schemas nor walks through them.
import type * as z from 'zod';
import { REFINEMENTS } from '../results/refinements.ts';
import { isFillIn } from './fill-in.ts';
import type { Demand, Shape } from './quick-shape.ts';

const UNKNOWN: Shape = { type: 'unknown' };

/** `undefined` for what is left to zod. */
function describeCheck({ def }: z.core.$ZodChecks['_zod']): Demand | undefined {
  switch (def.check) {
    case 'min_length':
      return { atLeast: def.minimum };
    case 'max_length':
      return { atMost: def.maximum };
    case 'greater_than':
      return def.inclusive ? { from: Number(def.value) } : undefined;
    case 'less_than':
      return def.inclusive ? { to: Number(def.value) } : undefined;
    case 'number_format':
      return def.format === 'safeint' ? { whole: true } : undefined;
    case 'string_format': {
      const { pattern, format } = def;
      const isPlain =
        pattern?.flags === '' && (format === 'regex' || format === 'datetime' || format === 'starts_with');
      return isPlain ? { pattern: pattern.source } : undefined;
    }
    default: {
      const { fn } = def as { fn?: unknown };
      const named = Object.entries(REFINEMENTS).find(([, refinement]) => refinement === fn)?.[0];
      return named === undefined ? undefined : { passes: named as keyof typeof REFINEMENTS };
    }
  }
}

/** Schemas that are defined by themselves, with the numbers that they go by. */
type Named = Map<z.core.$ZodType, number>;

function describeMembers({ shape, catchall }: z.core.$ZodObjectDef, named: Named): Shape {
  // An object drops what it does not name or refuses it; one that keeps and checks it is left to zod.
  if ((catchall?._zod.def.type ?? 'never') !== 'never') return UNKNOWN;
  const isOptional = (schema: z.core.$ZodType) => schema._zod.def.type === 'optional';
  const members = Object.entries(shape);
  const describeEach = (some: typeof members) =>
    Object.fromEntries(some.map(([name, schema]) => [name, describeIn(schema, named)]));
  return {
    type: 'object',
    required: describeEach(members.filter(([, schema]) => !isOptional(schema))),
    optional: describeEach(members.filter(([, schema]) => isOptional(schema))),
  };
}

/** What has all that could be filled in is left as it is. */
function describeFilling({ in: written, out }: z.core.$ZodPipeDef, named: Named): Shape {
  const { def } = (out as z.core.$ZodTypes)._zod;
  const shape = describeIn(written, named);
  if (def.type !== 'transform' || !isFillIn(def.transform) || shape.type !== 'object') return UNKNOWN;
  return { ...shape, required: { ...shape.required, ...shape.optional }, optional: {} };
}

/** Without its checks. */
function describeWithin(schema: z.core.$ZodTypes, named: Named): Shape {
  const { def } = schema._zod;
  if ('coerce' in def && def.coerce === true) return UNKNOWN;
  switch (def.type) {
    case 'object':
      return describeMembers(def, named);
    case 'record':
      return { type: 'record', names: describeIn(def.keyType, named), values: describeIn(def.valueType, named) };
    case 'array':
      return { type: 'array', items: describeIn(def.element, named) };
    case 'union':
      return { type: 'union', options: def.options.map((option) => describeIn(option, named)) };
    case 'optional':
    // What is missing is filled in, so that only what is there is left as it is.
    case 'default':
      return describeIn(def.innerType, named);
    case 'pipe':
      return describeFilling(def, named);
    case 'nullable':
      return { type: 'union', options: [{ type: 'one-of', values: [null] }, describeIn(def.innerType, named)] };
    case 'null':
      return { type: 'one-of', values: [null] };
    case 'string':
    case 'number':
    case 'boolean':
      return { type: def.type };
    case 'enum':
    case 'literal':
      return { type: 'one-of', values: [...(schema._zod.values ?? [])] as (string | number | boolean | null)[] };
    case 'lazy': {
      const known = named.get(schema);
      if (known !== undefined) return { type: 'again', id: known };
      const id = named.size;
      named.set(schema, id);
      return { type: 'named', id, shape: describeIn((schema as z.core.$ZodLazy)._zod.innerType, named) };
    }
    default:
      return UNKNOWN;
  }
}

function describeIn(schema: z.core.$ZodType, named: Named): Shape {
  const { def } = schema._zod;
  const own = 'check' in def ? [schema as unknown as z.core.$ZodCheck] : [];
  const demands = [...own, ...(def.checks ?? [])].map(({ _zod }) => describeCheck(_zod as z.core.$ZodChecks['_zod']));
  const shape = describeWithin(schema as z.core.$ZodTypes, named);
  if (demands.includes(undefined)) return UNKNOWN;
  return demands.length === 0 ? shape : { ...shape, demands: demands as Demand[] };
}

export const describeShape = (schema: z.core.$ZodType): Shape => describeIn(schema, new Map());
