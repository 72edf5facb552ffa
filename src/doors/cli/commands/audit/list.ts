// `debate-hall audit list`: who did and was refused what in a shared hall.

import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { openAuditTrail } from '../../../../hall/compose/store.ts';
import type { AuditEntry } from '../../../../platform/audit/trail.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printJson, printMessage, printResult } from '../../terminal/io.ts';

interface Flags extends HallFlags {
  readonly debate?: string;
  readonly principal?: string;
  readonly refused?: boolean;
  readonly limit: number;
}

function toLine({ at, principal, operation, debate, key, decision }: AuditEntry): string {
  const about = [debate, key].flatMap((id) => (id === undefined ? [] : [`  ${id}`])).join('');
  return `${at}  ${principal?.name ?? '(nobody)'}  ${operation}${about}  ${decision}`;
}

export async function run({ debate, principal, refused, limit, ...flags }: Flags): Promise<void> {
  await withHall(flags, [], async ({ hall: { loaded, clock } }) => {
    const trail = await openAuditTrail(loaded.config, loaded.env, clock);
    try {
      const entries = await trail.list(loaded.config.store.hall, { debate, principal, refused, most: limit });
      if (flags.json === true) await printJson(entries);
      else if (entries.length === 0) printMessage('No entries.');
      else await printResult(entries.map(toLine).join('\n'));
    } finally {
      await trail.close();
    }
    return EXIT.ok;
  });
}
