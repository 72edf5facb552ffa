// Which settings of a project need trust. A list of what is harmless, so that a new setting needs trust until someone has
// thought about it: harmless is what starts nothing but the programs that are built in or the person's own, sends nothing
// elsewhere, and reads and writes nothing outside of the repository.
import { isPlainObject, type PlainObject, valueAt } from '../../../domain/values/tree.ts';
import { cutText } from '../../../domain/words/cut-line.ts';
import { escapeInvisible } from '../../../support/control-characters.ts';
import { isSecretName } from '../../../support/secrets/find-secret.ts';
import type { Dotenv } from '../sources/dotenv.ts';
import type { ConfigFile } from '../sources/files.ts';

// What a setting of a project would do, in words for whoever is asked to trust it. Values come from the project, so whatever
// could deceive a reader is spelled out.

const LONGEST = 240;

/** A value as it would be written, with nothing hidden; a long one says how much of it is missing. */
export function quoteValue(value: unknown): string {
  const text = escapeInvisible(JSON.stringify(value) ?? 'nothing');
  return text.length <= LONGEST ? text : `${cutText(text, LONGEST)}… (cut: ${text.length} characters, see the file)`;
}

const listed = (value: unknown): string => (Array.isArray(value) ? value.map(quoteValue).join(' ') : quoteValue(value));

function quoteAssignments(value: unknown): string {
  if (!isPlainObject(value)) return quoteValue(value);
  return Object.entries(value)
    .map(([name, text]) => `${escapeInvisible(name)}=${quoteValue(text)}`)
    .join(' ');
}

const clipped = (text: string): string =>
  text.length <= 4 * LONGEST ? text : `${text.slice(0, 4 * LONGEST)}… (cut: ${text.length} characters, see the file)`;

type Words = Readonly<Record<string, (value: unknown) => string>>;

/** Of whatever starts a program or asks a service, by setting. */
const MEANS = {
  argv: (value) => `starts the program ${listed(value)}`,
  inheritEnv: (value) => `gives the program your variables ${listed(value)}`,
  keyEnv: (value) => `sends your variable ${quoteValue(value)} as the key`,
} satisfies Words;

const AGENT: Words = {
  ...MEANS,
  path: (value) => `starts the program ${quoteValue(value)}`,
  versionArgs: (value) => `starts the program with ${listed(value)} to ask for its version`,
  extraArgs: (value) => `adds arguments to the program: ${listed(value)}`,
  env: (value) => `sets variables of the program: ${quoteAssignments(value)}`,
  baseUrl: (value) => `sends the debate and your login to ${quoteValue(value)}`,
  readRoot: (value) => `lets the agent read the files in ${quoteValue(value)}`,
};

const COMPARED = 'topics, decisions and search terms of your debates';

const OTHERS: Words = {
  'recall.embed.argv': (value) => `${MEANS.argv(value)} and gives it ${COMPARED}`,
  'recall.embed.inheritEnv': MEANS.inheritEnv,
  'recall.embed.baseUrl': (value) => `sends ${COMPARED} to ${quoteValue(value)}`,
  'recall.embed.keyEnv': MEANS.keyEnv,
  'context.allowSecrets': () => 'allows material that looks like a secret',
  web: (value) => `lets the hall fetch web pages: ${quoteAssignments(value)}`,
  webhooks: (value) => `sends what happens in your debates to ${quoteAssignments(value)}`,
  'reading.sources': (value) => `lets the agents read ${listed(value)}`,
};

/** Such as `starts the program "../tools/claude"`. */
function describeClaim(path: readonly string[], value: unknown): string {
  const [first, , setting = ''] = path;
  const words = first === 'agents' && path.length === 3 ? AGENT : OTHERS;
  const key = words === AGENT ? setting : path.join('.');
  const describe = Object.hasOwn(words, key) ? words[key] : undefined;
  return clipped(describe === undefined ? `sets this to ${quoteValue(value)}` : describe(value));
}

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

/** Whether a project would allow more than the person has allowed for every project. */
function loosens([first, second]: readonly string[], value: unknown, own: unknown): boolean {
  if (first === 'limits') return typeof own === 'number' && (typeof value !== 'number' || value > own);
  if (first !== 'github' || second !== 'allowedAuthors' || !Array.isArray(own)) return false;
  return !Array.isArray(value) || value.some((author) => !own.includes(author));
}

/**
 * The settings of a checked project file that need trust, each as far up as nothing below it is harmless. `own`: what the person's own
 * file says.
 */
export function listFileClaims(
  { path: source }: ConfigFile,
  values: PlainObject,
  own: PlainObject,
): readonly ProjectClaim[] {
  const visit = (value: unknown, path: readonly string[]): readonly ProjectClaim[] => {
    const found = HARMLESS.map((pattern) => matchClaim(path, pattern));
    if (found.includes('whole')) {
      const mine = valueAt(own, path);
      const allows = `loosens your own setting: ${quoteValue(mine)} becomes ${quoteValue(value)}`;
      return loosens(path, value, mine) ? [{ source, path, value, allows }] : [];
    }
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
