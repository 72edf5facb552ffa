// What an agent CLI of the tests says is a function of what it was started with and of the prompt. Tests may also call it without
// a start; see test/support/programs-here.ts.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Prints what `answer` says to the last argument, to standard input and to how it was started, where the module is the program. */
export async function runAsProgram(url, answer) {
  if (process.argv[1] !== fileURLToPath(url)) return;
  const { env, argv } = process;
  const told = JSON.parse(argv.at(-1));
  const said = await answer(told, readFileSync(0, 'utf8'), { args: argv.slice(2), env });
  const { stdout = '', stderr = '', code = 0 } = said;
  process.stderr.write(stderr);
  process.stdout.write(stdout);
  process.exitCode = code;
}
