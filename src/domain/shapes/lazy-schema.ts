// A schema that is built when it is first needed. The build puts every schema of a module into one (config/build/schemas.mjs), so that
// a start builds none; sources run without it.
import type * as z from 'zod';
import { buildShape, type HasShape, type Shape } from './quick-shape.ts';

interface Constructor {
  readonly prototype: object;
  readonly init: (schema: object, def: unknown) => void;
}

/** Makes an object what `built` is, as zod's `clone` does with a new one: to zod a schema is the object that stands for it. */
function become(schema: object, built: z.ZodType): void {
  const { def, constr } = built._zod as unknown as { readonly def: unknown; readonly constr: Constructor };
  Object.setPrototypeOf(schema, constr.prototype);
  constr.init(schema, def);
  const internals = (schema as z.ZodType)._zod;
  for (const complete of internals.deferred ?? []) complete();
  // Where what was said of it is looked up.
  internals.parent = built;
}

/** Answers for the schema where its shape is known: what has the shape is left as it is. */
function answerQuickly(schema: z.ZodType, asBuilt: () => z.ZodType, describe: () => Shape): void {
  let hasShape: HasShape | undefined;
  const fits = (value: unknown) => {
    hasShape ??= buildShape(describe());
    return hasShape(value);
  };
  Object.assign(schema, {
    parse: (value: unknown, ...others: []) => (fits(value) ? value : asBuilt().parse(value, ...others)),
    safeParse: (value: unknown, ...others: []) =>
      fits(value) ? { success: true, data: value } : asBuilt().safeParse(value, ...others),
  });
}

/** `describe`: its shape, where the build knows it. */
export function lazySchema<S extends z.ZodType>(build: () => S, describe?: () => Shape): S {
  let built: S | undefined;
  const asBuilt = () => {
    built ??= build();
    return built;
  };
  // Whatever is asked first is asked of the prototype, which is there until then.
  const unbuilt = new Proxy(
    {},
    {
      get(_, name, asked) {
        become(schema, asBuilt());
        return Reflect.get(schema, name, asked);
      },
      has(_, name) {
        become(schema, asBuilt());
        return name in schema;
      },
    },
  );
  const schema = Object.create(unbuilt) as S;
  if (describe !== undefined) answerQuickly(schema, asBuilt, describe);
  return schema;
}
