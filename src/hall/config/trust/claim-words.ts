// What a setting of a project would do, in words for whoever is asked to trust it. Values come from the project, so whatever
// could deceive a reader is spelled out.
import { isPlainObject } from '../../../domain/values/tree.ts';
import { cutText } from '../../../domain/words/cut-line.ts';
import { escapeInvisible } from '../../../support/control-characters.ts';

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
export function describeClaim(path: readonly string[], value: unknown): string {
  const [first, , setting = ''] = path;
  const words = first === 'agents' && path.length === 3 ? AGENT : OTHERS;
  const key = words === AGENT ? setting : path.join('.');
  const describe = Object.hasOwn(words, key) ? words[key] : undefined;
  return clipped(describe === undefined ? `sets this to ${quoteValue(value)}` : describe(value));
}
