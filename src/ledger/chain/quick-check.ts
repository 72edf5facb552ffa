// A quick answer to whether a schema accepts a JSON value as it is: yes, or not known. zod, which takes several times longer, checks
// what is not known and says what is wrong.
import type * as z from 'zod';
import { isFields } from '../../domain/values/tree.ts';

/**
 * True only when the schema accepts the value and leaves it as it is, and all names in it are in the order of canonical JSON (RFC 8785).
 * When in doubt, false.
 */
export type QuickCheck = (value: unknown) => boolean;

type Checks = z.core.$ZodChecks['_zod'];

/** Of schemas that refer to themselves. */
type Known = Map<z.core.$ZodType, QuickCheck>;

const NOT_KNOWN: QuickCheck = () => false;

/** zod counts characters, of which each takes one unit or two: what lies between is left to it. */
function hasLength(value: unknown, least: number, most: number): boolean {
  if (Array.isArray(value)) return value.length >= least && value.length <= most;
  return typeof value === 'string' && value.length >= 2 * least - 1 && value.length <= most;
}

function compileDemand({ def }: Checks): QuickCheck {
  switch (def.check) {
    case 'min_length':
      return (value) => hasLength(value, def.minimum, Number.POSITIVE_INFINITY);
    case 'max_length':
      return (value) => hasLength(value, 0, def.maximum);
    case 'greater_than':
      return def.inclusive ? (value) => (value as number) >= Number(def.value) : NOT_KNOWN;
    case 'less_than':
      return def.inclusive ? (value) => (value as number) <= Number(def.value) : NOT_KNOWN;
    case 'number_format':
      return def.format === 'safeint' ? Number.isSafeInteger : NOT_KNOWN;
    case 'string_format': {
      const { pattern, format } = def;
      const isPlain = format === 'regex' || format === 'datetime' || format === 'starts_with';
      return isPlain && pattern?.flags === '' ? (value) => pattern.test(value as string) : NOT_KNOWN;
    }
    default: {
      // What `refine` was given.
      const { fn } = def as { fn?: (value: unknown) => unknown };
      return fn === undefined ? NOT_KNOWN : (value) => fn(value) === true;
    }
  }
}

function compileObject({ shape, catchall }: z.core.$ZodObjectDef, known: Known): QuickCheck {
  // An object drops what it does not name or refuses it; one that keeps and checks it is left to zod.
  if ((catchall?._zod.def.type ?? 'never') !== 'never') return NOT_KNOWN;
  const members = Object.keys(shape)
    .sort()
    .map((name) => {
      const schema = shape[name] as z.core.$ZodType;
      return { name, accepts: compileIn(schema, known), isRequired: schema._zod.def.type !== 'optional' };
    });
  const end = members.length;
  return (value) => {
    if (!isFields(value)) return false;
    let at = 0;
    for (const name of Object.keys(value)) {
      while (at < end && members[at]?.name !== name) {
        if (members[at]?.isRequired === true) return false;
        at += 1;
      }
      if (members[at]?.accepts(value[name]) !== true) return false;
      at += 1;
    }
    for (; at < end; at += 1) if (members[at]?.isRequired === true) return false;
    return true;
  };
}

const areInOrder = (names: readonly string[]) =>
  names.every((name, at) => at === 0 || name > (names[at - 1] as string));

function compileRecord({ keyType, valueType }: z.core.$ZodRecordDef, known: Known): QuickCheck {
  const isName = compileIn(keyType, known);
  const accepts = compileIn(valueType, known);
  return (value) => {
    if (!isFields(value)) return false;
    const names = Object.keys(value);
    // zod passes over this name.
    return areInOrder(names) && names.every((name) => name !== '__proto__' && isName(name) && accepts(value[name]));
  };
}

/** Without its checks. */
function compileType(schema: z.core.$ZodTypes, known: Known): QuickCheck {
  const { def } = schema._zod;
  if ('coerce' in def && def.coerce === true) return NOT_KNOWN;
  switch (def.type) {
    case 'object':
      return compileObject(def, known);
    case 'record':
      return compileRecord(def, known);
    case 'array': {
      const accepts = compileIn(def.element, known);
      return (value) => Array.isArray(value) && value.every(accepts);
    }
    case 'union': {
      const options = def.options.map((option) => compileIn(option, known));
      return (value) => options.some((accepts) => accepts(value));
    }
    case 'optional':
      return compileIn(def.innerType, known);
    case 'nullable': {
      const accepts = compileIn(def.innerType, known);
      return (value) => value === null || accepts(value);
    }
    case 'null':
      return (value) => value === null;
    case 'number':
      return Number.isFinite;
    case 'string':
    case 'boolean':
      return (value) => typeof value === def.type;
    case 'enum':
    case 'literal': {
      const values: ReadonlySet<unknown> = schema._zod.values ?? new Set();
      return (value) => values.has(value);
    }
    case 'lazy': {
      // Compiled when it is first asked, as the schema itself is made then.
      if (!known.has(schema)) {
        known.set(schema, (value) => {
          const accepts = compileIn((schema as z.core.$ZodLazy)._zod.innerType, known);
          known.set(schema, accepts);
          return accepts(value);
        });
      }
      return (value) => known.get(schema)?.(value) === true;
    }
    default:
      return NOT_KNOWN;
  }
}

function compileIn(schema: z.core.$ZodType, known: Known): QuickCheck {
  const { def } = schema._zod;
  const own = 'check' in def ? [schema as unknown as z.core.$ZodCheck] : [];
  const demands = [...own, ...(def.checks ?? [])].map(({ _zod }) => compileDemand(_zod as Checks));
  const accepts = compileType(schema as z.core.$ZodTypes, known);
  if (demands.length === 0) return accepts;
  return (value) => accepts(value) && demands.every((meets) => meets(value));
}

export const compileQuickCheck = (schema: z.core.$ZodType): QuickCheck => compileIn(schema, new Map());
