// `debate-hall replay`: plays a debate back without a model, while the rules read everything in it again.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { replayDebate } from '../../../../hall/operations/records/replay-debate.ts';
import { withDebate } from '../../actions/run-action.ts';
import { addResultOptions, parseSequence, parseSpeed } from '../../input/options.ts';
import { viewFor } from '../../render/live/live-view.ts';
import { chooseExit, listRemarks, replayLines } from '../../render/verify-view.ts';
import { coloursFor, printEither, printMessage, printSentences } from '../../terminal/io.ts';

export function define(command: Command): void {
  addResultOptions(
    command
      .description(
        'Play a debate back, event by event, without calling a model. The rules read every answer again, and the ' +
          'replay stops at the first event that differs.',
      )
      .argument('<id>', 'the debate'),
  )
    .option('--until <seq>', 'stop after this event', parseSequence)
    .option('--speed <n>', 'play at this many times the original speed (default: without pauses)', parseSpeed)
    .option('--log', 'print one line per step instead of streaming')
    .option('-q, --quiet', 'print only the result of the replay')
    .addHelpText(
      'after',
      `
Exits with 0 if every event is the same, with 2 if the debate needs another
version of Debate Hall, and otherwise with 1.

Examples:
  debate-hall replay 2026-11-20-rewrite-backend
  debate-hall replay 2026-11-20-rewrite-backend --speed 20`,
    )
    .action(async (reference, flags) => {
      await withDebate(reference, flags, async ({ hall, threadId, signal }) => {
        const view = await viewFor({ ...flags, quiet: flags.quiet === true || flags.json === true });
        const { until, speed } = flags;
        const result = await replayDebate(hall, {
          ...{ threadId, signal, listen: view.listen },
          ...defined({ until, speed }),
        }).finally(() => view.close());
        if (signal.aborted) throw new HallError('cancelled', 'Cancelled.');
        await printEither(flags, result, async (shown) => {
          for (const remark of listRemarks(shown)) printMessage(remark);
          await printSentences(replayLines(shown, coloursFor(process.stdout)));
        });
        return chooseExit([result]);
      });
    });
}
