// The program with all its commands. Actions are loaded only when they run, so that --version,
// --help and completion stay quick.
import { Command } from 'commander';
import { packageVersion } from '../compose/version.ts';
import { defineCrossReview } from './cross-review-commands.ts';
import { throwUsageErrors } from './errors/usage-error.ts';
import { defineGitHub } from './github-commands.ts';
import { defineManual } from './manual-commands.ts';
import { defineReading } from './read-commands.ts';
import { defineRunning } from './run-commands.ts';
import { defineServer } from './server-commands.ts';
import { defineSetup } from './setup-commands.ts';

export function createProgram(): Command {
  const program = new Command('debate-hall')
    .description('Agent CLIs debate a decision under finite rules and leave a record that nobody can quietly change.')
    .version(packageVersion())
    .showSuggestionAfterError(false)
    // Whoever runs the program reports errors; see usage-error.ts.
    .configureOutput({ outputError: () => {} })
    .addHelpText('after', '\nStart with:\n  debate-hall run --rehearse "Should we rewrite our backend in Rust?"');
  defineRunning(program);
  defineCrossReview(program);
  defineReading(program);
  defineManual(program);
  defineGitHub(program);
  defineSetup(program);
  defineServer(program);
  throwUsageErrors(program);
  return program;
}
