// Gives the fields of a row the names of Inspect: "question=input,A=choices,B=choices,answer=target".
import { parseJson } from '../../domain/parse-json.ts';
import { type Fields, isFields } from '../../domain/values/tree.ts';

/** A field of the file and what it is; several may be choices, in their order. */
export type FieldMap = readonly (readonly [string, string])[];

const TARGETS = /^(?:id|input|choices|target|metadata\.[A-Za-z_]+)$/;

/** `undefined` where it is no map. */
export function readFieldMap(text: string): FieldMap | undefined {
  const pairs = text.split(',').map((pair) => {
    const at = pair.lastIndexOf('=');
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
  });
  return pairs.every(([from, to]) => from !== '' && TARGETS.test(to)) ? pairs : undefined;
}

/** "metadata.subject" of nested objects; a name with a dot in it comes first. */
function pick(row: Fields, name: string): unknown {
  if (Object.hasOwn(row, name)) return row[name];
  const [first = '', ...rest] = name.split('.');
  const inner = Object.hasOwn(row, first) ? row[first] : undefined;
  if (rest.length === 0 || typeof inner !== 'object' || inner === null) return undefined;
  return pick(inner as Fields, rest.join('.'));
}

/** Of a table one cell may hold all choices, as a JSON list. */
function listChoices(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value === undefined || value === null || value === '') return [];
  const list = typeof value === 'string' ? parseJson(value) : undefined;
  return Array.isArray(list) ? list : [value];
}

/** What promptfoo's tests and tables of questions are usually called by. */
const USUAL: FieldMap = [
  ['question', 'input'],
  ['options', 'choices'],
  ['assert.equals', 'target'],
  ['answer', 'target'],
];

/** Fields that are not mapped keep their names, and those that are already called so win over usual names. */
export function mapRow(given: unknown, map: FieldMap | undefined): unknown {
  if (!isFields(given)) return given;
  const named: Record<string, unknown> = { ...given };
  const metadata: Record<string, unknown> = { ...(given['metadata'] as object | undefined) };
  for (const name of ['group', 'tolerance', 'unit', 'source', 'license', 'canary']) {
    if (given[name] !== undefined && given[name] !== '') metadata[name] ??= given[name];
  }
  const choices: unknown[] = [];
  for (const [from, to] of map ?? USUAL) {
    const value = pick(given, from);
    const isTaken = map === undefined && named[to] !== undefined;
    if (value === undefined || value === '' || isTaken) continue;
    if (to === 'choices') choices.push(...listChoices(value));
    else if (to.startsWith('metadata.')) metadata[to.slice('metadata.'.length)] = value;
    else named[to] = value;
  }
  const all = choices.length > 0 ? choices : listChoices(given['choices']);
  return { ...named, choices: all.length > 0 ? all : undefined, metadata };
}
