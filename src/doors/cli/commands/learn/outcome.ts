// `debate-hall outcome`: what happened after a debate.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { describeTurnedOut, titleTurnedOut } from '../../../../domain/words/describe-hindsight.ts';
import { recordOutcome } from '../../../../hall/operations/records/outcomes/record-outcome.ts';
import { toRecord } from '../../../../ledger/engine/record/record.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { actManually } from '../../actions/manual-action.ts';
import { defineActing } from '../../input/options.ts';
import { printMessage } from '../../terminal/io.ts';

export function define(command: Command): void {
  defineActing(command)
    .argument('<outcome>', 'right, wrong, mixed, or the answer that turned out to be right')
    .option('--note <text>', 'what happened')
    .option('--allow-secrets', 'allow text that looks like a secret')
    .addHelpText(
      'after',
      `
A later outcome corrects an earlier one; both stay in the ledger. A probability
takes yes or no: whether it happened.

Examples:
  debate-hall outcome rust-rewrite right --note "Latency fell by half."
  debate-hall outcome which-language Go`,
    )
    .action(async (reference, turnedOut, flags) => {
      await actManually(reference, flags, async (hall, { threadId, author }) => {
        const done = await recordOutcome(hall, { threadId, turnedOut, author, ...defined({ note: flags.note }) });
        const { hindsight } = toRecord(done.snapshot);
        if (hindsight !== undefined) {
          printMessage(`${titleTurnedOut(hindsight)} ${toPrintable(describeTurnedOut(hindsight))}.`);
        }
        return done;
      });
    });
}
