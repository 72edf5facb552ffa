#!/usr/bin/env node
// What npm links as `debate-hall`. Built as CommonJS, which Node starts faster than ES modules: what needs no program is
// answered here, for everything else the program is loaded.
import { readFileSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { enableCompileCache } from '../../support/compile-cache.ts';
import { importModule, moduleUrl, packageFile, packageUrl } from '../../support/package-root.ts';
import { reportOpenFiles } from './errors/report-open-files.ts';

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
  if (word === '--version' || word === '-V')
    return `${(JSON.parse(read('package.json')) as { version: string }).version}\n`;
  if (word !== '--help' && word !== '-h') return undefined;
  const isNarrow = isatty(STDOUT) && process.stdout.columns < HELP_COLUMNS;
  return isNarrow ? undefined : read(HELP).replaceAll('{package}', packageFile(''));
}

/** Whether all of it went out. The program says what is wrong when it did not. */
function printAtOnce(text: string): boolean {
  try {
    return writeSync(STDOUT, text) === Buffer.byteLength(text);
  } catch {
    return false;
  }
}

const answer = knownAnswer(process.argv.slice(2));
if (answer === undefined || !printAtOnce(answer)) {
  const use = findUse(process.argv[2]);
  // Code is kept when the process ends: after "uninstall" has removed it.
  if (use !== 'uninstall') enableCompileCache(use);
  importModule(moduleUrl('doors/cli/main')).catch(reportOpenFiles);
}
