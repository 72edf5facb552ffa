// `debate-hall db migrate`: makes the tables of a shared hall what this version needs.

import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { migrateDatabase } from '../../../../hall/compose/store.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printJson, printResult } from '../../terminal/io.ts';

export async function run(flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall: { loaded } }) => {
    const state = await migrateDatabase(loaded.config, loaded.env);
    if (flags.json === true) await printJson(state);
    else if (state.added === 0) await printResult(`${state.place}: the tables are up to date.`);
    else await printResult(`${state.place}: the tables are ready (step ${state.taken.length} of ${state.known}).`);
    return EXIT.ok;
  });
}
