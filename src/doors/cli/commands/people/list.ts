// `debate-hall people list`: who has signed in, and with which role.
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import type { HallFlags } from '../../actions/run-action.ts';
import { tableLines } from '../../render/layout/table.ts';
import { printJson, printLines, printMessage } from '../../terminal/io.ts';
import { withPeople } from './with-people.ts';

const COLUMNS = ['NAME', 'ROLE', 'ID', 'LAST SEEN'].map((title) => ({ title }));

export async function run(flags: HallFlags): Promise<void> {
  await withPeople(flags, async (_hall, { people }) => {
    const all = await people.list();
    if (flags.json === true) {
      await printJson(all);
      return EXIT.ok;
    }
    if (all.length === 0) printMessage('Nobody has signed in yet.');
    const rows = all.map(({ name, role, id, seen }) => [
      name,
      role,
      id,
      seen.toISOString().slice(0, 16).replace('T', ' '),
    ]);
    if (all.length > 0) await printLines(tableLines(COLUMNS, rows));
    return EXIT.ok;
  });
}
