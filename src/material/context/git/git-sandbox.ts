// Where bubblewrap is there, git runs in it: of the machine it sees the system and what it is to read, and it has no network.
import type { ProcessRunner, Sandbox } from '../../../process/process.ts';
import { type Bubblewrap, tryInSandbox } from '../../../process/sandbox.ts';
import type { Environment } from '../../../support/environment.ts';

/** The sandbox of one call, from absolute paths; those that do not exist are passed over. */
export type GitSandbox = (readable: readonly string[], writable: readonly string[]) => Sandbox;

/** `undefined` where git does not run in it, such as one that is not among the files of the system. Throws what `tryInSandbox` throws. */
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
  const argv = ['git', '--version'] as const;
  const asked = { argv, env: { PATH: env['PATH'] ?? '' }, sandbox: sandbox([], []), signal };
  return (await tryInSandbox(processes, asked)) === undefined ? sandbox : undefined;
}
