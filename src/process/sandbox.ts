// Runs a program in bubblewrap: of the machine it sees the system's own files and those that it was given, and nothing else.
import { existsSync, readlinkSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { HallError } from '../domain/failures/errors.ts';
import type { Environment } from '../support/environment.ts';
import { lstatIfThere } from '../support/stat-if-there.ts';
import type { ProcessRunner, ProgramRequest, Sandbox } from './process.ts';

/** Programs and their libraries, also those of Nix and Guix. */
const SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'],
  ...['/nix/store', '/run/current-system', '/gnu/store'],
];

/** What programs look up in /etc: names, certificates, the time zone, libraries. */
const SETTINGS_OF_THE_SYSTEM = [
  ...['resolv.conf', 'hosts', 'host.conf', 'nsswitch.conf', 'gai.conf', 'services', 'protocols', 'passwd', 'group'],
  ...['ssl', 'pki', 'ca-certificates', 'ca-certificates.conf', 'crypto-policies', 'localtime', 'timezone'],
  ...['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'alternatives', 'os-release'],
].map((name) => `/etc/${name}`);

/** Every temporary folder of a Linux; a program's own is given to it as writable. */
const TEMPORARY = ['/tmp', '/var/tmp'];

/** As many as the kernel follows. */
const MAX_LINKS = 40;

type Mount = 'private' | 'readable' | 'writable' | 'hidden';

export function isInside(path: string, folder: string): boolean {
  const rest = relative(folder, path);
  return rest === '' || (rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest));
}

/** The first symbolic link on the way to a path, with what it leads to. */
function findLink(path: string): { readonly place: string; readonly target: string } | undefined {
  let place = parse(path).root;
  for (const name of relative(place, path).split(sep)) {
    place = join(place, name);
    if (lstatIfThere(place)?.isSymbolicLink() === true) {
      return { place, target: readlinkSync(place) };
    }
  }
  return undefined;
}

/** Where a path really leads, and the links on the way, which have to be in the sandbox as well. */
function followLinks(path: string): { readonly real: string; readonly links: ReadonlyMap<string, string> } {
  const links = new Map<string, string>();
  let real = path;
  for (let count = 0; count < MAX_LINKS; count += 1) {
    const link = findLink(real);
    if (link === undefined) break;
    links.set(link.place, link.target);
    real = join(resolve(dirname(link.place), link.target), relative(link.place, real));
  }
  return { real, links };
}

function mountArgs(path: string, mount: Mount): string[] {
  if (mount === 'private') return ['--tmpfs', path];
  if (mount === 'hidden') {
    return statSync(path).isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path];
  }
  return [mount === 'readable' ? '--ro-bind' : '--bind', path, path];
}

