// As much of a GraphQL executor as the tests need: it answers exactly the fields that are asked for, and refuses those
// that the types do not have, as GitHub would.

export interface Field {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The type of an inline fragment, for `... on Type`. */
  readonly on?: string;
  readonly fields: readonly Field[];
}

/** Plain values and nested objects; functions take arguments. `__typename` tells which fragments apply. */
export type Resolved = { readonly __typename: string; readonly [field: string]: unknown };

const TOKENS = /\.\.\.|[{}()[\]:,$!]|"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*|-?\d+/g;

export function parseGraphql(query: string, variables: Readonly<Record<string, unknown>>): readonly Field[] {
  const tokens = query.match(TOKENS) ?? [];
  let at = 0;
  const peek = () => tokens[at];
  const take = (expected?: string): string => {
    const token = tokens[at];
    if (token === undefined || (expected !== undefined && token !== expected)) {
      throw new Error(`Expected ${expected ?? 'more'} and found ${token ?? 'the end'}`);
    }
    at += 1;
    return token;
  };
  const value = (): unknown => {
    const token = take();
    if (token === '$') return variables[take()] ?? null;
    if (token.startsWith('"')) return JSON.parse(token);
    if (/^-?\d/.test(token)) return Number(token);
    if (token === '{') {
      const object: Record<string, unknown> = {};
      while (peek() !== '}') {
        const name = take();
        take(':');
        object[name] = value();
        if (peek() === ',') take();
      }
      take('}');
      return object;
    }
    return token;
  };
  const selection = (): readonly Field[] => {
    const fields: Field[] = [];
    take('{');
    while (peek() !== '}') {
      const name = take();
      if (name === '...') {
        take('on');
        fields.push({ name, args: {}, on: take(), fields: selection() });
        continue;
      }
      const args: Record<string, unknown> = {};
      if (peek() === '(') {
        take();
        while (peek() !== ')') {
          const argument = take();
          take(':');
          args[argument] = value();
          if (peek() === ',') take();
        }
        take(')');
      }
      fields.push({ name, args, fields: peek() === '{' ? selection() : [] });
    }
    take('}');
    return fields;
  };
  while (peek() !== '{') take();
  return selection();
}

/** Throws for a field that the value does not have. */
export function execute(value: unknown, fields: readonly Field[]): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((item) => execute(item, fields));
  if (fields.length === 0) return value;
  const object = value as Resolved;
  const answer: Record<string, unknown> = {};
  for (const field of fields) {
    if (field.on !== undefined) {
      if (field.on === object.__typename) Object.assign(answer, execute(object, field.fields));
      continue;
    }
    if (!Object.hasOwn(object, field.name)) {
      throw new Error(`Field '${field.name}' doesn't exist on type '${object.__typename}'`);
    }
    const found = object[field.name];
    answer[field.name] = execute(typeof found === 'function' ? found(field.args) : found, field.fields);
  }
  return answer;
}
