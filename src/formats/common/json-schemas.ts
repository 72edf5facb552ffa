// The JSON Schemas of structured answers, made when they are first asked for.
import type * as z from 'zod';
import { type JsonSchema, jsonSchemaOf } from '../../domain/answers/schema.ts';

export function defineJsonSchemas<Name extends string>(
  schemas: Readonly<Record<Name, z.ZodType>>,
): (name: Name) => JsonSchema {
  const made: Partial<Record<Name, JsonSchema>> = {};
  return (name) => {
    made[name] ??= jsonSchemaOf(schemas[name]);
    return made[name];
  };
}
