// The command line inside the test's own process: the whole way from words to exit code without the start of a program.
import { vi } from 'vitest';
import { runProgram } from '../../src/cli/run-program.ts';
import type { Finished } from './project.ts';

/** Only for what needs no terminal, no signal and no standard input. */
export async function callProgram(...words: string[]): Promise<Finished> {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation(((text: string, done?: () => void) => {
      printed[name] += text;
      done?.();
      return true;
    }) as typeof process.stdout.write),
  );
  try {
    await runProgram(words);
    return { code: Number(process.exitCode ?? 0), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = undefined;
  }
}
