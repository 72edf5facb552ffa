// One call of the command line, from its words to its exit code.
import { reportError } from './errors/report-error.ts';
import { isHelp } from './errors/usage-error.ts';
import { createProgram } from './program.ts';

/** Also where the words make no sense, so that a program that asked for JSON gets JSON in any case. */
function wantsJson(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end === -1 ? words.length : end).includes('--json');
}

/** What the completion scripts call; no command, since nobody types it. */
const COMPLETE = '__complete';

async function printCompletions(words: readonly string[]): Promise<void> {
  const { completionLines } = await import('./completion/complete.ts');
  process.stdout.write(`${(await completionLines(words)).join('\n')}\n`);
}

/** Sets the exit code of the process. `words` are those after the name of the program. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  // The words to complete follow "--".
  if (words[0] === COMPLETE) return await printCompletions(words.slice(2));
  try {
    const program = await createProgram(words);
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    // Also a command that is incomplete, such as `debate-hall` by itself: its help is the answer, and no error.
    if (isHelp(error)) process.exitCode = 0;
    else process.exitCode = await reportError(error, wantsJson(words));
  }
}
