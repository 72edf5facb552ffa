// The sandbox in which git runs on this machine, for tests that use git without a hall.
import { findGitSandbox, type GitSandbox } from '../../src/material/context/git/git-sandbox.ts';
import type { ProcessRunner } from '../../src/process/process.ts';
import { findBubblewrap } from '../../src/process/sandbox.ts';

const found = new WeakMap<ProcessRunner, Promise<GitSandbox | undefined>>();

async function find(processes: ProcessRunner): Promise<GitSandbox | undefined> {
  const { signal } = new AbortController();
  const { env } = process;
  return await findGitSandbox(processes, await findBubblewrap(processes, env, signal), { env, signal });
}

export const gitSandboxHere = (processes: ProcessRunner) => async (): Promise<GitSandbox | undefined> => {
  const finding = found.get(processes) ?? find(processes);
  found.set(processes, finding);
  return await finding;
};
