// Keeps a program to its own files with bubblewrap: it sees the machine read-only, and of other people nothing.
import { tmpdir } from 'node:os';
import type { ProcessRunner } from './process.ts';

export interface Sandbox {
  /** The only folder, besides that of its call, in which the program may write. */
  readonly home: string;
  /** Folders that are empty for the program. */
  readonly hidden: readonly string[];
}

const PROGRAM = 'bwrap';
const CHECK_MS = 10_000;

/** Later mounts win. The network stays, as models are behind it. */
export function wrapInSandbox(
  argv: readonly [string, ...string[]],
  { home, hidden }: Sandbox,
  { cwd, scratch }: { readonly cwd: string; readonly scratch: string | undefined },
): [string, ...string[]] {
  return [
    PROGRAM,
    ...['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...[tmpdir(), ...hidden].flatMap((folder) => ['--tmpfs', folder]),
    ...[home, ...(scratch === undefined ? [] : [scratch])].flatMap((folder) => ['--bind', folder, folder]),
    ...['--chdir', cwd, '--', ...argv],
  ];
}

/** Why programs cannot be kept apart here; `undefined` where they can. */
export async function findSandboxProblem(
  processes: ProcessRunner,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { result } = processes.start({
    argv: [PROGRAM, '--ro-bind', '/', '/', '--unshare-pid', '--', 'true'],
    env: { PATH: path },
    cwd: '/',
    limits: { totalMs: CHECK_MS, idleMs: 0, firstOutputMs: 0, maxOutputBytes: 0 },
    signal,
  });
  const { end, stderrTail } = await result;
  if (end.reason === 'exited' && end.code === 0) return undefined;
  if (end.reason === 'not-started') return 'bubblewrap is not installed (Debian: apt-get install bubblewrap)';
  return `bubblewrap does not work here (${stderrTail.trim().split('\n')[0] ?? end.reason})`;
}
