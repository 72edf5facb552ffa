// `debate-hall close`: ends a debate with a decision.
import type { Command } from 'commander';
import { close } from '../../../../hall/operations/debate/take-part/end-debate.ts';
import { type ActingFlags, actManually, readTurnText } from '../../actions/manual-action.ts';
import { defineActing } from '../../input/options.ts';

async function run(reference: string, decision: string | undefined, flags: ActingFlags): Promise<void> {
  await actManually(reference, flags, async (hall, { threadId, author, readInput }) =>
    close(hall, {
      threadId,
      author,
      ...(decision === undefined ? {} : { synthesis: await readTurnText(decision, readInput, 'the decision') }),
    }),
  );
}

export function define(command: Command): void {
  defineActing(command, 'Close a debate with a decision.')
    .argument('[decision]', 'the decision ("-": standard input; omit if the debate is already finished)')
    .option('--allow-secrets', 'allow text that looks like a secret')
    .action(run);
}
