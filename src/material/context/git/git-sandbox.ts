// Where bubblewrap is there, git runs in it: of the machine it sees the system and what it is to read, and it has no network.
import type { ProcessRunner, Sandbox } from '../../../process/process.ts';
import type { Bubblewrap } from '../../../process/sandbox.ts';
import type { Environment } from '../../../support/environment.ts';

const TRIAL = { totalMs: 10_000, idleMs: 0, firstOutputMs: 0, maxOutputBytes: 0 };

/** The sandbox of one call, from absolute paths; those that do not exist are passed over. */
export type GitSandbox = (readable: readonly string[], writable: readonly string[]) => Sandbox;

/** `undefined` where git does not run in it, such as one that is not among the files of the system. */
export async function findGitSandbox(
  processes: ProcessRunner,
  bubblewrap: Bubblewrap,
  { env, signal }: { readonly env: Environment; readonly signal: AbortSignal },
): Promise<GitSandbox | undefined> {
  if ('problem' in bubblewrap) return undefined;
  const { program } = bubblewrap;
  const sandbox: GitSandbox = (readable, writable) => {
    return { bubblewrap: program, readable, writable, private: [], hidden: [], offline: true };
  };
  const { result } = processes.start({
    argv: ['git', '--version'],
    env: { PATH: env['PATH'] ?? '' },
    cwd: '/',
    sandbox: sandbox([], []),
    limits: TRIAL,
    signal,
  });
  const { end } = await result;
  return end.reason === 'exited' && end.code === 0 ? sandbox : undefined;
}
