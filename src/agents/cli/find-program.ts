// Finds a program the way a shell would, without a shell.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, resolve } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

function findVariable(env: Environment, name: string): string | undefined {
  const key = Object.keys(env).find((candidate) => candidate.toUpperCase() === name);
  return key === undefined ? undefined : env[key];
}

/** Asked at once, as a program is looked for in dozens of places, and each of them answers faster than a thread could ask. */
function isProgram(path: string): boolean {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The absolute path of a program, or `undefined`. A name is looked up on the PATH of `env`; anything with a slash is
 * taken as a path, relative to `cwd`. Relative entries of PATH are passed over: what an agent runs must not depend on
 * the folder in which the hall was started.
 */
export function findProgram(program: string, env: Environment, cwd: string): string | undefined {
  const windows = process.platform === 'win32';
  const isPath = program.includes('/') || (windows && program.includes('\\'));
  const folders = isPath
    ? [cwd]
    : (findVariable(env, 'PATH') ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const endings = windows ? ['', ...(findVariable(env, 'PATHEXT') ?? '.EXE;.CMD;.BAT').split(';')] : [''];
  for (const folder of folders) {
    for (const ending of endings) {
      const candidate = resolve(folder, program + ending);
      if (isProgram(candidate)) return candidate;
    }
  }
  return undefined;
}
