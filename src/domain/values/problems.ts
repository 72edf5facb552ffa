// Turns what is wrong with a value into sentences that name the place and, for unknown names, the likely right one.
// Nothing here repeats a value: it could be a secret in the wrong place.
import * as z from 'zod';
import { HallError } from '../failures/errors.ts';
import { groupBy } from '../group-by.ts';
import { countNoun } from '../words/format-figures.ts';
import { findNearest } from './nearest.ts';
import { isPlainObject, valueAt } from './tree.ts';

export interface ValueProblem {
  readonly path: readonly string[];
  readonly message: string;
  readonly hint?: string;
}

export function didYouMean(word: string, known: readonly string[]): string {
  const suggestion = findNearest(word, known);
  if (suggestion !== undefined) return `Did you mean "${suggestion}"?`;
  return known.length === 0 ? 'Remove it.' : `Known: ${known.join(', ')}.`;
}

/** Of a name that somebody asks for, at any door; what a file or a variable names is a mistake of the configuration. */
export function createMissingError(what: string, name: string, known: readonly string[]): HallError {
  return new HallError('not-found', `There is no ${what} "${name}".`, { hint: didYouMean(name, [...known].sort()) });
}

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

/** "a list" */
export function describeType(value: unknown): string {
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return String(value);
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

const NUMERIC: ReadonlySet<string> = new Set(['number', 'int']);
/** What a schema says of a size when it has no words of its own. */
const ZOD_ABOUT_SIZE = /^Too (?:small|big): /;
const ZOD_ABOUT_UNION = /^Invalid (?:input$|discriminator value)/;

/** "must be at least 1" of a number, "must have at most 3 entries" of a list. */
export function describeSize(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const isWithin = issue.inclusive !== false;
  const [bound, size] =
    issue.code === 'too_small'
      ? [isWithin ? 'at least' : 'more than', Number(issue.minimum)]
      : [isWithin ? 'at most' : 'less than', Number(issue.maximum)];
  if (NUMERIC.has(issue.origin)) return `must be ${bound} ${size}`;
  return `must have ${bound} ${issue.origin === 'string' ? countNoun(size, 'character') : countNoun(size, 'entry', 'entries')}`;
}

function describeUnion(issue: z.core.$ZodIssueInvalidUnion, value: unknown): string {
  if (!ZOD_ABOUT_UNION.test(issue.message)) return issue.message;
  if (value === undefined) return 'is missing';
  // Of forms that one key tells apart, its value is none that is known.
  if ('options' in issue && issue.options !== undefined)
    return `must be ${issue.options.map((one) => `"${String(one)}"`).join(' or ')}`;
  const types = issue.errors.flat().flatMap((inner) => (inner.code === 'invalid_type' ? [inner.expected] : []));
  return `must be ${[...new Set(types.map(withArticle))].join(' or ')}, not ${describeType(value)}`;
}

/** One after the other, since a value can have more problems than anybody wants to read. */
function* describeIssue(schema: z.ZodType, root: unknown, issue: z.core.$ZodIssue): Generator<ValueProblem> {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, path);
    for (const key of issue.keys) yield { path: [...path, key], message: 'unknown key', hint: didYouMean(key, known) };
  } else if (issue.code === 'invalid_union') {
    // The branch that got past the type of the value itself is the one that was meant.
    const meant = issue.errors.find((branch) => !branch.some((inner) => inner.path.length === 0 && isTypeIssue(inner)));
    if (meant === undefined) yield { path, message: describeUnion(issue, valueAt(root, path)) };
    for (const inner of meant ?? [])
      yield* describeIssue(schema, root, { ...inner, path: [...issue.path, ...inner.path] });
  } else if (issue.code === 'invalid_key') {
    for (const inner of issue.issues.slice(0, 1)) yield { path, message: `the name ${inner.message}` };
  } else yield { path, ...describeValue(root, path, issue) };
}

type ValueIssue = Exclude<z.core.$ZodIssue, { code: 'unrecognized_keys' | 'invalid_union' | 'invalid_key' }>;

function describeValue(root: unknown, path: readonly string[], issue: ValueIssue): Omit<ValueProblem, 'path'> {
  if (issue.code === 'invalid_type') {
    const value = valueAt(root, path);
    if (value === undefined) return { message: 'is missing' };
    const actual = issue.expected === 'int' && typeof value === 'number' ? '' : `, not ${describeType(value)}`;
    return { message: `must be ${withArticle(issue.expected)}${actual}` };
  }
  const isSize = issue.code === 'too_small' || issue.code === 'too_big';
  if (isSize && (NUMERIC.has(issue.origin) || ZOD_ABOUT_SIZE.test(issue.message))) {
    return { message: describeSize(issue) };
  }
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String);
    const value = valueAt(root, path);
    const hint = typeof value === 'string' ? findNearest(value, allowed) : undefined;
    return {
      message: `must be ${allowed.map((one) => `"${one}"`).join(' or ')}`,
      ...(hint === undefined ? {} : { hint: `Did you mean "${hint}"?` }),
    };
  }
  return { message: issue.message };
}

function isTypeIssue(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' || issue.code === 'invalid_union';
}

export function withArticle(expected: string): string {
  const names: Record<string, string> = {
    int: 'a whole number',
    object: 'an object',
    record: 'an object',
    array: 'a list',
    null: 'null',
  };
  return names[expected] ?? `a ${expected}`;
}

/** Of a configuration or of options. */
export const MOST_PROBLEMS = 100;

/** Up to `most` of what a schema has against a value; empty when it accepts it. No further problem is described. */
export function findProblems(schema: z.ZodType, value: unknown, most: number): readonly ValueProblem[] {
  // It is checked once; compiling its schema takes longer.
  const parsed = schema.safeParse(value, { jitless: true });
  const found: ValueProblem[] = [];
  for (const issue of parsed.error?.issues ?? []) {
    for (const problem of describeIssue(schema, value, issue)) {
      if (found.push(problem) === most) return found;
    }
  }
  return found;
}

/** Said after the first of `MOST_PROBLEMS` or fewer: " (and 3 more)". */
export function andMore(found: number): string {
  if (found <= 1) return '';
  return ` (and ${found < MOST_PROBLEMS ? '' : 'at least '}${found - 1} more)`;
}

/** What to do about them: of several that have a hint, each beside the places that it is for. */
export function joinHints(problems: readonly ValueProblem[]): string | undefined {
  const groups = [
    ...groupBy(
      problems.filter(({ hint }) => hint !== undefined),
      ({ hint }) => hint,
    ),
  ];
  if (groups.length < 2) return groups[0]?.[0];
  return groups.map(([hint, all]) => `${all.map(({ path }) => path.join('.')).join(', ')}: ${hint}`).join(' ');
}

/** Such as "limits.tokens: must be at least 1"; `whole` is what has no path. */
export function problemSentence({ path, message }: ValueProblem, whole: string): string {
  return `${path.length === 0 ? whole : path.join('.')}: ${message.replace(/\.$/, '')}`;
}
