// `debate-hall close`: ends a debate with a decision.
import type { Command } from '@commander-js/extra-typings';
import { close } from '../../../../hall/operations/debate/take-part/end-debate.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { actManually, type ManualContext, readTurnText } from '../../actions/manual-action.ts';
import { defineActing } from '../../input/options.ts';

export function define(command: Command): void {
  defineActing(command)
    .argument('[decision]', 'the decision ("-": standard input; omit if the debate is already finished)')
    .option('--allow-secrets', 'allow text that looks like a secret')
    .action(async (reference, decision, flags) => {
      const act = async (hall: Hall, { threadId, author, readInput }: ManualContext) =>
        await close(hall, {
          threadId,
          author,
          ...(decision === undefined ? {} : { synthesis: await readTurnText(decision, readInput, 'the decision') }),
        });
      await actManually(reference, flags, act, { forGood: true });
    });
}
