// `debate-hall kill`: the emergency stop.
import type { Command } from '@commander-js/extra-typings';
import { describeKilled, kill } from '../../../../hall/operations/debate/take-part/end-debate.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { actManually, type ManualContext } from '../../actions/manual-action.ts';
import { defineActing } from '../../input/options.ts';
import { printMessage } from '../../terminal/io.ts';

export function define(command: Command): void {
  defineActing(
    command.description(
      'End a debate immediately, wherever it is running; a finished one loses its outcome. While a question after the end waits for answers, only that is ended.',
    ),
  )
    .argument('<reason>', 'why, for the record')
    .action(async (reference, reason, flags) => {
      const end = async (hall: Hall, { threadId, author }: ManualContext) => {
        const done = await kill(hall, { threadId, author, reason });
        const remark = describeKilled(done);
        if (remark !== undefined) printMessage(remark);
        return done;
      };
      await actManually(reference, flags, end, { forGood: true });
    });
}
