// The commands for the audit trail of a shared hall.
import type { Command } from 'commander';
import { addHallOptions, loadAction, parseHash, parseWhole } from '../input/options.ts';

export function defineAudit(program: Command): void {
  const audit = program.command('audit').description('Show who did what in a shared hall.');
  addHallOptions(audit.command('list').description('List what people did and what was refused, newest first.'))
    .option('--debate <id>', 'only entries about this debate')
    .option('--principal <name>', 'only entries of this person or key')
    .option('--refused', 'only refused requests')
    .option('--limit <n>', 'maximum number of entries', parseWhole, 100)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  debate-hall audit list --refused')
    .action(loadAction(() => import('../commands/audit/list.ts')));
  addHallOptions(audit.command('verify').description('Check that no entry was changed or removed.'))
    .option('--head <hash>', 'the head that an earlier check printed', parseHash)
    .option('--signers <file>', 'allowed signers of a checkpoint, as OpenSSH has them (default: those of git)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  debate-hall audit verify')
    .action(loadAction(() => import('../commands/audit/verify.ts')));
}
