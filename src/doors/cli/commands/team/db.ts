// `debate-hall db`: the tables of a shared hall.
import type { Command } from '@commander-js/extra-typings';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { type DatabaseState, inspectDatabase, migrateDatabase } from '../../../../hall/compose/store.ts';
import { packageFile } from '../../../../support/package-root.ts';
import { withHall } from '../../actions/run-action.ts';
import { addCommand, ON_POSTGRES } from '../../input/options.ts';
import { printJson, printMessage, printResult, printWarning } from '../../terminal/io.ts';

const WHY_NOT = {
  bypassed: `the user of this address is a superuser or has BYPASSRLS. Use one that has neither: see ${packageFile('docs/team-hall/access.md')}.`,
  off: 'it is not on for every table. Restore the tables from a backup, or ask whoever changed them.',
} as const satisfies Record<Exclude<DatabaseState['rowSecurity'], 'on'>, string>;

export function define(database: Command): void {
  addCommand(database, 'migrate', 'Create or update the tables.')
    .addHelpText('after', `${ON_POSTGRES} db migrate`)
    .action(async (flags) => {
      await withHall(flags, {}, async ({ hall: { loaded } }) => {
        const state = await migrateDatabase(loaded.config, loaded.env);
        if (flags.json === true) await printJson(state);
        else if (state.added === 0) await printResult(`${state.place}: the tables are up to date.`);
        else await printResult(`${state.place}: the tables are ready (step ${state.taken.length} of ${state.known}).`);
      });
    });
  addCommand(database, 'check', 'Check that the database answers and has its tables.')
    .addHelpText('after', `${ON_POSTGRES} db check`)
    .action(async (flags) => {
      await withHall(flags, {}, async ({ hall: { loaded } }) => {
        const state = await inspectDatabase(loaded.config, loaded.env);
        const { place, taken, known, fit, queue, rowSecurity } = state;
        const version = queue.version ?? 0;
        const isOlder = fit === 'older' || version < queue.known;
        const isNewer = fit === 'newer' || version > queue.known;
        const ok = !isOlder && !isNewer;
        if (flags.json === true) await printJson({ ...state, ok });
        else {
          const tables = `tables at step ${taken.length} of ${known}, queue at version ${version} of ${queue.known}`;
          await printResult(`${place}: answers; ${tables}`);
        }
        if (isOlder) printMessage('Update the tables with "debate-hall db migrate".');
        if (isNewer) printMessage('The tables are newer than this version: update Debate Hall.');
        else if (taken.length > known) printMessage('The tables are newer than this version, which works with them.');
        if (ok && rowSecurity !== 'on') printWarning(`Row-level security is not in force: ${WHY_NOT[rowSecurity]}`);
        return ok ? EXIT.ok : EXIT.internal;
      });
    });
}
