// The commands that remove something permanently.
import type { Command } from 'commander';
import { addHallOptions, collect, defineActing, loadAction, parseSequence } from '../input/options.ts';

export function defineCleaningUp(program: Command): void {
  defineActing(program, 'redact', 'Permanently remove text; the ledger still verifies.')
    .requiredOption('--event <seq>', 'event number, as shown by "show"', parseSequence)
    .option('--field <pointer>', 'only this field of the event, such as /content (repeatable)', collect)
    .requiredOption('--reason <text>', 'why, for the record')
    .action(loadAction(() => import('../commands/clean-up/redact.ts')));
  addHallOptions(program.command('delete'))
    .description('Permanently delete a debate: ledger and record.')
    .argument('<id>', 'the debate')
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print JSON')
    .action(loadAction(() => import('../commands/clean-up/delete.ts')));
}
