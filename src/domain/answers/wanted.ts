// What the schema of an answer says about its outer form, to recognise it in another dress.
import * as z from 'zod';
import { onceForEach } from '../once.ts';

export interface Wanted {
  /** The answer is itself a list. */
  readonly list: boolean;
  /** The one key of the answer that holds a list, when there is just one. */
  readonly listKey: string | undefined;
  readonly entryKeys: ReadonlySet<string>;
  readonly ownKeys: ReadonlySet<string>;
  /** Both. */
  readonly keys: ReadonlySet<string>;
  /** The schema of the answer as JSON Schema. */
  readonly root: Node;
}

/** A part of a JSON Schema. */
export type Node = Readonly<Record<string, unknown>>;

/** References may go round in a circle. */
const MAX_STEPS = 8;

/** Making JSON Schema takes longer than reading an answer. */
export const wantedBy = onceForEach((schema: z.ZodType): Wanted => {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node;
  const forms = listForms(root, root);
  const properties = forms.flatMap((form) => Object.entries((form['properties'] ?? {}) as Record<string, Node>));
  const lists = properties.filter(([, node]) => listForms(node, root).some(isList));
  const listKeys = new Set(lists.map(([key]) => key));
  const listKey = listKeys.size === 1 ? [...listKeys][0] : undefined;
  const list = forms.some(isList);
  const holders = list ? forms : listKey === undefined ? [] : lists.flatMap(([, node]) => listForms(node, root));
  const entries = holders.flatMap((holder) => listForms((holder['items'] ?? {}) as Node, root));
  const entryKeys = new Set(entries.flatMap((entry) => Object.keys(entry['properties'] ?? {})));
  const ownKeys = new Set(properties.map(([key]) => key));
  return { list, listKey, entryKeys, ownKeys, keys: new Set([...ownKeys, ...entryKeys]), root };
});

function isList(node: Node): boolean {
  return node['type'] === 'array';
}

/** The forms that a value may have, references followed. */
export function listForms(node: Node, root: Node, steps = 0): readonly Node[] {
  if (steps > MAX_STEPS) return [];
  const reference = node['$ref'];
  if (typeof reference === 'string') {
    const target = reference.startsWith('#/$defs/') ? reference.slice('#/$defs/'.length) : undefined;
    const definitions = (root['$defs'] ?? {}) as Record<string, Node>;
    const found = target === undefined ? root : definitions[target];
    return found === undefined ? [] : listForms(found, root, steps + 1);
  }
  const types = node['type'];
  if (Array.isArray(types)) return types.map((type) => ({ ...node, type }));
  const several = [node['anyOf'], node['oneOf'], node['allOf']].filter(Array.isArray).flat() as Node[];
  return several.length === 0 ? [node] : several.flatMap((form) => listForms(form, root, steps + 1));
}
