// The commands that set up a shared hall.
import type { Command } from 'commander';
import { addHallOptions, loadAction } from '../input/options.ts';

export function defineSharedHall(program: Command): void {
  const shared = '\nExample:\n  DEBATE_HALL_STORE=postgres debate-hall';
  const database = program.command('db').description('Set up the database of a shared hall.');
  addHallOptions(database.command('migrate').description('Create or update the tables.'))
    .option('--json', 'print JSON')
    .addHelpText('after', `${shared} db migrate`)
    .action(loadAction(() => import('../commands/db/migrate.ts')));
  addHallOptions(database.command('check').description('Check that the database answers and has its tables.'))
    .option('--json', 'print JSON')
    .addHelpText('after', `${shared} db check`)
    .action(loadAction(() => import('../commands/db/check.ts')));

  const hall = program.command('hall').description('Copy debates between halls, byte for byte.');
  addHallOptions(hall.command('import').description('Copy all debates of a folder into this hall.'))
    .requiredOption('--from <folder>', 'the folder that keeps them')
    .option('--json', 'print JSON')
    .addHelpText('after', `${shared} hall import --from debates`)
    .action(loadAction(() => import('../commands/hall/import.ts')));
  addHallOptions(hall.command('export').description('Copy all debates of this hall into a folder.'))
    .requiredOption('--to <folder>', 'the folder to keep them in')
    .option('--json', 'print JSON')
    .addHelpText('after', `${shared} hall export --to backup`)
    .action(loadAction(() => import('../commands/hall/export.ts')));
}
