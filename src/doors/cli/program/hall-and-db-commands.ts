// The commands that set up a shared hall.
import type { Command } from 'commander';
import { addHallOptions, loadAction, parseWhole } from '../input/options.ts';

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

  const hall = program.command('hall').description('Copy the debates of a hall, and remove what is old.');
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
  addHallOptions(hall.command('prune').description('Remove what is older than so many days.'))
    .option('--debates <days>', 'debates that nobody has written to since', parseWhole)
    .option('--runs <days>', 'runs that are over, webhooks that were sent, and what people used', parseWhole)
    .option('--streams <days>', 'live streams of debates that nobody runs', parseWhole)
    .option('--audit <days>', 'entries of the audit trail, behind a checkpoint that you sign', parseWhole)
    .option('--key <file>', 'SSH key that signs the checkpoint (default: as for "sign")')
    .option('--dry-run', 'only say what would go')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .addHelpText('after', `${shared} hall prune --streams 7 --runs 90 --debates 730 --dry-run`)
    .action(loadAction(() => import('../commands/hall/prune.ts')));
}
