// `debate-hall stats`: where time, tokens and money went, in one debate or in the whole hall.
import type { Command } from '@commander-js/extra-typings';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { describeNone, findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { debateStats, hallStats } from '../../../../hall/operations/records/statistics/debate-stats.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { readHall } from '../../actions/run-action.ts';
import { warnOfLoneRecords } from '../../actions/warn-of-left-out.ts';
import { addResultOptions } from '../../input/options.ts';
import { getPaper } from '../../render/layout/table.ts';
import { debateStatsLines, hallStatsLines } from '../../render/stats-view.ts';
import { printEither, printJson, printMessage, printRows } from '../../terminal/io.ts';

export function define(command: Command): void {
  addResultOptions(
    command
      .description(
        'Show where time, tokens and money went: by turn and seat for one debate, by agent for the whole hall.',
      )
      .argument('[id]', 'the debate (default: the whole hall)'),
  )
    .addHelpText(
      'after',
      `
Figures that an agent does not report are shown as unknown, not as zero.
Monthly subscriptions report no per-call cost.

Examples:
  debate-hall stats
  debate-hall stats 2026-11-20-rewrite-backend
  debate-hall stats --json | jq '.agents[] | {agent, calls, usage}'`,
    )
    .action(async (reference, flags) => {
      await readHall(flags, async ({ hall }) => {
        if (reference === undefined) {
          const stats = await hallStats(hall);
          const isEmpty = stats.debates + stats.unreadable.length === 0;
          if (flags.json === true) await printJson(stats);
          else if (isEmpty) printMessage(describeNone(hall));
          else await printRows(hallStatsLines(toPrintable(stats), getPaper()));
          await warnOfLoneRecords(hall);
          return EXIT.ok;
        }
        const stats = await debateStats(hall, await findDebate(hall, reference));
        await printEither(flags, stats, (shown) => printRows(debateStatsLines(shown, getPaper())));
      });
    });
}
