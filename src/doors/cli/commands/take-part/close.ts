// `debate-hall close`: ends a debate with a decision.
import type { Command } from 'commander';
import { close } from '../../../../hall/operations/debate/take-part/end-debate.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { type ActingFlags, actManually, type ManualContext, readTurnText } from '../../actions/manual-action.ts';
import { defineActing } from '../../input/options.ts';

async function run(reference: string, decision: string | undefined, flags: ActingFlags): Promise<void> {
  const act = async (hall: Hall, { threadId, author, readInput }: ManualContext) =>
    await close(hall, {
      threadId,
      author,
      ...(decision === undefined ? {} : { synthesis: await readTurnText(decision, readInput, 'the decision') }),
    });
  await actManually(reference, flags, act, { forGood: true });
}

export function define(command: Command): void {
  defineActing(command, 'Close a debate with a decision.')
    .argument('[decision]', 'the decision ("-": standard input; omit if the debate is already finished)')
    .option('--allow-secrets', 'allow text that looks like a secret')
    .action(run);
}
