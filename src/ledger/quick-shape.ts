// A quick answer to whether a JSON value has the shape that a schema asks for: yes, or not known. It walks the value itself, with
// the checks of zod, which takes several times longer for a whole event.
import type * as z from 'zod';

export type HasShape = (value: unknown) => boolean;

const known = new WeakMap<z.core.$ZodType, HasShape>();

/** Those that belong to a schema, such as a pattern or a length; a schema such as that of times is one itself. */
function checksOf({ _zod }: z.core.$ZodType): readonly z.core.$ZodCheck<never>[] {
  const own = (_zod.traits.has('$ZodCheck') ? [{ _zod }] : []) as unknown as z.core.$ZodCheck<never>[];
  return [...own, ...((_zod.def.checks ?? []) as z.core.$ZodCheck<never>[])];
}

function passesChecks(checks: readonly z.core.$ZodCheck<never>[]): HasShape {
  const runs = checks.map(({ _zod }) => _zod.check);
  return (value) => {
    const payload: z.core.ParsePayload<never> = { value: value as never, issues: [] };
    for (const run of runs) if (run(payload) instanceof Promise) return false;
    return payload.issues.length === 0 && payload.value === value;
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectShape({ shape, catchall }: z.core.$ZodObjectDef): HasShape | undefined {
  // Other objects drop or convert what they do not name.
  if (catchall?._zod.def.type !== 'never') return undefined;
  const members = new Map(
    Object.entries(shape).map(([name, schema]) => [
      name,
      { isOptional: schema._zod.def.type === 'optional', fits: quickShape(schema) },
    ]),
  );
  const required = [...members.values()].filter(({ isOptional }) => !isOptional).length;
  return (value) => {
    if (!isObject(value)) return false;
    let found = 0;
    for (const name of Object.keys(value)) {
      const member = members.get(name);
      if (!member?.fits(value[name])) return false;
      if (!member.isOptional) found += 1;
    }
    return found === required;
  };
}

function recordShape({ keyType, valueType }: z.core.$ZodRecordDef): HasShape {
  const fitsName = quickShape(keyType);
  const fits = quickShape(valueType);
  return (value) =>
    isObject(value) &&
    // zod passes over this name.
    Object.keys(value).every((name) => name !== '__proto__' && fitsName(name) && fits(value[name]));
}

/** Without the checks; `undefined` for what is left to zod. */
function shapeWithin(schema: z.core.$ZodTypes): HasShape | undefined {
  const { def } = schema._zod;
  switch (def.type) {
    case 'string':
      return def.coerce === true ? undefined : (value) => typeof value === 'string';
    case 'number':
      return def.coerce === true ? undefined : Number.isFinite;
    case 'boolean':
      return def.coerce === true ? undefined : (value) => typeof value === 'boolean';
    case 'literal':
    case 'enum': {
      const values: ReadonlySet<unknown> = schema._zod.values ?? new Set();
      return (value) => values.has(value);
    }
    case 'object':
      return objectShape(def);
    case 'record':
      return recordShape(def);
    case 'array': {
      const fits = quickShape(def.element);
      return (value) => Array.isArray(value) && value.every(fits);
    }
    case 'union': {
      const options = def.options.map(quickShape);
      return (value) => options.some((fits) => fits(value));
    }
    case 'optional':
      return quickShape(def.innerType);
    case 'nullable': {
      const fits = quickShape(def.innerType);
      return (value) => value === null || fits(value);
    }
    case 'lazy':
      return (value) => quickShape((schema as z.core.$ZodLazy)._zod.innerType)(value);
    default:
      return undefined;
  }
}

/** True only when `schema` takes the value, one that JSON can hold, and leaves it as it is. When in doubt, false. */
export function quickShape(schema: z.core.$ZodType): HasShape {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const within = shapeWithin(schema as z.core.$ZodTypes);
  let made: HasShape;
  if (within === undefined) {
    made = (value) => {
      const payload = schema._zod.run({ value, issues: [] }, { async: false, jitless: true });
      return !(payload instanceof Promise) && payload.issues.length === 0 && payload.value === value;
    };
  } else {
    const checks = checksOf(schema);
    const passes = passesChecks(checks);
    made = checks.length === 0 ? within : (value) => within(value) && passes(value);
  }
  known.set(schema, made);
  return made;
}
