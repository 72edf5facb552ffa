// The commands for the people of a shared hall.
import type { Command } from 'commander';
import { addHallOptions, loadAction } from '../input/options.ts';

export function definePeople(program: Command): void {
  const people = program.command('people').description('Show, export and erase the people of a shared hall.');
  addHallOptions(people.command('list').description('List who has signed in, and with which role.'))
    .option('--json', 'print JSON')
    .action(loadAction(() => import('../commands/people/list.ts')));
  addHallOptions(
    people
      .command('export')
      .description('Print everything that the hall has of a person, as JSON.')
      .argument('<person>', 'name as in records, or ID such as key:ana'),
  )
    .addHelpText('after', '\nExample:\n  debate-hall people export ana > ana.json')
    .action(loadAction(() => import('../commands/people/export.ts')));
  addHallOptions(
    people
      .command('erase')
      .description('Redact the words of a person and replace their name everywhere in the hall.')
      .argument('<person>', 'name as in records, or ID such as key:ana'),
  )
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  debate-hall people erase ana')
    .action(loadAction(() => import('../commands/people/erase.ts')));
}
