// `debate-hall compare`: how two debates differ.

import type { Command } from 'commander';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { compareDebates } from '../../../../hall/operations/records/comparison/compare-debates.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { addHallOptions } from '../../input/options.ts';
import { comparisonLines } from '../../render/comparison-view.ts';
import { coloursFor, printJson, printLines } from '../../terminal/io.ts';

async function run(reference: string, other: string, flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const comparison = await compareDebates(hall, await findDebate(hall, reference), await findDebate(hall, other));
    if (flags.json === true) await printJson(comparison);
    else await printLines(comparisonLines(toPrintable(comparison), coloursFor(process.stdout)));
    return EXIT.ok;
  });
}

export function define(command: Command): void {
  addHallOptions(
    command
      .description(
        'Show how two debates differ: seats, rules, answers, outcome, cost, and the first event that differs.',
      )
      .argument('<id>', 'the debate')
      .argument('<other>', 'the debate to compare it with'),
  )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
To compare a debate with blind answers of its agents, use run --compare.

Example:
  debate-hall compare 2026-11-20-rewrite-backend 2026-11-20-rewrite-backend-2`,
    )
    .action(run);
}
