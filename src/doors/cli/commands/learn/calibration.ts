// `debate-hall calibration`: how well confidence was founded.

import type { Command } from 'commander';
import { defined } from '../../../../domain/defined.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { calibrate } from '../../../../hall/operations/records/outcomes/calibration.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { filterFrom } from '../../input/list-filter.ts';
import { addHallOptions } from '../../input/options.ts';
import { calibrationLines } from '../../render/calibration-view.ts';
import { roomOf } from '../../render/layout/word-wrap.ts';
import { coloursFor, printJson, printLines, printMessage } from '../../terminal/io.ts';

interface CalibrationFlags extends HallFlags {
  readonly format?: string;
  readonly agent?: string;
  readonly since?: string;
}

async function run({ agent, ...flags }: CalibrationFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const { format, since } = await filterFrom(hall, flags);
    const calibration = await calibrate(hall, defined({ format, since, agent }));
    if (flags.json === true) await printJson(calibration);
    else if (calibration.debates === 0) {
      printMessage('No matching answer has a recorded outcome yet. Record one with "debate-hall outcome ID right".');
      if (agent === undefined) printMessage('Rehearsals count only if you name them: --agent rehearsal.');
    } else {
      const paper = { room: roomOf(process.stdout), colours: coloursFor(process.stdout) };
      await printLines(calibrationLines(toPrintable(calibration), paper));
    }
    return EXIT.ok;
  });
}

export function define(command: Command): void {
  addHallOptions(
    command.description(
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
A Brier score of 0 is perfect; saying 50% to everything gives 0.25. Below 20
answers there is too little data to say anything.

Examples:
  debate-hall calibration --since 90d
  debate-hall calibration --agent claude --json`,
    )
    .action(run);
}
