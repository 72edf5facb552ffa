// A schema that is built when it is first needed. The build puts every schema of a module into one (config/build/schemas.mjs), so that
// a start builds none; sources run without it.
import type * as z from 'zod';
import { buildShape, type HasShape, type Shape } from './quick-shape.ts';

/** Answers for the schema where its shape is known: what has the shape is left as it is. */
function parseQuickly(schema: () => z.ZodType, describe: () => Shape) {
  let hasShape: HasShape | undefined;
  const fits = (value: unknown) => {
    hasShape ??= buildShape(describe());
    return hasShape(value);
  };
  return {
    parse: (value: unknown, ...others: []) => (fits(value) ? value : schema().parse(value, ...others)),
    safeParse: (value: unknown, ...others: []) =>
      fits(value) ? { success: true, data: value } : schema().safeParse(value, ...others),
  };
}

/** `describe`: its shape, where the build knows it. */
export function lazySchema<S extends z.ZodType>(build: () => S, describe?: () => Shape): S {
  let built: S | undefined;
  const schema = () => {
    built ??= build();
    return built;
  };
  const quick = describe === undefined ? {} : parseQuickly(schema, describe);
  return new Proxy({} as S, {
    get: (_, name) => (name in quick ? quick[name as keyof typeof quick] : Reflect.get(schema(), name)),
    set: (_, name, value) => Reflect.set(schema(), name, value),
    has: (_, name) => name in schema(),
    ownKeys: () => Reflect.ownKeys(schema()),
    getOwnPropertyDescriptor: (_, name) => {
      const found = Reflect.getOwnPropertyDescriptor(schema(), name);
      // What the target of a proxy does not have cannot be fixed.
      return found === undefined ? undefined : { ...found, configurable: true };
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(schema()),
  });
}
