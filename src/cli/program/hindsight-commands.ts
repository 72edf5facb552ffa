// The commands for learning from decisions that were made before.
import type { Command } from 'commander';
import { addHallOptions, defineActing, loadAction } from '../input/options.ts';

export function defineHindsight(program: Command): void {
  defineActing(program, 'outcome', 'Record how a decision turned out.')
    .argument('<outcome>', 'right, wrong, mixed, or the answer that turned out to be right')
    .option('--note <text>', 'what happened')
    .addHelpText(
      'after',
      `
A later outcome corrects an earlier one; both stay in the ledger. A probability
takes yes or no: whether it happened.

Examples:
  debate-hall outcome rust-rewrite right --note "Latency fell by half."
  debate-hall outcome which-language Go`,
    )
    .action(loadAction(() => import('../commands/hindsight/outcome.ts')));

  addHallOptions(
    program
      .command('calibration')
      .summary('Compare confidence with what turned out.')
      .description(
        'Compare how sure seats were with what turned out: by agent, format, outcome and confidence, with Brier scores.',
      ),
  )
    .option('-F, --format <format>', 'only debates in this format')
    .option('--agent <agent>', 'only answers of this agent or person; rehearsals count only if named')
    .option('--since <time>', 'only outcomes recorded since: 2026-11-20, 12h, 7d or 2w')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Counts openings and ballots of debates whose outcome was recorded with "outcome".
A Brier score of 0 is perfect; saying 50 % to everything gives 0.25. Below 20
answers there is too little data to say anything.

Examples:
  debate-hall calibration --since 90d
  debate-hall calibration --agent claude --json`,
    )
    .action(loadAction(() => import('../commands/hindsight/calibration.ts')));
}
