// Asks a program for its version, without asking a model.
import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../domain/parse-json.ts';
import type { ProcessResult, ProcessRunner, Sandbox } from '../../process/process.ts';
import { untilAborted, waitFor } from '../../support/wait.ts';
import type { AgentPorts, Probe } from '../agent.ts';
import { processFailure } from '../failures/process-failure.ts';
import { createRedactor } from '../failures/redact.ts';

const manifestSchema = z.object({ name: z.string(), version: z.string().regex(/^\d+(?:\.\d+)+[\w.+-]*$/) });

async function findPackageVersion(file: string, packageName: string): Promise<string | undefined> {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '');
    const manifest = manifestSchema.safeParse(parseJson(text)).data;
    if (manifest?.name === packageName) return manifest.version;
  }
  return undefined;
}

const VERSION = /\d+(?:\.\d+)+(?:[\w.+-]*\w)?/g;

/** In lines such as "codex-cli 0.169.0" or "2.1.197 (Claude Code)"; news of another version may come before. */
function findVersion(output: string, program: string): string | undefined {
  const name = basename(program).toLowerCase();
  const found = output.split(/\r?\n/).flatMap((line) => {
    const versions = line.match(VERSION) ?? [];
    const start = line.trim().toLowerCase();
    const isOwn = versions.length === 1 && (/^v?\d/.test(start) || start.startsWith(name));
    return versions.map((version) => ({ version, isOwn }));
  });
  return (found.find(({ isOwn }) => isOwn) ?? found[0])?.version;
}

/** Some unpack hundreds of megabytes when they start for the first time. */
const LIMITS = { totalMs: 30_000, idleMs: 0, firstOutputMs: 0, maxOutputBytes: 64 * 1024 };

/** A program that was found, and the sandbox that it runs in. */
export interface LocatedProgram {
  /** Absolute path of the program. */
  readonly path: string;
  readonly sandbox: Sandbox | undefined;
}

export interface ProbeRequest {
  /** What it is called. */
  readonly program: string;
  readonly located: LocatedProgram;
  /** The environment that the program is run with. */
  readonly env: Readonly<Record<string, string>>;
  /** Arguments that print the version; without them nobody asks. */
  readonly versionArgs?: readonly string[];
  /** See `CliProgram`. */
  readonly packageName?: string | undefined;
  readonly processes: ProcessRunner;
  readonly versions: AgentPorts['versions'];
  readonly signal: AbortSignal;
}

/** Asks a program for its version, at most 30 seconds long; never throws for what the program does. */
export async function probeProgram(request: ProbeRequest): Promise<Probe> {
  const { program, located, versionArgs, packageName, versions, signal } = request;
  const { path } = located;
  if (versionArgs === undefined) return { usable: true, path, notes: [] };
  const file = await realpath(path);
  const version = packageName === undefined ? undefined : await findPackageVersion(file, packageName);
  if (version !== undefined) return { usable: true, path, version, notes: [] };
  const { mtimeMs, size } = await stat(path);
  const key = JSON.stringify([file, mtimeMs, size, versionArgs, located.sandbox]);
  const pending = versions.get(key) ?? askVersion(request, versionArgs);
  versions.set(key, pending);
  const forget = () => {
    if (versions.get(key) === pending) versions.delete(key);
  };
  // A failed probe is repeated, as the cause may pass. A slow one is remembered, so that it does not slow down every answer.
  pending.then(({ usable }) => !usable && forget(), forget);
  try {
    // Only this caller's wait ends with the signal; others may wait for the same probe.
    return await untilAborted(pending, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    const message = `"${program}" was stopped while reporting its version.`;
    return { usable: false, path, failure: { code: 'cancelled', message }, notes: [] };
  }
}

/** How long an answer waits for the version of the program that gave it: it is on no disk before. */
const PATIENCE_MS = 2_000;

/** What is known of the version once the answer is there. */
export async function waitForVersion(version: Promise<Probe>, program: string): Promise<Probe> {
  const late: Probe = { usable: true, notes: [`"${program}" did not report its version before it answered`] };
  return (await waitFor(version, PATIENCE_MS)) ?? late;
}

/** What a short command of a program prints, such as its version, within 30 seconds. */
export async function runShortCommand(
  { processes, env, located }: Pick<ProbeRequest, 'processes' | 'env' | 'located'>,
  args: readonly string[],
  signal: AbortSignal,
): Promise<ProcessResult> {
  const { path, sandbox } = located;
  const scratch = await processes.createScratch();
  try {
    return await processes.start({
      argv: [path, ...args],
      // Some leave files there.
      env: { ...env, TMPDIR: scratch.path },
      cwd: scratch.path,
      sandbox,
      limits: LIMITS,
      signal,
    }).result;
  } finally {
    await scratch.remove();
  }
}

/** What a program lacks in its sandbox shows as an error of its own. */
const IN_A_SANDBOX = 'It ran in a sandbox: name what it needs besides its own files in "visible" of its settings.';

async function askVersion(request: ProbeRequest, versionArgs: readonly string[]): Promise<Probe> {
  const { program, env, located } = request;
  const { path, sandbox } = located;
  // Several callers may wait for it, so only its time limit or the end of the hall stops it.
  const result = await runShortCommand(request, versionArgs, new AbortController().signal);
  if (result.end.reason === 'timed-out') {
    // The machine may be busy; the program still counts as usable.
    return {
      usable: true,
      path,
      notes: [`"${program}" did not report its version within ${LIMITS.totalMs / 1_000} s`],
    };
  }
  if (result.end.reason !== 'exited' || result.end.code !== 0) {
    const failure = processFailure(program, result, createRedactor(env));
    const message = sandbox === undefined ? failure.message : `${failure.message} ${IN_A_SANDBOX}`;
    return { usable: false, path, failure: { ...failure, message }, notes: [] };
  }
  const version = findVersion(result.stdout, program) ?? findVersion(result.stderrTail, program);
  return version === undefined
    ? { usable: true, path, notes: [`"${program}" does not report its version`] }
    : { usable: true, path, version, notes: [] };
}
