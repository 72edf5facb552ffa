// `debate-hall db check`: whether the database answers and has the tables that this version needs.
import { inspectDatabase } from '../../../compose/store.ts';
import { EXIT } from '../../../domain/failures/exit-codes.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printJson, printMessage, printResult } from '../../terminal/io.ts';

export async function run(flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall: { loaded } }) => {
    const state = await inspectDatabase(loaded.config, loaded.env);
    const { place, taken, known, queue } = state;
    const version = queue.version ?? 0;
    const isOlder = taken.length < known || version < queue.known;
    const isNewer = taken.length > known || version > queue.known;
    const ok = !isOlder && !isNewer;
    if (flags.json === true) await printJson({ ...state, ok });
    else {
      const tables = `tables at step ${taken.length} of ${known}, queue at version ${version} of ${queue.known}`;
      await printResult(`${place}: answers; ${tables}`);
    }
    if (isOlder) printMessage('Update the tables with "debate-hall db migrate".');
    if (isNewer) printMessage('The tables are newer than this version: update Debate Hall.');
    return ok ? EXIT.ok : EXIT.internal;
  });
}
