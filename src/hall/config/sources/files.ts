// Finds and reads configuration files: JSON and YAML only, since a configuration that is code would run on whoever
// opens a cloned repository.
import { existsSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname, extname, isAbsolute, join, resolve } from 'node:path';
import type { ParseError } from 'jsonc-parser';
import { defined } from '../../../domain/defined.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { findRepeatedKey } from '../../../domain/parse-json.ts';
import { isPlainObject, valueAt } from '../../../domain/values/tree.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import { escapeInvisible } from '../../../support/control-characters.ts';
import { readBytes } from '../../../support/read-bytes.ts';
import { lstatIfThere } from '../../../support/stat-if-there.ts';
import { decodeText } from '../../../support/text.ts';

/** In each folder the first of these that is there counts. */
export const PROJECT_FILES = [
  'debate-hall.config.json',
  'debate-hall.config.yaml',
  'debate-hall.config.yml',
  '.debate-hallrc',
  'package.json',
] as const;

const PACKAGE_KEY = 'debate-hall';
const NEVER_READ = ['js', 'cjs', 'mjs', 'ts', 'cts', 'mts'].map((end) => `debate-hall.config.${end}`);
const MAX_BYTES = 1024 * 1024;

export interface ConfigFile {
  readonly path: string;
  readonly content: unknown;
  /** SHA-256 of the very bytes that `content` was parsed from; of package.json only of its key. */
  readonly sha256: string;
}

/** `cwd` and its parents up to the root of the git repository around it; only `cwd` when there is none. */
export async function searchFolders(cwd: string): Promise<readonly string[]> {
  const folders: string[] = [];
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    folders.push(folder);
    if (existsSync(join(folder, '.git'))) return folders;
    if (dirname(folder) === folder) return [resolve(cwd)];
  }
}

/** The real path of the folder that trust is kept for: the root of the repository, else the folder itself. */
export async function projectFolder(cwd: string): Promise<string> {
  return (await searchFolders(await realpath(cwd))).at(-1) as string;
}

/** A hall in a folder that is not there would make it with its first debate. Throws `bad-input`. */
export async function refuseNoFolder(cwd: string): Promise<void> {
  if ((await stat(cwd).catch(() => undefined))?.isDirectory()) return;
  throw new HallError('bad-input', `There is no folder ${escapeInvisible(cwd)} to open a hall in.`, {
    hint: 'Pass a folder that exists as "cwd".',
  });
}

/** `undefined` where there is no such file. */
export async function readIfExists(path: string): Promise<Buffer | undefined> {
  try {
    const bytes = await readBytes(path, MAX_BYTES);
    if (bytes === 'too-large')
      throw new HallError('config-invalid', `${path} is larger than ${MAX_BYTES} bytes.`, {
        hint: 'Shorten it, or use another file with --config.',
      });
    return bytes;
  } catch (error) {
    if (error instanceof HallError) throw error;
    throw new HallError('config-invalid', `${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`, {
      hint: 'Check the file and its permissions.',
      cause: error,
    });
  }
}

async function lineOfJsonError(text: string): Promise<number> {
  const { parse: parseJsonWithOffsets } = await import('jsonc-parser');
  const errors: ParseError[] = [];
  parseJsonWithOffsets(text, errors, { disallowComments: true, allowTrailingComma: false });
  return text.slice(0, errors[0]?.offset ?? text.length).split('\n').length;
}

/** Messages of parsers quote the file, which may hold a secret, so only the place is passed on. */
async function createDamagedError(path: string, text: string, error: unknown): Promise<HallError> {
  const isJson = extname(path) === '.json';
  const mark = valueAt(error, ['mark', 'line']);
  const line = isJson ? await lineOfJsonError(text) : typeof mark === 'number' ? mark + 1 : undefined;
  const place = line === undefined ? path : `${path}, line ${line}`;
  const reason = isJson ? undefined : valueAt(error, ['reason']);
  return new HallError(
    'config-invalid',
    `${place}: this is not valid ${isJson ? 'JSON' : 'YAML'}${typeof reason === 'string' ? ` (${reason})` : ''}.`,
    { hint: 'Fix or remove the file.', details: { file: path, ...defined({ line }) } },
  );
}

async function parseConfig(path: string, text: string): Promise<unknown> {
  if (text.trim() === '') return {};
  const isJson = extname(path) === '.json';
  const parse = isJson ? JSON.parse : (await import('../../../support/yaml.ts')).parseYaml;
  let content: unknown;
  try {
    // A file of comments alone is as empty as an empty one.
    content = parse(text) ?? {};
  } catch (error) {
    throw await createDamagedError(path, text, error);
  }
  if (isPackageFile(path)) await refuseRepeatedSettings(path, text);
  else if (isJson) refuseRepeated(path, text);
  return content;
}

