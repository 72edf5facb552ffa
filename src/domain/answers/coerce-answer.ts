// Brings an answer that says the right thing in the wrong form into the form that its schema asks for: another name for a key, a
// number where text is wanted, an object in a list of texts. Says what it did, and never makes anything up.
import { type Fields, isFields } from '../values/tree.ts';
import { listForms, type Node } from './wanted.ts';

export interface Coerced {
  readonly value: unknown;
  /** Such as `findings[].description was read as "detail"`. */
  readonly repairs: readonly string[];
}

/** `names` reads keys under the other names that the schema gives them; `values` changes what stands under them as well. */
export type Leniency = 'names' | 'values';

/** Deeper than any answer that is asked for; a schema may go round in a circle. */
const DEEPEST = 12;

/** The key of a schema's `meta` that lists other names of a key. */
export const OTHER_NAMES = 'otherNames';
/** The key of a schema's `meta` for text that is never changed, such as a quotation. */
export const VERBATIM = 'verbatim';

export function coerceAnswer(raw: unknown, schema: Node, leniency: Leniency): Coerced {
  const repairs = new Set<string>();
  const value = new Coercion(schema, leniency, repairs).of(raw, schema, '', 0);
  return { value, repairs: [...repairs] };
}

/** "residualRisks", "Residual risks" and "residual_risks" are one name. */
const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');

class Coercion {
  readonly #root: Node;
  readonly #leniency: Leniency;
  readonly #repairs: Set<string>;

  constructor(root: Node, leniency: Leniency, repairs: Set<string>) {
    this.#root = root;
    this.#leniency = leniency;
    this.#repairs = repairs;
  }

  of(value: unknown, node: Node, place: string, depth: number): unknown {
    if (depth > DEEPEST) return value;
    const forms = listForms(node, this.#root);
    const takes = (type: string) => forms.find((form) => form['type'] === type);
    if (Array.isArray(value)) return this.#list(value, takes, node, place, depth);
    if (isFields(value)) {
      const object = takes('object');
      if (object !== undefined) return this.#object(value, object, place, depth);
    }
    if (this.#leniency === 'names') return value;
    const list = takes('array');
    if (list !== undefined && takes('string') === undefined) return this.#asList(value, list, place);
    return this.#scalar(value, forms, node, place);
  }

  #object(value: Fields, form: Node, place: string, depth: number): unknown {
    const properties = (form['properties'] ?? {}) as Record<string, Node>;
    const taken = new Map<string, unknown>(Object.entries(value));
    for (const [name, node] of Object.entries(properties)) {
      const inner = place === '' ? name : `${place}.${name}`;
      if (taken.get(name) == null) this.#rename(taken, name, node, properties, place);
      const given = taken.get(name);
      if (taken.has(name)) taken.set(name, this.of(given, node, inner, depth + 1));
      if (this.#leniency === 'values') this.#fill(taken, name, node, form, inner);
    }
    return Object.fromEntries(taken);
  }

  /** The key that says the same under another name, if the object has one that the schema does not use for something else. */
  #rename(
    taken: Map<string, unknown>,
    name: string,
    node: Node,
    properties: Readonly<Record<string, Node>>,
    place: string,
  ): void {
    const others = (node[OTHER_NAMES] ?? []) as readonly string[];
    const wanted = [name, ...others].map(plain);
    const found = [...taken].find(
      ([key, value]) => !Object.hasOwn(properties, key) && value != null && wanted.includes(plain(key)),
    );
    if (found === undefined) return;
    const [key, value] = found;
    taken.delete(key);
    taken.set(name, value);
    this.#repairs.add(`${place === '' ? '' : `${place}.`}${key} was read as "${name}"`);
  }

  /** A key that may be null is null when it is missing; null where nothing but a default is meant is left to the default. */
  #fill(taken: Map<string, unknown>, name: string, node: Node, form: Node, place: string): void {
    if (taken.get(name) != null) return;
    const nullable = listForms(node, this.#root).some(({ type }) => type === 'null');
    const hasDefault = Object.hasOwn(node, 'default');
    if (taken.has(name)) {
      if (!nullable && hasDefault) taken.delete(name);
    } else if (nullable && !hasDefault && ((form['required'] ?? []) as string[]).includes(name)) {
      taken.set(name, null);
      this.#repairs.add(`${place} was missing and read as null`);
    }
  }

  #list(
    value: readonly unknown[],
    takes: (type: string) => Node | undefined,
    node: Node,
    place: string,
    depth: number,
  ): unknown {
    const list = takes('array');
    if (list === undefined) return this.#joined(value, takes('string'), node, place);
    const items = (list['items'] ?? {}) as Node;
    const inner = `${place}[]`;
    const texts = this.#leniency === 'values' && isText(items, this.#root);
    return value.map((entry) => {
      if (!texts || !isFields(entry)) return this.of(entry, items, inner, depth + 1);
      this.#repairs.add(`${inner}: an object was read as text`);
      return toText(entry);
    });
  }

  /** Several texts where one is wanted. */
  #joined(value: readonly unknown[], text: Node | undefined, node: Node, place: string): unknown {
    const joinable = text !== undefined && text['enum'] === undefined && node[VERBATIM] !== true;
    if (this.#leniency === 'names' || !joinable || value.length === 0) return value;
    if (!value.every((entry) => typeof entry === 'string')) return value;
    this.#repairs.add(`${place}: a list was read as text`);
    return value.join('\n');
  }

  /** One text, or an object of texts, where a list of texts is wanted. */
  #asList(value: unknown, list: Node, place: string): unknown {
    if (!isText((list['items'] ?? {}) as Node, this.#root)) return value;
    if (typeof value === 'string' && value.trim() !== '') {
      this.#repairs.add(`${place}: a text was read as a list`);
      return [value];
    }
    if (!isFields(value) || Object.keys(value).length === 0) return value;
    this.#repairs.add(`${place}: an object was read as a list`);
    return Object.entries(value).map(([key, entry]) => `${key}: ${toText(entry)}`);
  }

  #scalar(value: unknown, forms: readonly Node[], node: Node, place: string): unknown {
    const types = forms.map(({ type }) => type);
    const text = types.includes('string');
    const number = types.includes('number') || types.includes('integer');
    if (node[VERBATIM] === true) return value;
    if (text && !number && (typeof value === 'number' || typeof value === 'boolean')) {
      this.#repairs.add(`${place}: a ${typeof value} was read as text`);
      return String(value);
    }
    if (number && !text && typeof value === 'string' && /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value)) {
      this.#repairs.add(`${place}: a text was read as a number`);
      return Number(value);
    }
    return value;
  }
}

function isText(node: Node, root: Node): boolean {
  const types = listForms(node, root).map(({ type }) => type);
  return types.includes('string') && !types.includes('object') && node[VERBATIM] !== true;
}

/** The text of an object with one text; else its fields, one after the other. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isFields(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== '');
  const [only] = entries;
  if (entries.length === 1 && typeof only?.[1] === 'string') return only[1];
  return entries
    .map(([key, inner]) => `${key}: ${typeof inner === 'string' ? inner : JSON.stringify(inner)}`)
    .join('; ');
}
