// The commands that show and change which projects are trusted.
import type { Command } from 'commander';
import { loadAction } from './input/options.ts';

export function defineTrust(program: Command): void {
  const trust = program
    .command('trust')
    .summary('Decide which projects may run programs and use your keys.')
    .description(
      'A project may name programs, addresses, keys and folders outside of its repository in its configuration. None of that ' +
        'has an effect until you trust the project. Trust is for a folder and for exactly what its files say: a change asks again.',
    )
    .addHelpText(
      'after',
      `
Where nobody can be asked, --trust trusts the project for one command, and DEBATE_HALL_TRUST those folders and digests
that it lists.

Examples:
  debate-hall trust add
  debate-hall trust list
  debate-hall trust remove`,
    );

  trust
    .command('add')
    .description('Show what a project would be allowed, and trust it as it is now.')
    .argument('[folder]', 'the project (default: the current folder)')
    .option('--yes', 'do not ask at the terminal')
    .option('--json', 'print as JSON')
    .action(loadAction(() => import('./commands/set-up/trust-add.ts')));
  trust
    .command('list')
    .description('List what was decided, and what each project was allowed.')
    .option('--json', 'print as JSON')
    .action(loadAction(() => import('./commands/set-up/trust-list.ts')));
  trust
    .command('remove')
    .description('Forget what was decided about a project: the next command asks again.')
    .argument('[folder]', 'the project (default: the current folder)')
    .option('--json', 'print as JSON')
    .action(loadAction(() => import('./commands/set-up/trust-remove.ts')));
}
