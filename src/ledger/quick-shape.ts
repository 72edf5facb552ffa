// A quick answer to whether a JSON value has the shape that a schema asks for: yes, or not known. It walks what holds other
// values itself and leaves the values to zod, which takes several times longer for a whole event.
import type * as z from 'zod';

export type HasShape = (value: unknown) => boolean;

const known = new WeakMap<z.core.$ZodType, HasShape>();

/** Whether a string has so many characters, of which each takes one unit or two, that zod need not count them. */
const isSurelyWithin = (least: number, most: number): HasShape => {
  const units = Math.max(0, 2 * least - 1);
  return (value) => typeof value === 'string' && value.length >= units && value.length <= most;
};

/** What passes a check for sure; `undefined` for what is left to zod. */
function surelyPasses({ def }: z.core.$ZodChecks['_zod']): HasShape | undefined {
  switch (def.check) {
    case 'min_length':
      return isSurelyWithin(def.minimum, Number.POSITIVE_INFINITY);
    case 'max_length':
      return isSurelyWithin(0, def.maximum);
    case 'greater_than':
      return (value) =>
        typeof value === 'number' && (value > Number(def.value) || (def.inclusive && value === def.value));
    case 'number_format':
      return def.format === 'safeint' ? Number.isSafeInteger : undefined;
    default:
      return undefined;
  }
}

function passesCheck(check: z.core.$ZodCheck): HasShape {
  const isSure = surelyPasses(check._zod as z.core.$ZodChecks['_zod']);
  return (value) => {
    if (isSure?.(value) === true) return true;
    const payload: z.core.ParsePayload<never> = { value: value as never, issues: [] };
    return !(check._zod.check(payload) instanceof Promise) && payload.issues.length === 0 && payload.value === value;
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

/** Without a format and without conversion, which are left to zod. */
const isPlain = (def: { coerce?: boolean | undefined }) => !('format' in def) && def.coerce !== true;

/** Without the checks; `undefined` for what is left to zod. */
function shapeWithin(schema: z.core.$ZodTypes): HasShape | undefined {
  const { def } = schema._zod;
  switch (def.type) {
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
    case 'string':
      return isPlain(def) ? (value) => typeof value === 'string' : undefined;
    case 'number':
      return isPlain(def) ? Number.isFinite : undefined;
    case 'enum':
    case 'literal':
      return (value) => schema._zod.values?.has(value as z.core.util.Literal) === true;
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
  } else if (schema._zod.def.checks === undefined) made = within;
  else {
    const passes = schema._zod.def.checks.map(passesCheck);
    made = (value) => within(value) && passes.every((pass) => pass(value));
  }
  known.set(schema, made);
  return made;
}
