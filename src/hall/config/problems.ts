// Turns what is wrong with a value into sentences that name the place and, for unknown names, the likely right one.
// Nothing here repeats a value: it could be a secret in the wrong place.
import * as z from 'zod';
import { HallError } from '../../domain/failures/errors.ts';
import { findNearest } from './sources/nearest.ts';
import { isPlainObject, valueAt } from './sources/tree.ts';

export interface ConfigProblem {
  readonly path: readonly string[];
  readonly message: string;
  readonly hint?: string;
}

export function didYouMean(word: string, known: readonly string[]): string {
  const suggestion = findNearest(word, known);
  if (suggestion !== undefined) return `Did you mean "${suggestion}"?`;
  return known.length === 0 ? 'Remove it.' : `Known: ${known.join(', ')}.`;
}

/** The keys that a schema accepts at a path. */
function knownKeys(schema: z.ZodType, path: readonly string[]): readonly string[] {
  const open: unknown[] = [z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })];
  for (const key of path) {
    const next = open
      .splice(0)
      .flatMap((node) => [
        valueAt(node, ['properties', key]) ?? valueAt(node, ['additionalProperties']),
        valueAt(node, ['items']),
      ]);
    for (const node of next) {
      const branches = valueAt(node, ['anyOf']);
      open.push(node, ...(Array.isArray(branches) ? branches : []));
    }
  }
  return open.flatMap((node) => {
    const properties = valueAt(node, ['properties']);
    return isPlainObject(properties) ? Object.keys(properties) : [];
  });
}

function describeType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

const NUMERIC: ReadonlySet<string> = new Set(['number', 'int']);

function describeIssue(schema: z.ZodType, root: unknown, issue: z.core.$ZodIssue): readonly ConfigProblem[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, path);
    return issue.keys.map((key) => ({ path: [...path, key], message: 'unknown key', hint: didYouMean(key, known) }));
  }
  if (issue.code === 'invalid_union') {
    // The branch that got past the type of the value itself is the one that was meant.
    const meant = issue.errors.find((branch) => !branch.some((inner) => inner.path.length === 0 && isTypeIssue(inner)));
    if (meant === undefined) return [{ path, message: issue.message }];
    return meant.flatMap((inner) => describeIssue(schema, root, { ...inner, path: [...issue.path, ...inner.path] }));
  }
  if (issue.code === 'invalid_key') {
    return issue.issues.slice(0, 1).map((inner) => ({ path, message: `the name ${inner.message}` }));
  }
  if (issue.code === 'invalid_type') {
    const value = valueAt(root, path);
    if (value === undefined) return [{ path, message: 'is missing' }];
    const actual = issue.expected === 'int' && typeof value === 'number' ? '' : `, not ${describeType(value)}`;
    return [{ path, message: `must be ${withArticle(issue.expected)}${actual}` }];
  }
  if (issue.code === 'too_small' && NUMERIC.has(issue.origin)) {
    return [{ path, message: `must be at least ${issue.minimum}` }];
  }
  if (issue.code === 'too_big' && NUMERIC.has(issue.origin)) {
    return [{ path, message: `must be at most ${issue.maximum}` }];
  }
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String);
    const value = valueAt(root, path);
    const hint = typeof value === 'string' ? findNearest(value, allowed) : undefined;
    return [
      {
        path,
        message: `must be ${allowed.map((one) => `"${one}"`).join(' or ')}`,
        ...(hint === undefined ? {} : { hint: `Did you mean "${hint}"?` }),
      },
    ];
  }
  return [{ path, message: issue.message }];
}

function isTypeIssue(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' || issue.code === 'invalid_union';
}

function withArticle(expected: string): string {
  const names: Record<string, string> = {
    int: 'a whole number',
    object: 'an object',
    record: 'an object',
    array: 'a list',
  };
  return names[expected] ?? `a ${expected}`;
}

/** What a schema has against a value; empty when it accepts it. */
export function findProblems(schema: z.ZodType, value: unknown): readonly ConfigProblem[] {
  // A configuration is checked once; compiling its schema takes longer.
  const parsed = schema.safeParse(value, { jitless: true });
  return parsed.success ? [] : parsed.error.issues.flatMap((issue) => describeIssue(schema, value, issue));
}

/**
 * The error for one or more problems; the first one is the message, all are in `details.issues`.
 * `placeOf` names the file, variable or flag that a path comes from.
 */
export function configError(problems: readonly ConfigProblem[], placeOf: (path: string) => string): HallError {
  const sentences = problems.map(({ path, message }) => {
    const dotted = path.join('.');
    // What a program sets has no place but its path.
    const places = new Set([placeOf(dotted), dotted === '' ? 'the configuration' : dotted]);
    return [...places, message].join(': ');
  });
  const [first] = problems;
  const more = sentences.length > 1 ? ` (and ${sentences.length - 1} more)` : '';
  return new HallError(
    'config-invalid',
    `${(sentences[0] ?? 'The configuration is invalid').replace(/\.$/, '')}${more}.`,
    {
      ...(first?.hint === undefined ? {} : { hint: first.hint }),
      details: { issues: sentences },
    },
  );
}
