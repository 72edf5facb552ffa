// Which settings of a project need trust. A list of what is harmless, so that a new setting needs trust until someone has
// thought about it: harmless is what starts nothing but the programs that are built in or the person's own, sends nothing
// elsewhere, and reads and writes nothing outside of the repository.
import { isPlainObject, type PlainObject } from '../../../domain/values/tree.ts';
import { isSecretName } from '../../../support/secrets/find-secret.ts';
import type { Dotenv } from '../sources/dotenv.ts';
import type { ConfigFile } from '../sources/files.ts';
import { describeClaim } from './claim-words.ts';

/** Something of a project that counts only once the project is trusted. */
export interface ProjectClaim {
  /** Absolute path of the file that it stands in. */
  readonly source: string;
  /** Its keys in the file, or the name of the variable. */
  readonly path: readonly string[];
  readonly value: unknown;
  /** What it would do, ready to be shown; never a secret. */
  readonly allows: string;
}

/** `*` is any one key, `**` everything below. `hall` and `prompts` are places, which project-places.ts judges. */
const HARMLESS = [
  ...[
    'preset',
    'format',
    'tags',
    'recipe',
    'agentRetries',
    'seats.**',
    'escalate.seats.**',
    'limits.**',
    'formats.**',
    'context.maxBytes',
  ],
  ...['reading.maxReads', 'reading.maxBytes'],
  ...['github.allowedAuthors', 'mcp.toolsets', 'hall', 'prompts'],
  ...['kind', 'model', 'timeoutSeconds'].map((key) => `recall.embed.${key}`),
  ...['kind', 'model', 'effort', 'limits.**', 'windowCharacters', 'transport'].map((key) => `agents.*.${key}`),
  // How a rehearsal behaves; it calls no model.
  ...['seed', 'wordsPerSecond', 'vote', 'misbehave', 'onCall'].map((key) => `agents.*.${key}`),
].map((pattern) => pattern.split('.'));

/** Of a .env; everything else in it lets another account answer, or configures. */
const HARMLESS_VARIABLES = ['GITHUB_TOOLS_ENABLED'];

function matchClaim(path: readonly string[], pattern: readonly string[]): 'whole' | 'part' | 'no' {
  for (const [index, key] of path.entries()) {
    if (pattern[index] === '**') return 'whole';
    if (pattern[index] !== '*' && pattern[index] !== key) return 'no';
  }
  return pattern.length === path.length ? 'whole' : 'part';
}

/** The settings of a checked project file that need trust, each as far up as nothing below it is harmless. */
export function listFileClaims({ path: source }: ConfigFile, values: PlainObject): readonly ProjectClaim[] {
  const visit = (value: unknown, path: readonly string[]): readonly ProjectClaim[] => {
    const found = HARMLESS.map((pattern) => matchClaim(path, pattern));
    if (found.includes('whole')) return [];
    if (found.includes('part') && isPlainObject(value)) {
      return Object.entries(value).flatMap(([key, item]) => visit(item, [...path, key]));
    }
    // Neither forbidding what a lower layer allows nor giving a program no variables needs anybody's consent.
    if (path.join('.') === 'context.allowSecrets' && value === false) return [];
    if (path.at(-1) === 'inheritEnv' && Array.isArray(value) && value.length === 0) return [];
    return [{ source, path, value, allows: describeClaim(path, value) }];
  };
  return visit(values, []);
}

/** The variables of a .env that need trust. */
export function listDotenvClaims({ path: source, values }: Dotenv): readonly ProjectClaim[] {
  return Object.entries(values)
    .filter(([name]) => !HARMLESS_VARIABLES.includes(name))
    .map(([name, text]) => {
      const value = isSecretName(name) ? '(hidden)' : text;
      return { source, path: [name], value, allows: describeClaim([name], value) };
    });
}

/** What is one decision goes as a whole: an agent, and what makes vectors. */
function toEntryPath(path: readonly string[]): readonly string[] {
  return path[0] === 'agents' || path[0] === 'recall' ? path.slice(0, 2) : path;
}

/** The values without what is not trusted. */
export function withoutClaims(values: PlainObject, claims: readonly ProjectClaim[]): PlainObject {
  const without = (value: PlainObject, [key = '', ...rest]: readonly string[]): PlainObject => {
    const { [key]: inner, ...others } = value;
    return rest.length === 0 || !isPlainObject(inner) ? others : { ...others, [key]: without(inner, rest) };
  };
  return claims.reduce((left, { path }) => without(left, toEntryPath(path)), values);
}
