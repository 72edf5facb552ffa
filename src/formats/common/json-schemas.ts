// The JSON Schemas of structured answers, made when they are first asked for.
import type * as z from 'zod';
import { type JsonSchema, jsonSchemaOf } from '../../domain/answers/schema.ts';

export function defineJsonSchemas<Name extends string>(
  define: () => Readonly<Record<Name, z.ZodType>>,
): (name: Name) => JsonSchema {
  const made: Partial<Record<Name, JsonSchema>> = {};
  return (name) => {
    made[name] ??= jsonSchemaOf(define()[name]);
    return made[name];
  };
}
