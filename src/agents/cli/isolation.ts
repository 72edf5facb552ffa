// What the program of an agent sees of the machine: its own files, its login and an empty home.
import { closeSync, existsSync, openSync, readSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { HallError, orRefusal } from '../../domain/failures/errors.ts';
import type { Failure } from '../../domain/failures/failures.ts';
import { findProgram } from '../../process/find-program.ts';
import type { Sandbox } from '../../process/process.ts';
import { type Bubblewrap, isInside } from '../../process/sandbox.ts';
import { statIfThere } from '../../support/stat-if-there.ts';

/** From the least to the strictest. */
export const SANDBOX_MODES = ['off', 'auto', 'required'] as const;
type SandboxMode = (typeof SANDBOX_MODES)[number];

export interface Isolation {
  /** Looked for once. */
  readonly bubblewrap: () => Promise<Bubblewrap>;
  /** What holds for agents with a laxer setting of their own. */
  readonly least: SandboxMode;
  /** The home of the person whose programs these are, on a worker that serves several: they keep what they write in it. */
  readonly home?: string | undefined;
  /** Files and folders that no agent sees although they lie in a folder of the system. */
  readonly hidden: readonly string[];
}

export interface IsolationNeeds {
  readonly mode: SandboxMode;
  /** Its login, which it may refresh: absolute paths, or below the home with `~/`. */
  readonly login: readonly string[];
  /** What else it may read. */
  readonly visible: readonly string[];
  /** The arguments that it is started with: the files that they name are part of it. */
  readonly args?: readonly string[];
}

type Environment = Readonly<Record<string, string>>;

/** Variables that name a file or a folder which programs have to read. */
const NAMES_OF_FILES = [
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS', 'CODEX_CA_CERTIFICATE'],
  'GOOGLE_APPLICATION_CREDENTIALS',
];

/** A script that starts a script that … */
const MAX_INTERPRETERS = 4;

function readFirstLine(file: string): string {
  const bytes = Buffer.alloc(256);
  try {
    const descriptor = openSync(file, 'r');
    try {
      return bytes.toString('utf8', 0, readSync(descriptor, bytes)).split('\n')[0] ?? '';
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}

/** The interpreter that the first line of a script names, looked up on PATH behind `env`. */
function findInterpreter(file: string, env: Environment): string | undefined {
  const words = /^#!\s*(.+)/.exec(readFirstLine(file))?.[1]?.trim().split(/\s+/) ?? [];
  const [program = '', ...rest] = words;
  if (basename(program) !== 'env') return isAbsolute(program) ? program : undefined;
  const name = rest.find((word) => !word.startsWith('-') && !word.includes('='));
  return name === undefined ? undefined : findProgram(name, env, '/');
}

/** What a program was installed with: its packages, or the folder above its `bin` if that is an installation of its own. */
function findInstallation(real: string, outside: readonly string[]): string {
  const packages = /^.*?\/(?:\.pnpm|node_modules)(?=\/)/.exec(real)?.[0];
  if (packages !== undefined) return packages;
  const prefix = dirname(dirname(real));
  const isInstallation = basename(dirname(real)) === 'bin' && existsSync(join(prefix, 'lib'));
  // Not `~/bin` beside `~/lib`, nor `~/.local`, where everybody keeps everything.
  return isInstallation && !outside.some((place) => isInside(place, prefix)) ? prefix : real;
}

const findHome = ({ HOME: home }: Environment) => (home !== undefined && isAbsolute(home) ? home : undefined);

/** The file, what it was installed with unless that holds `cwd` or a person's home, and all that for its interpreter. */
export function findProgramFiles(path: string, env: Environment, cwd: string): string[] {
  const home = findHome(env);
  const outside = [cwd, ...(home === undefined ? [] : [home, join(home, '.local')])];
  const files: string[] = [];
  let next: string | undefined = path;
  for (let depth = 0; next !== undefined && depth < MAX_INTERPRETERS; depth += 1) {
    if (!existsSync(next)) break;
    const real = realpathSync(next);
    // A virtual environment of Python says where it is by the path of the link to its interpreter.
    const environment = dirname(dirname(next));
    if (existsSync(join(environment, 'pyvenv.cfg'))) files.push(environment);
    files.push(next, real, findInstallation(real, outside));
    next = findInterpreter(real, env);
  }
  return files;
}

/** As the record of a call has it; a program of the hall itself needs none. */
export function nameSandbox(
  { isolation }: { readonly isolation?: unknown },
  { sandbox }: { readonly sandbox: Sandbox | undefined },
): 'bubblewrap' | 'none' | undefined {
  if (isolation === undefined) return undefined;
  return sandbox === undefined ? 'none' : 'bubblewrap';
}

const isFile = (path: string) => isAbsolute(path) && statIfThere(path)?.isFile() === true;

/** The sandbox of the program at this absolute path; `undefined` where it runs without one. */
export async function findSandbox(
  path: string,
  env: Environment,
  needs: IsolationNeeds,
  { cwd, isolation }: { readonly cwd: string; readonly isolation: Isolation },
): Promise<Sandbox | undefined | Failure> {
  const mode = SANDBOX_MODES[Math.max(...[needs.mode, isolation.least].map((each) => SANDBOX_MODES.indexOf(each)))];
  if (mode === 'off') return undefined;
  const bubblewrap = await orRefusal(isolation.bubblewrap());
  if (bubblewrap instanceof HallError)
    return { code: 'not-started', message: `"${path}" was not started. ${bubblewrap.message}` };
  if ('problem' in bubblewrap) {
    if (mode === 'auto') return undefined;
    return { code: 'no-sandbox', message: `"${path}" runs only in a sandbox, and ${bubblewrap.problem}.` };
  }
  const home = findHome(env);
  const place = (given: string) =>
    given.startsWith(`~${sep}`) && home !== undefined ? join(home, given.slice(2)) : given;
  const named = NAMES_OF_FILES.map((name) => env[name] ?? '').filter((value) => isAbsolute(value));
  const isOwnHome = isolation.home !== undefined;
  return {
    bubblewrap: bubblewrap.program,
    readable: [
      ...[path, ...(needs.args ?? []).filter(isFile)].flatMap((file) => findProgramFiles(file, env, cwd)),
      ...named,
      ...needs.visible.map(place),
    ],
    writable: isOwnHome ? [isolation.home] : needs.login.map(place),
    private: isOwnHome || home === undefined ? [] : [home],
    hidden: isolation.hidden,
  };
}
