// `debate-hall calibration`: how well confidence was founded.
import { defined } from '../../../../domain/defined.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { calibrate } from '../../../../hall/operations/records/outcomes/calibration.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { filterFrom } from '../../input/list-filter.ts';
import { calibrationLines } from '../../render/calibration-view.ts';
import { roomOf } from '../../render/layout/word-wrap.ts';
import { coloursFor, printJson, printLines, printMessage } from '../../terminal/io.ts';

interface CalibrationFlags extends HallFlags {
  readonly format?: string;
  readonly agent?: string;
  readonly since?: string;
}

export async function run({ agent, ...flags }: CalibrationFlags): Promise<void> {
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
