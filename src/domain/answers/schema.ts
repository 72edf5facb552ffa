// Turns the schema of an answer into JSON Schema of the small kind that every service with structured answers takes, and into a line for people.
import * as z from 'zod';
import { onceForEach } from '../once.ts';
import { ALONE, OTHER_NAMES, VERBATIM } from './coerce-answer.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What the strict services do not know; said in words instead. */
const IN_WORDS: Readonly<Record<string, string>> = {
  minLength: 'at least this many characters:',
  maxLength: 'at most this many characters:',
  minItems: 'at least this many entries:',
  maxItems: 'at most this many entries:',
  minimum: 'at least',
  exclusiveMinimum: 'more than',
  maximum: 'at most',
  exclusiveMaximum: 'less than',
  multipleOf: 'a multiple of',
  pattern: 'matches the pattern',
  format: 'written as',
};

const UNTOLD: ReadonlySet<string> = new Set([
  '$schema',
  'default',
  'propertyNames',
  '$id',
  'id',
  'title',
  'examples',
  OTHER_NAMES,
  VERBATIM,
  ALONE,
]);

/**
 * JSON Schema of an answer: every key required, no others allowed, limits only in the descriptions. Keys that may be left
 * out must be nullable in the schema, as here they are asked for.
 * Throws for what cannot be expressed so: a top level that is not an object, records, tuples.
 * A step is made far more often than a schema.
 */
export const toJsonSchema = onceForEach((schema: z.ZodType): JsonSchema => {
  const whole = z.toJSONSchema(schema, { io: 'input' });
  if (whole.type !== 'object') throw new Error('The schema of an answer must be an object at the top');
  return makeStrict(whole as JsonSchema);
});

function makeStrict(node: JsonSchema): JsonSchema {
  const { description } = node;
  const limits: string[] = [];
  const result: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(node)) {
    const words = IN_WORDS[keyword];
    if (words !== undefined) {
      // Bounds of the number type itself say nothing to a model.
      if (!(typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER)) limits.push(`${words} ${value}`);
    } else if (!UNTOLD.has(keyword)) Object.assign(result, rewriteKeyword(keyword, value));
  }
  if (node['type'] === 'object') {
    const properties = node['properties'] ?? {};
    result['required'] = Object.keys(properties);
    result['additionalProperties'] = false;
  }
  const said = [...(typeof description === 'string' ? [description] : []), ...limits].join('; ');
  return said === '' ? result : { ...result, description: said };
}

function rewriteKeyword(keyword: string, value: unknown): Record<string, unknown> {
  switch (keyword) {
    case 'type':
    case 'enum':
    case '$ref':
    case 'description':
    case 'required':
      return { [keyword]: value };
    case 'const':
      return { enum: [value] };
    case 'items':
      return { items: makeStrict(value as JsonSchema) };
    case 'anyOf':
    case 'oneOf':
      return { anyOf: (value as JsonSchema[]).map(makeStrict) };
    case 'properties':
    case '$defs': {
      const entries = Object.entries(value as Record<string, JsonSchema>);
      return { [keyword]: Object.fromEntries(entries.map(([name, inner]) => [name, makeStrict(inner)])) };
    }
    case 'additionalProperties':
      if (typeof value === 'object' && Object.keys(value ?? {}).length > 0) break;
      return {};
  }
  throw new Error(`The schema of an answer cannot use "${keyword}"`);
}

/** Such as `{"points": [{"point", "action": "agree" | "challenge"}]}`: lists, keys, and the words of closed sets. */
export function describeSchema(schema: JsonSchema): string {
  return describeMember(schema) ?? '…';
}

/** `undefined` for what its name alone says well enough. */
function describeMember(node: JsonSchema): string | undefined {
  const { properties, items, anyOf, enum: words } = node;
  if (typeof properties === 'object') {
    const fields = Object.entries(properties as Record<string, JsonSchema>).map(([name, value]) => {
      const form = describeMember(value);
      return form === undefined ? `"${name}"` : `"${name}": ${form}`;
    });
    return `{${fields.join(', ')}}`;
  }
  if (typeof items === 'object') return `[${describeMember(items as JsonSchema) ?? '…'}]`;
  if (Array.isArray(words)) return words.map((word) => JSON.stringify(word)).join(' | ');
  if (!Array.isArray(anyOf)) return undefined;
  const forms = (anyOf as JsonSchema[]).flatMap((form) => describeMember(form) ?? []);
  return forms.length === 0 ? undefined : forms.join(' | ');
}
