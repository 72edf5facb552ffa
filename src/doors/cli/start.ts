#!/usr/bin/env node
// What npm links as `debate-hall`. Built as CommonJS, which Node starts faster than ES modules: what needs no program is
// answered here; for everything else the program is loaded, so that a machine on which that fails gets words and no stack trace.
import { readFileSync, writeSync } from 'node:fs';
import { enableCompileCache } from '../../support/compile-cache.ts';
import {
  importModule,
  isSource,
  moduleUrl,
  packageFile,
  packageUrl,
  packageVersion,
} from '../../support/package-root.ts';

const STDOUT = 1;
/** Of the help that was written when the program was built. */
const HELP_COLUMNS = 80;

function read(path: string): string {
  return readFileSync(packageUrl(path), 'utf8');
}

const HELP = 'dist/cli/help.txt';

/** Which compiled code this call needs. The help names all commands, so that a word that was mistyped gets no folder. */
function findUse(word = ''): string {
  return /^[a-z]+$/.test(word) && read(HELP).includes(`\n  ${word} `) ? word : 'other';
}

/** The answer to a call that asks for nothing else, or `undefined`. */
function knownAnswer([word, ...others]: readonly string[]): string | undefined {
  if (others.length > 0) return undefined;
  if (word === '--version' || word === '-V') return `${packageVersion()}\n`;
  if (word !== '--help' && word !== '-h') return undefined;
  // Only a terminal has columns.
  const { columns = HELP_COLUMNS } = process.stdout;
  return columns < HELP_COLUMNS ? undefined : read(HELP).replaceAll('{package}', packageFile(''));
}

/** Whether all of it went out. The program says what is wrong when it did not. */
function printAtOnce(text: string): boolean {
  try {
    return writeSync(STDOUT, text) === Buffer.byteLength(text);
  } catch {
    return false;
  }
}

/** Says that the program cannot be loaded, and sets the exit code. Throws every other error again, which is a fault. */
function reportOpenFiles(error: unknown): void {
  const code = (error as NodeJS.ErrnoException).code;
  if (code !== 'EMFILE' && code !== 'ENFILE') throw error;
  process.stderr.write(`error: Too many files are open (${code}), so the program cannot be loaded.\n`);
  process.stderr.write('next:  Raise the limit of open files: ulimit -n 1024\n');
  process.exitCode = 1;
}

async function runProgram(words: readonly string[]): Promise<void> {
  // A message that nobody can read stops no work.
  process.stderr.on('error', () => {});
  // A reader that went away, such as `head`, is not an error, and neither is a terminal that was closed. Commands that print as they go
  // stop by themselves.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || process.stdout.isTTY) return;
    // A file on a full disk, mostly. What was recorded stays; only the result did not come out.
    process.stderr.write(`error: Standard output cannot be written (${error.code}).\n`);
    process.stderr.write('next:  Send it to another place. Everything recorded so far is safe.\n');
    process.exit(1);
  });
  const { runCommandLine } = (await importModule(moduleUrl('doors/cli/program'))) as typeof import('./program.ts');
  await runCommandLine(words);
}

const words = process.argv.slice(2);
// From its sources the program has no help that was written before, and no code that could be kept.
const answer = isSource ? undefined : knownAnswer(words);
if (answer === undefined || !printAtOnce(answer)) {
  const use = isSource ? undefined : findUse(words[0]);
  // Code is kept when the process ends: after "uninstall" has removed it.
  if (use !== undefined && use !== 'uninstall') enableCompileCache(use);
  runProgram(words).catch(reportOpenFiles);
}
