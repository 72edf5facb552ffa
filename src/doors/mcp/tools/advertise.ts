// What clients get to read of a tool's arguments and result, in as few words as they need: every session pays for it.
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { onceForEach } from '../../../domain/once.ts';

type JsonSchema = Record<string, unknown>;

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io }) as JsonSchema;
  return rest;
}

/** A value with those members alone, at every depth. */
function keepMembers(value: unknown, isKept: (key: string, item: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => keepMembers(item, isKept));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key, item]) => isKept(key, item));
  return Object.fromEntries(kept.map(([key, item]) => [key, keepMembers(item, isKept)]));
}

/** Bounds that no honest call reaches: they are checked, and a refusal names them, but not every session pays for them. */
const MOST_ADVERTISED = 10_000;

const FAR: ReadonlySet<string> = new Set(['maxLength', 'minLength', 'maxItems', 'propertyNames']);

const isNear = (key: string, item: unknown) =>
  !FAR.has(key) && !(key === 'maximum' && typeof item === 'number' && item >= MOST_ADVERTISED);

/**
 * Says what is expected and lets everything through: the tool itself refuses, with a code and a next step. Once for each schema: newer
 * clients get a server, with all of its tools, for each request.
 */
export const advertiseInput = onceForEach((schema: z.ZodObject): StandardSchemaWithJSON => {
  const input = keepMembers(jsonSchema(schema, 'input'), isNear) as JsonSchema;
  return {
    '~standard': {
      version: 1,
      vendor: 'debate-hall',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => input, output: () => input },
    },
  };
});

const NOT_OF_RESULTS: ReadonlySet<string> = new Set(['required', 'additionalProperties', 'enum']);

/** Names and types alone, since every session of every client pays for this. */
const isNameOrType = (key: string, item: unknown) =>
  !NOT_OF_RESULTS.has(key) && !(key === 'properties' && Object.keys(item as object).length === 0);

/** Nothing is `required`: a refusal is a result too, it holds `error`, and some clients hold it to this schema. */
export const advertiseOutput = onceForEach((schema: z.ZodObject): StandardSchemaWithJSON => {
  const rest = keepMembers(jsonSchema(schema, 'output'), isNameOrType) as JsonSchema;
  return {
    '~standard': {
      ...schema['~standard'],
      vendor: 'debate-hall',
      jsonSchema: { input: () => rest, output: () => rest },
    },
  };
});
