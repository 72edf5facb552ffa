// `debate-hall keys list`: whose keys there are, and how long they are good.
import { listKeys } from '../../../../hall/operations/setup/api-keys.ts';
import type { HallFlags } from '../../actions/run-action.ts';
import { tableLines } from '../../render/layout/table.ts';
import { printJson, printLines, printMessage } from '../../terminal/io.ts';
import { withKeys } from './with-keys.ts';

const COLUMNS = ['ID', 'NAME', 'ROLE', 'ADDED', 'LAST USED', 'VALID'].map((title) => ({ title }));

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

export async function run(flags: HallFlags): Promise<void> {
  await withKeys(flags, async (hall, { keys }) => {
    const all = await listKeys(hall, keys);
    if (flags.json === true) return await printJson(all);
    if (all.length === 0) return printMessage('No keys yet. Add one with "debate-hall keys add NAME".');
    const now = hall.clock.now();
    const rows = all.map(({ id, name, role, created, expires, revoked, used }) => {
      const end = expires.getTime() <= now ? `expired ${dayOf(expires)}` : `until ${dayOf(expires)}`;
      const last = used === undefined ? 'never' : dayOf(used);
      return [id, name, role, dayOf(created), last, revoked === undefined ? end : `revoked ${dayOf(revoked)}`];
    });
    await printLines(tableLines(COLUMNS, rows));
  });
}
