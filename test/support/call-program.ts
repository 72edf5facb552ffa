// The command line inside the test's own process: the whole way from words to exit code without the start of a program.
import pLimit from 'p-limit';
import { vi } from 'vitest';
import { runCommandLine } from '../../src/doors/cli/program.ts';

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where the program is called; without it, where the tests run. */
interface Place {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** As whom; only root can become someone else. */
  readonly uid?: number | undefined;
}

function exchangeEnv(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

/** Puts this process into the place; returns the way back. */
function enter({ folder, env, uid }: Place): () => void {
  const before = { folder: process.cwd(), env: { ...process.env } };
  // Not by a name that was imported: a library of the tests keeps the current folder and watches this very function.
  process.chdir(folder);
  exchangeEnv(env);
  if (uid !== undefined) {
    process.setegid?.(uid);
    process.seteuid?.(uid);
  }
  return () => {
    if (uid !== undefined) {
      process.seteuid?.(0);
      process.setegid?.(0);
    }
    process.chdir(before.folder);
    exchangeEnv(before.env);
  };
}

async function call(words: readonly string[], place: Place | undefined): Promise<Finished> {
  const printed = { stdout: '', stderr: '' };
  const leave = place === undefined ? () => {} : enter(place);
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation(((text: string, done?: () => void) => {
      printed[name] += text;
      done?.();
      return true;
    }) as typeof process.stdout.write),
  );
  try {
    await runCommandLine(words);
    return { code: Number(process.exitCode ?? 0), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = undefined;
    leave();
  }
}

/** A process has one folder, one environment and one exit code, so calls wait for each other. */
const oneAtATime = pLimit(1);

/** Only for what needs no terminal, no signal, no standard input and no second call at the same time. */
export const callProgramIn = (place: Place, words: readonly string[]): Promise<Finished> =>
  oneAtATime(call, words, place);

export const callProgram = (...words: string[]): Promise<Finished> => oneAtATime(call, words, undefined);
