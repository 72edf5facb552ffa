// Checks of the merged configuration against what is known only at run time: kinds of agents, formats, names of agents.
import type * as z from 'zod';
import { defined } from '../../domain/defined.ts';
import {
  createMissingError,
  didYouMean,
  findProblems,
  MOST_PROBLEMS,
  type ValueProblem,
} from '../../domain/values/problems.ts';
import type { PlainObject } from '../../domain/values/tree.ts';
import type { Config, ConfiguredAgent } from './config.ts';
import { configError } from './config-error.ts';
import type { Origin, Origins } from './merge.ts';

/** What a configuration may say of the debates of a format. */
export interface FormatRules {
  readonly options: z.ZodType;
  readonly recipes: readonly string[];
  /** Every name that a seat can have. */
  readonly seats: readonly string[];
}

export type FormatLoaders = Readonly<Record<string, () => Promise<FormatRules>>>;

/** Where a path, or else the nearest thing around or below it, was set. */
function originIn(origins: Origins): (path: string) => Origin {
  return (path) => {
    for (let prefix = path; prefix !== ''; prefix = prefix.slice(0, Math.max(0, prefix.lastIndexOf('.')))) {
      const exact = origins.get(prefix);
      if (exact !== undefined) return exact;
      // The highest layer comes last, and what is missing is missed most likely there.
      const below = [...origins].findLast(([key]) => key.startsWith(`${prefix}.`));
      if (below !== undefined) return below[1];
    }
    return { kind: 'default', source: 'configuration' };
  };
}

function refuse(problems: readonly ValueProblem[], origins: Origins): void {
  if (problems.length > 0) throw configError(problems, originIn(origins));
}

/** Throws `not-found` where it was asked for. */
function describeMissing(
  what: string,
  name: string,
  known: readonly string[],
  path: readonly string[],
  origins: Origins,
) {
  const missing = createMissingError(what, name, known);
  if (originIn(origins)(path.join('.')).kind === 'flag') throw missing;
  return { path, message: `there is no ${what} "${name}"`, ...defined({ hint: missing.hint }) };
}

/** Every agent with the settings that its kind makes of what was written; an agent named like a kind is of that kind. */
export function checkAgents(
  agents: PlainObject,
  schemas: Readonly<Record<string, z.ZodType>>,
  origins: Origins,
): Readonly<Record<string, ConfiguredAgent>> {
  const checked: Record<string, ConfiguredAgent> = {};
  const problems: ValueProblem[] = [];
  for (const [name, entry] of Object.entries(agents)) {
    const { kind = Object.hasOwn(schemas, name) ? name : undefined, ...written } = entry as { kind?: string };
    const path = ['agents', name];
    if (kind === undefined) {
      problems.push({
        path: [...path, 'kind'],
        message: 'is missing',
        hint: `Known kinds: ${Object.keys(schemas).join(', ')}.`,
      });
      continue;
    }
    const schema = Object.hasOwn(schemas, kind) ? schemas[kind] : undefined;
    if (schema === undefined) {
      const hint = didYouMean(kind, Object.keys(schemas));
      problems.push({ path: [...path, 'kind'], message: 'unknown kind of agent', hint });
      continue;
    }
    const found = findProblems(schema, written, MOST_PROBLEMS).map((one) => ({ ...one, path: [...path, ...one.path] }));
    problems.push(...found);
    if (found.length === 0) checked[name] = { kind, settings: schema.parse(written, { jitless: true }) };
  }
  refuse(problems, origins);
  return checked;
}

/** `under`: where the seats stand. */
export function checkSeats(
  { under, seats }: { readonly under: readonly string[]; readonly seats: Config['seats'] },
  agents: readonly string[],
  origins: Origins,
): void {
  const problems = Object.entries(seats).flatMap(([seat, spec]) => {
    return [spec.agent, ...(spec.standIn === undefined ? [] : [spec.standIn.agent])]
      .filter((agent) => !agents.includes(agent))
      .map((agent) => describeMissing('agent', agent, agents, [...under, seat], origins));
  });
  refuse(problems, origins);
}

export async function checkFormats(options: {
  readonly format: string;
  readonly formats: Config['formats'];
  readonly rules: FormatLoaders;
  readonly origins: Origins;
}): Promise<void> {
  const { rules, origins } = options;
  const known = Object.keys(rules);
  const problems: ValueProblem[] = [];
  const unknown = (path: readonly string[], name: string) =>
    problems.push(describeMissing('format', name, known, path, origins));
  if (!known.includes(options.format)) unknown(['format'], options.format);
  for (const [name, written] of Object.entries(options.formats)) {
    const load = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (load === undefined) unknown(['formats', name], name);
    else
      problems.push(
        ...findProblems((await load()).options, written, MOST_PROBLEMS).map((one) => ({
          ...one,
          path: ['formats', name, ...one.path],
        })),
      );
  }
  refuse(problems, origins);
}

/**
 * A recipe and seats count for debates of any format that has them, so one that no format has is a mistake. A flag is meant for one debate,
 * which refuses it by itself.
 */
export async function checkNames(
  { format, recipe, seats, escalate }: Pick<Config, 'format' | 'recipe' | 'seats' | 'escalate'>,
  rules: FormatLoaders,
  origins: Origins,
): Promise<void> {
  const listPaths = (under: readonly string[], named: object) => Object.keys(named).map((name) => [...under, name]);
  const wanted = [
    { what: 'recipe', of: 'recipes', name: recipe, path: ['recipe'] },
    ...[...listPaths(['seats'], seats), ...listPaths(['escalate', 'seats'], escalate.seats)].map((path) => {
      return { what: 'seat', of: 'seats', name: path.at(-1) ?? '', path } as const;
    }),
  ] as const;
  const find = originIn(origins);
  let open = wanted.filter(({ path }) => !['default', 'flag'].includes(find(path.join('.')).kind));
  const known = { recipes: new Set<string>(), seats: new Set<string>() };
  // Most name what the usual format has, which a debate loads anyway.
  for (const id of [format, ...Object.keys(rules)]) {
    if (open.length === 0) return;
    const { recipes = [], seats = [] } = (await rules[id]?.()) ?? {};
    for (const name of recipes) known.recipes.add(name);
    for (const name of seats) known.seats.add(name);
    open = open.filter(({ of, name }) => !known[of].has(name));
  }
  refuse(
    open.map(({ what, of, name, path }) => describeMissing(what, name, [...known[of]], path, origins)),
    origins,
  );
}
