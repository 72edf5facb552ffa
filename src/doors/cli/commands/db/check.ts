// `debate-hall db check`: whether the database answers and has the tables that this version needs.

import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { type DatabaseState, inspectDatabase } from '../../../../hall/compose/store.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printJson, printMessage, printResult, printWarning } from '../../terminal/io.ts';

const WHY_NOT = {
  bypassed: 'the user of this address is a superuser or has BYPASSRLS. Use one that has neither (docs/team-hall.md).',
  off: 'it is not on for every table. Restore the tables from a backup, or ask whoever changed them.',
} as const satisfies Record<Exclude<DatabaseState['rowSecurity'], 'on'>, string>;

export async function run(flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall: { loaded } }) => {
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
}
