// The sandbox in which git runs on this machine, for tests that use git without a hall.
import { findGitSandbox, type GitSandbox } from '../../src/material/context/git/git.ts';
import type { ProcessRunner } from '../../src/process/process.ts';
import { locateBubblewrap } from '../../src/process/sandbox.ts';

const found = new WeakMap<ProcessRunner, Promise<GitSandbox | undefined>>();

async function find(processes: ProcessRunner): Promise<GitSandbox | undefined> {
  const { env } = process;
  return await findGitSandbox(processes, locateBubblewrap(env), { env, signal: new AbortController().signal });
}

export const gitSandboxHere = (processes: ProcessRunner) => async (): Promise<GitSandbox | undefined> => {
  const finding = found.get(processes) ?? find(processes);
  found.set(processes, finding);
  return await finding;
};
