// `debate-hall keys`: the keys of a shared hall, each shown once.
import type { Command } from '@commander-js/extra-typings';
import { openAudit, openKeys } from '../../../../hall/compose/access.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import {
  type AddedKey,
  addKey,
  type KeyDesk,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../../../hall/operations/setup/api-keys.ts';
import { ROLES } from '../../../../platform/access/principal.ts';
import { closeInOrder } from '../../../../support/close-all.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { addCommand, addHallOptions, Option, parseSequence, parseWhole } from '../../input/options.ts';
import { type Column, getPaper, renderTable } from '../../render/layout/table.ts';
import { printJson, printLines, printList, printMessage, printResult } from '../../terminal/io.ts';
import { localPrincipal } from '../../terminal/person.ts';

async function withKeys(flags: HallFlags, work: (hall: Hall, desk: KeyDesk) => Promise<void>): Promise<void> {
  await withHall(flags, {}, async ({ hall }) => {
    const { config, env } = hall.loaded;
    const keys = await openKeys(hall);
    const { audit, close: closeAudit } = await openAudit(config, env, hall.clock);
    try {
      await work(hall, { keys, audit, by: localPrincipal() });
    } finally {
      await closeInOrder([closeAudit, keys.close]);
    }
  });
}

/** The one time that a key is shown. */
async function showNewKey({ key, token }: AddedKey, { json }: HallFlags): Promise<void> {
  const { hash: _, ...shown } = key;
  if (json === true) return await printJson({ ...shown, token });
  const until = key.expires.toISOString().slice(0, 10);
  printMessage(`Key ${key.id} for ${key.name} (${key.role}), valid until ${until}. It is shown only now:`);
  await printResult(token);
}

const COLUMNS: readonly Column[] = [
  { title: 'ID' },
  { title: 'NAME' },
  { title: 'ROLE' },
  { title: 'ADDED', detail: true },
  { title: 'LAST USED', detail: true },
  { title: 'VALID' },
];

const formatDay = (at: Date) => at.toISOString().slice(0, 10);

export function define(keys: Command): void {
  addCommand(keys, 'add', 'Add a key and show it once.')
    .argument('<name>', 'name of the person or program')
    .addOption(
      new Option('--role <role>', 'what it allows; each role includes those before it')
        .choices(ROLES)
        .default('speaker'),
    )
    .option('--days <n>', 'days until it expires', parseWhole, 90)
    .addHelpText(
      'after',
      `
One name can have several keys; records show the name.

Examples:
  debate-hall keys add ana --role runner
  debate-hall keys add nightly-checks --role reader --days 30`,
    )
    .action(async (name, flags) => {
      await withKeys(flags, async (hall, desk) => {
        await showNewKey(await addKey(hall, desk, { name, role: flags.role, days: flags.days }), flags);
      });
    });
  addCommand(keys, 'list', 'List the keys of this hall.').action(async (flags) => {
    await withKeys(flags, async (hall, { keys }) => {
      const all = await listKeys(hall, keys);
      const now = hall.clock.now();
      await printList(flags, all, 'No keys yet. Add one with "debate-hall keys add NAME".', (shown) => {
        const rows = shown.map(({ id, name, role, created, expires, revoked, used }) => {
          const end = expires.getTime() <= now ? `expired ${formatDay(expires)}` : `until ${formatDay(expires)}`;
          const last = used === undefined ? 'never' : formatDay(used);
          const valid = revoked === undefined ? end : `revoked ${formatDay(revoked)}`;
          return [id, name, role, formatDay(created), last, valid];
        });
        return printLines(renderTable(COLUMNS, rows, getPaper()));
      });
    });
  });
  addCommand(keys, 'rotate', 'Replace a key with a new one; both are valid for a while.')
    .argument('<key>', 'ID of the key')
    .option('--overlap <n>', 'days that the old key stays valid', parseSequence, 7)
    .option('--days <n>', 'days until the new key expires', parseWhole, 90)
    .addHelpText(
      'after',
      `
Example:
  debate-hall keys rotate 5f1c09ab22e1 --overlap 2`,
    )
    .action(async (id, flags) => {
      await withKeys(flags, async (hall, desk) => {
        const added = await rotateKey(hall, desk, { id, days: flags.days, overlapDays: flags.overlap });
        await showNewKey(added, flags);
        printMessage(
          `Key ${id} stays valid for ${flags.overlap === 1 ? 'one more day' : `${flags.overlap} more days`}.`,
        );
      });
    });
  addHallOptions(keys.command('revoke').description('Revoke a key; its next request is refused.'))
    .argument('<key>', 'ID of the key')
    .action(async (id, flags) => {
      await withKeys(flags, async (hall, desk) => {
        await revokeKey(hall, desk, id);
        printMessage(`Key ${id} is revoked.`);
      });
    });
}
