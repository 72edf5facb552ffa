// How other programs start this server: by a name or a path that still works when this process is gone.
import { findProgram } from '../../../agents/cli/find-program.ts';
import type { Environment } from '../../../support/environment.ts';
import { packageFile } from '../../../support/package-root.ts';
import type { Launch } from './clients.ts';

const PROGRAM = 'debate-hall';

interface Machine {
  readonly env: Environment;
  readonly cwd: string;
  readonly version: string;
  readonly platform?: NodeJS.Platform;
  /** Of this package. */
  readonly script?: string;
}

/** For machines that have nothing but Node. */
export const npxLaunch = (version: string, args: readonly string[]): Launch => ({
  command: 'npx',
  args: ['-y', `${PROGRAM}@${version}`, ...args],
});

/**
 * By name where the shell finds it, so that the entry works on other machines too. npx runs from a cache that it clears, so there npx is
 * named. On Windows npm's programs are scripts that only a shell can start, so there Node is.
 */
export function createLaunch(args: readonly string[], machine: Machine): Launch {
  const { env, cwd, version, platform = process.platform, script = packageFile('dist/cli/start.cjs') } = machine;
  const isWindows = platform === 'win32';
  if (/[\\/]_npx[\\/]/.test(script)) {
    const launch = npxLaunch(version, args);
    return isWindows ? { command: 'cmd', args: ['/c', launch.command, ...launch.args] } : launch;
  }
  if (!isWindows && findProgram(PROGRAM, env, cwd) !== undefined) return { command: PROGRAM, args };
  return { command: process.execPath, args: [script, ...args] };
}
