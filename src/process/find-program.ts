// Finds a program the way a shell would, without a shell, and never in the folder that it runs in, which others may have filled.
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { defined } from '../domain/defined.ts';
import type { Environment } from '../support/environment.ts';

/** Where systems other than Windows look without a PATH. */
const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';

function findVariable(env: Environment, name: string): string | undefined {
  const key = Object.keys(env).find((candidate) => candidate.toUpperCase() === name);
  return key === undefined ? undefined : env[key];
}

/** Asked at once, as a program is looked for in dozens of places, and each of them answers faster than a thread could ask. */
function isProgram(file: string): boolean {
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Where a program can be, in the order in which it is looked for. Windows starts only files whose ending PATHEXT lists: of the three that
 * npm makes for a program, the one without an ending is for other shells.
 */
export function* programPlaces(
  program: string,
  env: Environment,
  cwd: string,
  platform: NodeJS.Platform,
): Generator<string> {
  const isWindows = platform === 'win32';
  const { delimiter, isAbsolute, resolve } = isWindows ? path.win32 : path.posix;
  const isPath = program.includes('/') || (isWindows && program.includes('\\'));
  const folders = isPath
    ? [cwd]
    : (findVariable(env, 'PATH') ?? (isWindows ? '' : DEFAULT_PATH))
        .split(delimiter)
        .filter((folder) => isAbsolute(folder));
  const listed = (findVariable(env, 'PATHEXT') || '.COM;.EXE;.BAT;.CMD').split(';').filter((ending) => ending !== '');
  const isWhole = listed.some((ending) => program.toUpperCase().endsWith(ending.toUpperCase()));
  const endings = isWindows && !isWhole ? listed : [''];
  for (const folder of folders) for (const ending of endings) yield resolve(folder, program + ending);
}

/**
 * The absolute path of a program, or `undefined`. A name is looked up on the PATH of `env`; anything with a slash is
 * taken as a path, relative to `cwd`. Relative entries of PATH are passed over: what an agent runs must not depend on
 * the folder in which the hall was started.
 */
export function findProgram(program: string, env: Environment, cwd: string): string | undefined {
  for (const place of programPlaces(program, env, cwd, process.platform)) if (isProgram(place)) return place;
  return undefined;
}

/**
 * The variables of a program on this platform, such that what it starts in turn is not looked for in the folder that it runs in either, and
 * that it finds its temporary folder.
 */
export function adaptVariables(
  env: Readonly<Record<string, string>>,
  platform: NodeJS.Platform,
): Record<string, string> {
  const { delimiter, isAbsolute } = platform === 'win32' ? path.win32 : path.posix;
  const safe = Object.entries(env).flatMap(([name, value]) => {
    if (name.toUpperCase() !== 'PATH') return [[name, value]];
    const folders = value.split(delimiter).filter((folder) => isAbsolute(folder));
    // An empty list means the folder that a program runs in.
    return folders.length === 0 ? [] : [[name, folders.join(delimiter)]];
  });
  const adapted: Record<string, string> = Object.fromEntries(safe);
  if (platform !== 'win32') return adapted;
  const { TMPDIR } = adapted;
  // Windows looks in that folder first, whatever the list says.
  return { ...adapted, ...defined({ TEMP: TMPDIR, TMP: TMPDIR }), NoDefaultCurrentDirectoryInExePath: '1' };
}
