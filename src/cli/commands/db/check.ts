// `debate-hall db check`: whether the database answers and has the tables that this version needs.
import { inspectDatabase } from '../../../compose/store.ts';
import { EXIT } from '../../../domain/failures/exit-codes.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printJson, printMessage, printResult } from '../../terminal/io.ts';

export async function run(flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall: { loaded } }) => {
    const { place, taken, known } = await inspectDatabase(loaded.config, loaded.env);
    const ok = taken.length === known;
    if (flags.json === true) await printJson({ place, taken, known, ok });
    else await printResult(`${place}: answers; tables at step ${taken.length} of ${known}`);
    if (taken.length < known) printMessage('Update the tables with "debate-hall db migrate".');
    if (taken.length > known) printMessage('The tables are newer than this version: update Debate Hall.');
    return ok ? EXIT.ok : EXIT.internal;
  });
}
