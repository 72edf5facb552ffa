// Brings an answer that says the right thing in the wrong form into the form that its schema asks for: another name for a key, a
// number where text is wanted, an object in a list of texts. Says what it did, and never makes anything up.
import { type Fields, isFields } from '../values/tree.ts';
import { isNothing } from './nothing.ts';
import { findUnread, foldKey, foldName } from './unread.ts';
import { listForms, type Node } from './wanted.ts';
import { isNumbering, readNumber, toText } from './wrong-forms.ts';

export interface Coerced {
  readonly value: unknown;
  /** Such as `findings[].description was read as "detail"`. */
  readonly repairs: readonly string[];
}

/** `names` reads keys under the other names that the schema gives them; `values` changes what stands under them as well. */
export type Leniency = 'names' | 'values';

/** More repairs would be read by nobody. */
const MOST = 40;
/** Deeper than any answer that is asked for; a schema may go round in a circle. */
const DEEPEST = 12;

/** The key of a schema's `meta` that lists other names of a key. */
export const OTHER_NAMES = 'otherNames';
/** The key of a schema's `meta` for text that is never changed, such as a quotation. */
export const VERBATIM = 'verbatim';
/** The key of a schema's `meta` for text that names one thing, an `id` or a `path`, and of which a person says nothing else. */
export const ALONE = 'alone';

export function coerceAnswer(raw: unknown, schema: Node, leniency: Leniency): Coerced {
  const repairs = new Set<string>();
  const value = new Coercion(schema, leniency, repairs).of(raw, schema, '', 0);
  return { value, repairs: [...repairs].slice(0, MOST) };
}

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
    const list = takes('string') === undefined ? takes('array') : undefined;
    const isNo = value === false && takes('boolean') === undefined;
    const isNone = list !== undefined && (typeof value === 'string' ? isNothing(value) : isEmpty(value));
    if ((isNo || isNone) && takes('null') !== undefined) return this.#asNull(value, place);
    if (list !== undefined) return this.#asList(value, list, place, depth);
    return this.#scalar(value, forms, node, place);
  }

  #asNull(value: unknown, place: string): null {
    const said = typeof value === 'string' ? value.trim() : JSON.stringify(value);
    this.#repairs.add(`${place}: "${said}" was read as null`);
    return null;
  }

  #object(value: Fields, form: Node, place: string, depth: number): unknown {
    const properties = (form['properties'] ?? {}) as Record<string, Node>;
    const taken = new Map<string, unknown>(Object.entries(value));
    const read = new Map<string, unknown>();
    const missing: [string, Node][] = [];
    for (const [name, node] of Object.entries(properties)) {
      const inner = place === '' ? name : `${place}.${name}`;
      if (taken.get(name) == null) this.#rename(taken, name, node, properties, place);
      const given = taken.get(name);
      if (taken.has(name)) {
        read.set(name, given);
        taken.set(name, this.of(given, node, inner, depth + 1));
      } else if (this.#mayBeMissing(node)) missing.push([name, node]);
      if (this.#leniency === 'values') this.#fill(taken, name, node, form, inner);
    }
    const unknown = [...taken].filter(([key]) => !Object.hasOwn(properties, key));
    const required = (form['required'] ?? []) as readonly string[];
    for (const doubt of findUnread({ unknown, read, missing, required, root: this.#root })) {
      this.#repairs.add(`${place === '' ? '' : `${place}: `}${doubt}`);
    }
    return Object.fromEntries(taken);
  }

  #mayBeMissing(node: Node): boolean {
    return Object.hasOwn(node, 'default') || listForms(node, this.#root).some(({ type }) => type === 'null');
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
    const wanted = [name, ...others].map(foldName);
    const found = [...taken].find(
      ([key, value]) => !Object.hasOwn(properties, key) && value != null && wanted.includes(foldName(key)),
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
    const [only, ...others] = value;
    const object = takes('object');
    if (list === undefined && object !== undefined && isFields(only) && others.length === 0) {
      if (this.#leniency === 'names') return value;
      this.#repairs.add(`${place}: a list of one was read as what is in it`);
      return this.#object(only, object, place, depth);
    }
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

  /** One entry, or an object of entries, where a list of them is wanted. */
  #asList(value: unknown, list: Node, place: string, depth: number): unknown {
    const items = (list['items'] ?? {}) as Node;
    const note = (what: string) => this.#repairs.add(`${place}: ${what} was read as a list`);
    if (!isText(items, this.#root)) {
      const entries = isFields(value) ? this.#asEntries(value, items, place, depth) : undefined;
      if (entries !== undefined) note('an object');
      return entries ?? value;
    }
    if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) {
      note(`a ${typeof value === 'number' ? 'number' : 'text'}`);
      return [this.of(value, items, `${place}[]`, depth + 1)];
    }
    if (!isFields(value) || Object.keys(value).length === 0) return value;
    note('an object');
    // "C1" only counts the texts.
    const isCount = (key: string) => isNumbering(key, place) || /^[a-z]\d{1,3}$/i.test(key);
    return Object.entries(value).map(([key, entry]) => `${isCount(key) ? '' : `${key}: `}${toText(entry)}`);
  }

  /** An object that is itself an entry, or one whose keys are what each entry lacks, such as its ID. */
  #asEntries(value: Fields, items: Node, place: string, depth: number): readonly unknown[] | undefined {
    const form = listForms(items, this.#root).find(({ type }) => type === 'object');
    if (form === undefined) return undefined;
    const read = (entry: Fields) => this.#object(entry, form, `${place}[]`, depth + 1) as Fields;
    const required = (form['required'] ?? []) as readonly string[];
    const lacks = (entry: Fields) => required.filter((name) => !Object.hasOwn(entry, name));
    const inner = Object.entries(value);
    if (inner.length === 0) return undefined;
    if (!inner.every(([, entry]) => isFields(entry))) {
      const entry = read(value);
      return lacks(entry).length === 0 ? [entry] : undefined;
    }
    const entries = inner.map(([key, entry]) => [key, read(entry as Fields)] as const);
    const [missing, ...others] = new Set(entries.flatMap(([, entry]) => lacks(entry)));
    if (missing === undefined) {
      const says = (entry: Fields, key: string) =>
        Object.values(entry).some((each) => foldKey(`${each}`) === foldKey(key));
      const isPlain = entries.every(([key, entry]) => isNumbering(key, place) || says(entry, key));
      return isPlain ? entries.map(([, entry]) => entry) : undefined;
    }
    if (others.length > 0 || entries.some(([, entry]) => Object.hasOwn(entry, missing))) return undefined;
    const node = ((form['properties'] ?? {}) as Record<string, Node>)[missing] ?? {};
    return entries.map(([key, entry]) => ({
      ...entry,
      [missing]: this.of(key, node, `${place}[].${missing}`, depth + 1),
    }));
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
    const said =
      number && !text && typeof value === 'string'
        ? readNumber(value, place, forms.find(({ maximum }) => maximum !== undefined)?.['maximum'])
        : undefined;
    if (said !== undefined) this.#repairs.add(`${place}: a text was read as a number`);
    if (said === undefined && types.includes('boolean') && !text && (value === 'true' || value === 'false')) {
      this.#repairs.add(`${place}: a text was read as ${value}`);
      return value === 'true';
    }
    return said ?? value;
  }
}

const isEmpty = (value: unknown) => isFields(value) && Object.keys(value).length === 0;

function isText(node: Node, root: Node): boolean {
  const types = listForms(node, root).map(({ type }) => type);
  return types.includes('string') && !types.includes('object') && node[VERBATIM] !== true;
}
