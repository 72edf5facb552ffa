// Says in short sentences what of an answer does not fit its schema, for the agent that is asked again.
import type * as z from 'zod';

/** More would be read by nobody. */
const MOST = 12;

type Issue = z.core.$ZodIssue;

/** Such as "findings[2].severity: must be one of P0, P1, P2"; at most 12. */
export function issuesOf(error: z.core.$ZodError, value: unknown): readonly string[] {
  const sentences = error.issues.flatMap((issue) => sentencesOf(issue, [], value));
  return [...new Set(sentences)].slice(0, MOST);
}

function sentencesOf(issue: Issue, above: readonly PropertyKey[], root: unknown): readonly string[] {
  const path = [...above, ...issue.path];
  const closest = issue.code === 'invalid_union' ? closestOf(issue.errors) : undefined;
  if (closest !== undefined) return closest.flatMap((inner) => sentencesOf(inner, path, root));
  return [`${nameOf(path)}: ${describeIssue(issue, valueAt(root, path))}`];
}

/** Of the forms that were possible, the one that got furthest. */
function closestOf(forms: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const depth = (issues: readonly Issue[]) => Math.max(0, ...issues.map(({ path }) => path.length));
  return [...forms].sort((a, b) => depth(b) - depth(a) || a.length - b.length)[0];
}

function describeIssue(issue: Issue, value: unknown): string {
  if (value === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${withArticle(issue.expected)}, not ${kindOf(value)}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must ${sizeOf(issue.origin)} ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `must ${sizeOf(issue.origin)} ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${unitOf(issue.origin)}`;
    case 'unrecognized_keys':
      return `has keys that are not wanted: ${issue.keys.slice(0, MOST).join(', ')}`;
    case 'invalid_union':
      return 'must have one of the forms that were asked for';
    default:
      return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  }
}

function sizeOf(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'have' : 'be';
}

function unitOf(origin: string): string {
  return origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '';
}

function withArticle(kind: string): string {
  if (kind === 'array') return 'a list';
  if (kind === 'int') return 'a whole number';
  return kind === 'null' ? 'null' : /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}

export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return withArticle(Array.isArray(value) ? 'array' : typeof value);
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** A place in the answer as code would write it. */
export function nameOf(path: readonly PropertyKey[]): string {
  const name = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return name === '' ? 'the answer' : name.replace(/^\./, '');
}
