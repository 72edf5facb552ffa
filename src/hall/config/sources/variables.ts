// The environment variables that set configuration, and the form that they share with flags: one value for one path.
import { findNearest } from '../../../domain/values/nearest.ts';
import type { Environment } from '../../../support/environment.ts';

/** A single value from outside the files. */
export interface Setting {
  /** As people know it: `--wall`, `DEBATE_HALL_DIR`. */
  readonly name: string;
  /** Where it belongs in the configuration: `['seats', 'wall']`. */
  readonly path: readonly string[];
  readonly value: unknown;
}

const text = (value: string): unknown => value;
/** Anything but a number stays text, which the schema then refuses by name. */
const number = (value: string): unknown =>
  value === 'none' ? null : /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;

/** Docs/reference/configuration.md lists these; `DEBATE_HALL_SEAT_<SEAT>` comes on top. */
export const VARIABLES = {
  DEBATE_HALL_DIR: { path: ['hall'], read: text },
  DEBATE_HALL_STORE: { path: ['store', 'kind'], read: text },
  DEBATE_HALL_QUEUE: { path: ['queue', 'kind'], read: text },
  DEBATE_HALL_NAME: { path: ['store', 'hall'], read: text },
  DEBATE_HALL_PRESET: { path: ['preset'], read: text },
  DEBATE_HALL_FORMAT: { path: ['format'], read: text },
  DEBATE_HALL_RECIPE: { path: ['recipe'], read: text },
  DEBATE_HALL_PROMPTS: { path: ['prompts'], read: text },
  DEBATE_HALL_MAX_TOKENS: { path: ['limits', 'tokens'], read: number },
  DEBATE_HALL_MAX_USD: { path: ['limits', 'usd'], read: number },
  DEBATE_HALL_MAX_MINUTES: { path: ['limits', 'minutes'], read: number },
  DEBATE_HALL_MAX_TURNS: { path: ['limits', 'turns'], read: number },
  DEBATE_HALL_MAX_ROUNDS: { path: ['limits', 'rounds'], read: number },
} as const satisfies Record<string, { path: readonly string[]; read: (value: string) => unknown }>;

/** Names the file that takes the place of the project's own. */
export const CONFIG_VARIABLE = 'DEBATE_HALL_CONFIG';

/** Says which projects are trusted where nobody can be asked: folders and digests. */
export const TRUST_VARIABLE = 'DEBATE_HALL_TRUST';

/** The address of the database of a shared hall, unless the configuration names another variable. */
const DATABASE_VARIABLE = 'DEBATE_HALL_DATABASE_URL';

const PREFIX = 'DEBATE_HALL_';
const SEAT_PREFIX = `${PREFIX}SEAT_`;

/** The person's variables over those of the project's .env. An empty setting counts as not set; an empty key takes the project's away. */
export function mergeEnvironments(dotenv: Environment, own: Environment): Environment {
  const set = Object.entries(own).filter(([name]) => isSet(own, name));
  return { ...dotenv, ...Object.fromEntries(set) };
}

export function isSet(env: Environment, name: string): boolean {
  return env[name] !== undefined && !(env[name] === '' && name.startsWith(PREFIX));
}

/** What the environment sets; an empty variable sets nothing. `warn` hears of names that are nearly right. */
export function environmentSettings(env: Environment, warn: (warning: string) => void): readonly Setting[] {
  const settings: Setting[] = [];
  const known = [...Object.keys(VARIABLES), CONFIG_VARIABLE, TRUST_VARIABLE, DATABASE_VARIABLE];
  for (const [name, value] of Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!name.startsWith(PREFIX) || value === undefined || value === '') continue;
    if (name.startsWith(SEAT_PREFIX)) {
      const seat = name.slice(SEAT_PREFIX.length).toLowerCase().replaceAll('_', '-');
      settings.push({ name, path: ['seats', seat], value });
    } else if (Object.hasOwn(VARIABLES, name)) {
      const variable = VARIABLES[name as keyof typeof VARIABLES];
      settings.push({ name, path: variable.path, value: variable.read(value) });
    } else if (!known.includes(name)) {
      const suggestion = findNearest(
        name.slice(PREFIX.length),
        known.map((one) => one.slice(PREFIX.length)),
      );
      if (suggestion !== undefined) warn(`Unknown variable ${name}; did you mean ${PREFIX}${suggestion}?`);
    }
  }
  return settings;
}
