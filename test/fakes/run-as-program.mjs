// What an agent CLI of the tests says is a function of what it was started with and of the prompt. Tests may also call it without
// a start; see test/support/programs-here.ts.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Prints what `answer` says to the last argument and to standard input, where the module is the program that was started. */
export async function runAsProgram(url, answer) {
  if (process.argv[1] !== fileURLToPath(url)) return;
  const { stdout = '', stderr = '', code = 0 } = await answer(JSON.parse(process.argv.at(-1)), readFileSync(0, 'utf8'));
  process.stderr.write(stderr);
  process.stdout.write(stdout);
  process.exitCode = code;
}
