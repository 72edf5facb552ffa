// The commands that show and change which projects are trusted.
import type { Command } from 'commander';
import { loadAction } from '../input/options.ts';

export function defineTrust(program: Command): void {
  const trust = program
    .command('trust')
    .summary('Decide which projects may run programs and use keys.')
    .description(
      "A project's configuration can name programs, addresses, keys and folders outside its repository. None of that takes " +
        'effect until you trust the project. Trust covers a folder and the exact content of its files: after a change you are asked again.',
    )
    .addHelpText(
      'after',
      `
Without a terminal, --trust trusts the project for one command, and
DEBATE_HALL_TRUST trusts the folders and digests it lists.

Examples:
  debate-hall trust add
  debate-hall trust list
  debate-hall trust remove`,
    );

  trust
    .command('add')
    .description('Show what trusting a project would allow, and trust it as it is now.')
    .argument('[folder]', 'the project (default: the current folder)')
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print JSON')
    .action(loadAction(() => import('../commands/trust/add.ts')));
  trust
    .command('list')
    .description('List your decisions and what each allows.')
    .option('--json', 'print JSON')
    .action(loadAction(() => import('../commands/trust/list.ts')));
  trust
    .command('remove')
    .description('Forget your decision about a project; the next command asks again.')
    .argument('[folder]', 'the project (default: the current folder)')
    .option('--json', 'print JSON')
    .action(loadAction(() => import('../commands/trust/remove.ts')));
}