/** The arguments of bubblewrap that make the file system. */
function buildFileSystem(sandbox: Sandbox): string[] {
  const mounts = new Map<string, Mount>();
  const links = new Map<string, string>();
  const add = (paths: readonly string[], mount: Mount) => {
    for (const path of paths) {
      const { real, links: way } = followLinks(resolve(path));
      if (mount !== 'private' && !existsSync(real)) continue;
      // The root of the sandbox is private already.
      if (real === parse(real).root) continue;
      mounts.set(real, mount);
      for (const [place, target] of way) links.set(place, target);
    }
  };
  // Where two name the same path, the later one counts.
  add([...TEMPORARY, ...sandbox.private], 'private');
  add(sandbox.hidden, 'hidden');
  add([...SYSTEM, ...SETTINGS_OF_THE_SYSTEM, ...sandbox.readable], 'readable');
  add(sandbox.writable, 'writable');

  const kept: [path: string, mount: Mount][] = [];
  const findHolder = (path: string) => kept.findLast(([place]) => place !== path && isInside(path, place))?.[1];
  const isBound = (path: string) => ['readable', 'writable'].includes(findHolder(path) ?? '');
  // A folder comes before what lies in it: it would cover that.
  for (const [path, mount] of [...mounts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    // In a folder that is bound nothing can be made; outside of one, nothing has to be hidden.
    if (mount === 'private' ? isBound(path) : mount === 'hidden' ? !isBound(path) : findHolder(path) === mount)
      continue;
    kept.push([path, mount]);
  }
  return [
    ...kept.flatMap(([path, mount]) => mountArgs(path, mount)),
    ...[...links].filter(([place]) => !isBound(place)).flatMap(([place, target]) => ['--symlink', target, place]),
  ];
}

/**
 * The program in its sandbox: with processes, a file system and a temporary folder of its own, and no rights but its user's.
 * Its process group ends it, as without a sandbox.
 */
export function wrapInSandbox(
  argv: readonly [string, ...string[]],
  sandbox: Sandbox,
  cwd: string,
): [string, ...string[]] {
  return [
    sandbox.bubblewrap,
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--cap-drop', 'ALL'],
    ...(sandbox.offline ? ['--unshare-net'] : []),
    // First, as a temporary folder may be in /dev/shm.
    ...['--dev', '/dev', '--proc', '/proc'],
    ...buildFileSystem(sandbox),
    ...['--chdir', cwd, '--', ...argv],
  ];
}

/** Bubblewrap by its absolute path, or why programs cannot be isolated here. */
export type Bubblewrap = { readonly program: string } | { readonly problem: string };

const TRIAL_LIMITS = { totalMs: 10_000, idleMs: 0, firstOutputMs: 0, maxOutputBytes: 0 };
const SYSTEMS: Readonly<Record<string, string>> = { darwin: 'macOS', win32: 'Windows' };

/** On the PATH of this environment. */
export function locateBubblewrap(env: Environment): Bubblewrap {
  if (process.platform !== 'linux') {
    return { problem: `there is none for ${SYSTEMS[process.platform] ?? process.platform}` };
  }
  const program = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, 'bwrap'))
    .find((file) => existsSync(file));
  return program === undefined
    ? { problem: 'bubblewrap is not installed (Debian: apt-get install bubblewrap)' }
    : { program };
}

/** What fails for a moment, as the machine has no room for a process, works when it is repeated. */
const TRIALS = 3;
const PAUSE_MS = 50;

/**
 * Why a program does not run in a sandbox; `undefined` where it does.
 * @throws HallError `agent-failed` where it did not come to an end of its own, which says nothing of this machine: without a sandbox it
 * would see what it is to be kept from
 */
export async function tryInSandbox(
  processes: ProcessRunner,
  request: Omit<ProgramRequest, 'cwd'>,
): Promise<string | undefined> {
  for (let trial = 1; ; trial += 1) {
    const { end, stderrTail } = await processes.start({ ...request, cwd: '/', limits: TRIAL_LIMITS }).result;
    if (end.reason === 'exited' && end.code === 0) return undefined;
    if (trial < TRIALS) await delay(PAUSE_MS);
    else if (end.reason === 'exited') return stderrTail.trim().split('\n')[0] || `exit code ${end.code}`;
    else {
      const why = end.reason === 'not-started' ? end.message : end.reason;
      throw new HallError(
        'agent-failed',
        `Nobody knows whether a sandbox works here, since it could not be tried (${why}).`,
        {
          hint: 'Try again. Agents with "sandbox": "off" need none.',
        },
      );
    }
  }
}

/** Locates it, and tries it. Throws what `tryInSandbox` throws. */
export async function findBubblewrap(
  processes: ProcessRunner,
  env: Environment,
  signal: AbortSignal,
): Promise<Bubblewrap> {
  const located = locateBubblewrap(env);
  if ('problem' in located) return located;
  const nothing = { bubblewrap: located.program, readable: [], writable: [], private: [], hidden: [] };
  const argv = wrapInSandbox(['true'], nothing, '/');
  const problem = await tryInSandbox(processes, { argv, env: { PATH: env['PATH'] ?? '' }, signal });
  return problem === undefined ? located : { problem: `bubblewrap does not work here (${problem})` };
}
