// The rows of a file of questions: JSON lines, a JSON list, a table, or the tests of promptfoo; and the names that their fields get.
import path from 'node:path';
import { HallError } from '../../domain/failures/errors.ts';
import { findRepeatedKey, parseJson } from '../../domain/parse-json.ts';
import { type Fields, isFields } from '../../domain/values/tree.ts';

interface FileRow {
  /** Where it stands: of JSON lines the line, of anything else which row or test it is, from 1. */
  readonly number: number;
  readonly value: unknown;
}

interface BadRow {
  readonly number: number;
  readonly field: string;
  readonly reason: string;
}

export interface FileRows {
  /** What a row is called: "line 3", "test 3". */
  readonly noun: 'line' | 'row' | 'test';
  readonly rows: readonly FileRow[];
  readonly bad: readonly BadRow[];
}

function readJsonLines(text: string): FileRows {
  const rows: FileRow[] = [];
  const bad: BadRow[] = [];
  text.split('\n').forEach((raw, index) => {
    if (raw.trim() === '') return;
    try {
      const row = { number: index + 1, value: JSON.parse(raw) };
      const repeated = findRepeatedKey(raw);
      if (repeated === undefined) rows.push(row);
      else bad.push({ number: index + 1, field: repeated.key, reason: 'is there twice' });
    } catch {
      bad.push({ number: index + 1, field: 'line', reason: 'is not JSON' });
    }
  });
  return { noun: 'line', rows, bad };
}

const numbered = (values: readonly unknown[]): readonly FileRow[] =>
  values.map((value, index) => ({ number: index + 1, value }));

async function readTable(text: string, delimiter: string): Promise<FileRows> {
  const { parse } = await import('csv-parse/sync');
  const rows: readonly unknown[] = parse(text, {
    columns: true,
    bom: true,
    // Lists in JSON stand in tables of tabs without further quotes.
    relax_quotes: true,
    delimiter,
    skip_empty_lines: true,
    trim: true,
  });
  return { noun: 'row', rows: numbered(rows), bad: [] };
}

/** Its variables by their names, and what it is checked for by the kind of check: "assert.equals". */
function flattenTest(test: unknown): unknown {
  if (!isFields(test)) return test;
  const { vars, assert, ...rest } = test;
  const checks = Array.isArray(assert) ? assert.filter(isFields) : [];
  const named = checks.map(({ type, value }) => [`assert.${type}`, value] as const);
  // Of several checks of one kind the first one counts.
  return { ...Object.fromEntries(named.toReversed()), ...rest, ...(isFields(vars) ? vars : {}) };
}

function listTests(config: unknown): readonly unknown[] | undefined {
  if (Array.isArray(config)) return config;
  if (!isFields(config)) return undefined;
  const tests = config['tests'];
  return Array.isArray(tests) ? tests : undefined;
}

async function readYaml(text: string): Promise<FileRows> {
  const { parseYaml } = await import('../../support/yaml.ts');
  const tests = listTests(parseYaml(text));
  if (tests === undefined) throw new Error('it has no list of tests');
  return { noun: 'test', rows: numbered(tests.map(flattenTest)), bad: [] };
}

function readJson(text: string): FileRows {
  const tests = listTests(JSON.parse(text));
  if (tests === undefined) throw new Error('it is not a list, and has no list of tests');
  return { noun: 'row', rows: numbered(tests.map(flattenTest)), bad: [] };
}

const READERS: Readonly<Record<string, (text: string) => FileRows | Promise<FileRows>>> = {
  '.jsonl': readJsonLines,
  '.ndjson': readJsonLines,
  '.json': readJson,
  '.csv': (text) => readTable(text, ','),
  '.tsv': (text) => readTable(text, '\t'),
  '.yaml': readYaml,
  '.yml': readYaml,
};

/** By the extension of the file's name. Throws `bad-input` for one that is not among them, and for what cannot be read as a whole. */
export async function readRows(name: string, text: string): Promise<FileRows> {
  const read = READERS[path.extname(name).toLowerCase()];
  if (read === undefined) {
    throw new HallError('bad-input', `The name "${name}" has no extension that says what is in the file.`, {
      hint: `Questions can be ${Object.keys(READERS).join(', ')}.`,
    });
  }
  try {
    return await read(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new HallError('bad-input', `${name} cannot be read: ${why}.`, { hint: 'Check the file.', cause });
  }
}

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
