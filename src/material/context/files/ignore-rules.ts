// Which files below a folder do not count: nested .gitignore and .debatehallignore files, and what nobody debates.
import { access } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { HallError } from '../../../domain/failures/errors.ts';
import { isInside } from '../../../process/sandbox.ts';
import { readBytes } from '../../../support/read-bytes.ts';
import { cleanName } from '../../../support/text.ts';

export const HALL_RULES = '.debatehallignore';

const MAX_BYTES = 64 * 1024;
/** Of a path in which files are ignored one by one; deeper ones all are. */
const MAX_DEPTH = 64;
/** Of "**" between folders in one rule. */
const MAX_ANY_FOLDERS = 2;

const RULE_FILES = ['.gitignore', HALL_RULES];

const NEVER_WALKED: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'node_modules']);

const LOCK_FILES: ReadonlySet<string> = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  'Cargo.lock',
  'composer.lock',
  'flake.lock',
  'Gemfile.lock',
  'go.sum',
  'Pipfile.lock',
  'poetry.lock',
  'uv.lock',
]);

export function isSkippedByDefault(baseName: string): boolean {
  return NEVER_WALKED.has(baseName) || LOCK_FILES.has(baseName);
}

/**
 * A rule that is matched in bearable time: each "**" multiplies that by the depth of the path. Of one with many of them, only what
 * stands before the first and after the last is kept, so it ignores more, never less; one that brings files back is passed over.
 */
function limitRule(rule: string): string {
  const parts = rule.split(/(?<=^!?|\/)(?:\*\*\/)+/);
  if (parts.length <= MAX_ANY_FOLDERS + 1) return rule;
  return rule.startsWith('!') ? '' : [parts[0], parts.at(-1)].join('**/');
}

/** The text of a file of rules by its absolute path; empty where there is none. */
type ReadRules = (file: string) => Promise<string>;

/** @throws HallError `context-unreadable` */
const readFromDisk: ReadRules = async (file) => {
  const refuse = (why: string) =>
    new HallError('context-unreadable', `${cleanName(file)} ${why}, so nobody knows what it ignores.`, {
      hint: 'Fix it, or remove it.',
    });
  const bytes = await readBytes(file, MAX_BYTES).catch((error: NodeJS.ErrnoException) => {
    throw refuse(`cannot be read (${error.code})`);
  });
  if (bytes === 'too-large') throw refuse(`has more than ${MAX_BYTES} bytes`);
  return bytes?.toString('utf8') ?? '';
};

const parseRules = (text: string): readonly string[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map(limitRule)
    .filter((line) => line !== '');

/** The rules of one folder and of all folders above it, the outermost first. */
export type IgnoreRules = readonly { readonly folder: string; readonly rules: Ignore }[];

/** The rules above, and those that this folder adds. @throws HallError `context-unreadable` */
export async function addFolderRules(
  folder: string,
  above: IgnoreRules,
  ruleFiles: readonly string[] = RULE_FILES,
  read = readFromDisk,
): Promise<IgnoreRules> {
  const rules = ignore({ ignorecase: false });
  let found = false;
  for (const name of ruleFiles) {
    const lines = parseRules(await read(join(folder, name)));
    if (lines.length === 0) continue;
    rules.add(lines);
    found = true;
  }
  return found ? [...above, { folder, rules }] : above;
}

/** The rules of the folders above `folder`, from the root of the git repository around it; none outside of one. */
export async function readRulesAbove(folder: string, ruleFiles: readonly string[] = RULE_FILES): Promise<IgnoreRules> {
  const parents: string[] = [];
  for (let parent = folder; ; parent = dirname(parent)) {
    if (parent !== folder) parents.unshift(parent);
    const isRoot = await access(join(parent, '.git')).then(
      () => true,
      () => false,
    );
    if (isRoot) break;
    if (dirname(parent) === parent) return [];
  }
  let rules: IgnoreRules = [];
  for (const parent of parents) rules = await addFolderRules(parent, rules, ruleFiles);
  return rules;
}

/** The innermost rule that says anything about the path decides, as in git. */
export function isIgnored(path: string, isFolder: boolean, all: IgnoreRules): boolean {
  for (const { folder, rules } of all.toReversed()) {
    const names = relative(folder, path).split(sep);
    if (names.length > MAX_DEPTH) return true;
    const inside = names.join('/');
    const verdict = rules.test(isFolder ? `${inside}/` : inside);
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}

/**
 * Tells of paths relative to `root` whether a .debatehallignore keeps them from agents. What .gitignore says does not
 * count: git applies that itself, and not to files that it tracks. What is outside of `root` is kept from them, too.
 */
export function createIgnoreCheck(root: string, read = readFromDisk): (path: string) => Promise<boolean> {
  const known = new Map<string, Promise<IgnoreRules>>();
  const rulesFor = (folder: string): Promise<IgnoreRules> => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    // The folder of the root itself lies above it.
    const above =
      folder === root || !isInside(folder, root) ? readRulesAbove(root, [HALL_RULES]) : rulesFor(dirname(folder));
    const rules = above.then((those) => addFolderRules(folder, those, [HALL_RULES], read));
    known.set(folder, rules);
    return rules;
  };
  return async (path) => {
    const file = join(root, path);
    if (!isInside(file, root)) return true;
    return isIgnored(file, false, await rulesFor(dirname(file)));
  };
}