/** What a text of package.json says of the hall, in a form that can be compared; `undefined` where it says nothing. */
export function readPackageKey(text: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isPlainObject(parsed) && Object.hasOwn(parsed, PACKAGE_KEY)
      ? JSON.stringify(parsed[PACKAGE_KEY])
      : undefined;
  } catch {
    return undefined;
  }
}

const isPackageFile = (path: string) => path.endsWith('package.json');

/** As YAML does: of two values for one setting the first would be without effect, and nobody would know. */
function refuseRepeated(path: string, text: string, part = { offset: 0, length: text.length }): void {
  const repeated = findRepeatedKey(text.slice(part.offset, part.offset + part.length));
  if (repeated !== undefined) throw createRepeatedError(path, text, repeated.key, part.offset + repeated.at);
}

function createRepeatedError(path: string, text: string, key: string, at: number): HallError {
  const line = text.slice(0, at).split('\n').length;
  return new HallError('config-invalid', `${path}, line ${line}: "${key}" is there twice.`, {
    hint: 'Keep one of them.',
    details: { file: path, line },
  });
}

/** The rest of package.json is none of ours. */
async function refuseRepeatedSettings(path: string, text: string): Promise<void> {
  const { parseTree } = await import('jsonc-parser');
  const properties = parseTree(text)?.children ?? [];
  const [own, another] = properties.filter(({ children }) => children?.[0]?.value === PACKAGE_KEY);
  if (another !== undefined) throw createRepeatedError(path, text, PACKAGE_KEY, another.offset);
  const settings = own?.children?.[1];
  if (settings !== undefined) refuseRepeated(path, text, settings);
}

/** Whoever links a file means it to count, such as for its limits. */
function refuseDangling(path: string): void {
  if (lstatIfThere(path)?.isSymbolicLink() !== true) return;
  throw new HallError('config-invalid', `${path} cannot be read (a link to a file that is not there).`, {
    hint: 'Correct or remove the link.',
  });
}

async function readConfigFile(path: string): Promise<ConfigFile | undefined> {
  const bytes = await readIfExists(path);
  if (bytes === undefined) {
    refuseDangling(path);
    return undefined;
  }
  const isPackage = isPackageFile(path);
  if (isPackage && !bytes.includes(`"${PACKAGE_KEY}"`)) return undefined;
  const text = decodeText(bytes)?.replace(/^\uFEFF/, '');
  if (text === undefined)
    throw new HallError('config-invalid', `${path} is not text in UTF-8.`, { hint: 'Save it as UTF-8.' });
  const parsed = await parseConfig(path, text);
  if (!isPackage) return { path, content: parsed, sha256: sha256Hex(text) };
  if (!isPlainObject(parsed) || !Object.hasOwn(parsed, PACKAGE_KEY)) return undefined;
  // The rest of the file changes with every dependency and configures nothing here.
  const content = parsed[PACKAGE_KEY];
  return { path, content, sha256: sha256Hex(JSON.stringify(content)) };
}

/**
 * The nearest configuration of the project, going up from the first folder.
 * Files that are there but do not count are reported to `warn`.
 */
export async function findProjectFile(
  folders: readonly string[],
  warn: (warning: string) => void,
): Promise<ConfigFile | undefined> {
  for (const folder of folders) {
    for (const name of NEVER_READ) {
      if (existsSync(join(folder, name))) warn(`${join(folder, name)} is ignored: config files are JSON or YAML.`);
    }
    const found: ConfigFile[] = [];
    for (const name of PROJECT_FILES) {
      const file = await readConfigFile(join(folder, name));
      if (file !== undefined) found.push(file);
    }
    const [first, ...rest] = found;
    for (const file of rest) warn(`${file.path} is ignored: ${first?.path} takes precedence.`);
    if (first !== undefined) return first;
  }
  return undefined;
}

/** A file that somebody named explicitly. */
export async function requireConfigFile(path: string): Promise<ConfigFile> {
  const file = await readConfigFile(path);
  if (file !== undefined) return file;
  throw new HallError('config-invalid', `There is no configuration in ${path}.`, {
    hint: 'Check the path in --config or DEBATE_HALL_CONFIG.',
  });
}

/** The user's own configuration folder; `undefined` where nobody knows the home. */
export function userFolder(home: string | undefined, xdgConfigHome: string | undefined): string | undefined {
  if (xdgConfigHome !== undefined && isAbsolute(xdgConfigHome)) return join(xdgConfigHome, 'debate-hall');
  return home === undefined ? undefined : join(home, '.config', 'debate-hall');
}

/** `config.json`, `.yaml` or `.yml` in that folder. */
export async function findUserFile(folder: string | undefined): Promise<ConfigFile | undefined> {
  if (folder === undefined) return undefined;
  for (const name of ['config.json', 'config.yaml', 'config.yml']) {
    const file = await readConfigFile(join(folder, name));
    if (file !== undefined) return file;
  }
  return undefined;
}
