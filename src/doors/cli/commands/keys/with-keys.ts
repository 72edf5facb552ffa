// The keys of the hall, for the commands that manage them, and who does so.
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { openAudit, openKeys } from '../../../../hall/compose/access.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import type { KeyDesk } from '../../../../hall/operations/setup/api-keys.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { localPrincipal } from '../../terminal/local-principal.ts';

export async function withKeys(flags: HallFlags, work: (hall: Hall, desk: KeyDesk) => Promise<void>): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const { config, env } = hall.loaded;
    const keys = await openKeys(config, env);
    const { audit, close: closeAudit } = await openAudit(config, env, hall.clock);
    try {
      await work(hall, { keys, audit, by: localPrincipal() });
      return EXIT.ok;
    } finally {
      await closeAudit();
      await keys.close();
    }
  });
}
