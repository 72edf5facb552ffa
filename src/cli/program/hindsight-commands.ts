// The commands for learning from decisions that were made before.
import type { Command } from 'commander';
import { defineActing, loadAction } from '../input/options.ts';

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
}
