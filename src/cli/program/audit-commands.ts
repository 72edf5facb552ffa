// The commands for the audit trail of a shared hall.
import type { Command } from 'commander';
import { addHallOptions, loadAction, parseHash, parseWhole } from '../input/options.ts';

export function defineAudit(program: Command): void {
  const audit = program.command('audit').description('Show who did what in a shared hall.');
  addHallOptions(audit.command('list').description('List who did and was refused what, the newest first.'))
    .option('--debate <id>', 'only what was about this debate')
    .option('--principal <name>', 'only what this person or key did')
    .option('--refused', 'only what was refused')
    .option('--limit <n>', 'how many entries', parseWhole, 100)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  debate-hall audit list --refused')
    .action(loadAction(() => import('../commands/audit/list.ts')));
  addHallOptions(audit.command('verify').description('Check that no entry was changed or taken out.'))
    .option('--head <hash>', 'the head that an earlier check printed', parseHash)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  debate-hall audit verify')
    .action(loadAction(() => import('../commands/audit/verify.ts')));
}
