// Finds a program and asks for its version, without asking a model.
import { once } from 'node:events';
import { realpath, stat } from 'node:fs/promises';
import type { Failure } from '../../domain/failures/failures.ts';
import type { ProcessResult, ProcessRunner } from '../../process/process.ts';
import type { AgentPorts, Probe } from '../agent.ts';
import { processFailure } from '../failures/process-failure.ts';
import { createRedactor } from '../failures/redact.ts';
import { findProgram } from './find-program.ts';
import { findPackageVersion } from './package-version.ts';

const LIMITS = { totalMs: 10_000, idleMs: 0, firstOutputMs: 0, maxOutputBytes: 64 * 1024 };

interface ProgramLocation {
  /** A name on PATH or a path. */
  readonly program: string;
  /** The environment that the program is run with. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

export interface ProbeRequest extends ProgramLocation {
  /** Arguments that print the version; without them only the place of the program is looked up. */
  readonly versionArgs?: readonly string[];
  /** See `CliProgram`. */
  readonly packageName?: string | undefined;
  readonly processes: ProcessRunner;
  readonly versions: AgentPorts['versions'];
  readonly signal: AbortSignal;
}

/** The absolute path of the program, or why it cannot be run. */
export function locateProgram({ program, env, cwd }: ProgramLocation): string | Failure {
  const path = findProgram(program, env, cwd);
  return path ?? { code: 'not-installed', message: `"${program}" was not found.` };
}

/** Looks for the program and asks for its version, at most 10 seconds long; never throws for what the program does. */
export async function probeProgram(request: ProbeRequest): Promise<Probe> {
  const { program, versionArgs, packageName, versions, signal } = request;
  const path = locateProgram(request);
  if (typeof path !== 'string') return { usable: false, failure: path, notes: [] };
  if (versionArgs === undefined) return { usable: true, path, notes: [] };
  const file = await realpath(path);
  const version = packageName === undefined ? undefined : await findPackageVersion(file, packageName);
  if (version !== undefined) return { usable: true, path, version, notes: [] };
  const { mtimeMs, size } = await stat(path);
  const key = JSON.stringify([file, mtimeMs, size, versionArgs]);
  const pending = versions.get(key) ?? askVersion(request, path, versionArgs);
  versions.set(key, pending);
  const forget = () => {
    if (versions.get(key) === pending) versions.delete(key);
  };
  // A failed probe is repeated, as the cause may pass. A slow one is remembered, so that it does not slow down every answer.
  pending.then(({ usable }) => !usable && forget(), forget);
  return await awaitUnlessAborted(pending, signal, {
    usable: false,
    path,
    failure: { code: 'cancelled', message: `"${program}" was stopped while reporting its version.` },
    notes: [],
  });
}

/** Aborts only this caller's wait; others may wait for the same probe. */
async function awaitUnlessAborted(pending: Promise<Probe>, signal: AbortSignal, fallback: Probe): Promise<Probe> {
  if (signal.aborted) return fallback;
  const done = new AbortController();
  const aborted = once(signal, 'abort', { signal: done.signal }).then(
    () => fallback,
    () => fallback,
  );
  try {
    return await Promise.race([pending, aborted]);
  } finally {
    done.abort();
  }
}

/** What a short command of a program prints, such as its version, within 10 seconds. */
export async function runShortCommand(
  { processes, env }: Pick<ProbeRequest, 'processes' | 'env'>,
  argv: readonly [string, ...string[]],
  signal: AbortSignal,
): Promise<ProcessResult> {
  const scratch = await processes.createScratch();
  try {
    return await processes.start({ argv, env, cwd: scratch.path, limits: LIMITS, signal }).result;
  } finally {
    await scratch.remove();
  }
}

async function askVersion(request: ProbeRequest, path: string, versionArgs: readonly string[]): Promise<Probe> {
  const { program, env } = request;
  // Several callers may wait for it, so only its time limit or the end of the hall stops it.
  const result = await runShortCommand(request, [path, ...versionArgs], new AbortController().signal);
  if (result.end.reason === 'timed-out') {
    // The machine may be busy; the program still counts as usable.
    return {
      usable: true,
      path,
      notes: [`"${program}" did not report its version within ${LIMITS.totalMs / 1_000} s`],
    };
  }
  if (result.end.reason !== 'exited' || result.end.code !== 0) {
    return { usable: false, path, failure: processFailure(program, result, createRedactor(env)), notes: [] };
  }
  const version = /\d+(?:\.\d+)+[\w.+-]*/.exec(result.stdout)?.[0];
  return version === undefined
    ? { usable: true, path, notes: [`"${program}" does not report its version`] }
    : { usable: true, path, version, notes: [] };
}
