// Describes the form of a structured answer in one line, for a person who writes one.
import type { JsonSchema } from './schema.ts';

/** Such as `{"points": [{"point", "action": "agree" | "challenge"}]}`: lists, keys, and the words of closed sets. */
export function describeForm(schema: JsonSchema): string {
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
