// The keys of the hall, for the commands that manage them.
import type { KeyStore } from '../../../auth/api-key.ts';
import { openKeys } from '../../../compose/access.ts';
import { EXIT } from '../../../domain/failures/exit-codes.ts';
import type { Hall } from '../../../operations/hall.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';

export async function withKeys(flags: HallFlags, work: (hall: Hall, keys: KeyStore) => Promise<void>): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const keys = await openKeys(hall.loaded.config, hall.loaded.env);
    try {
      await work(hall, keys);
      return EXIT.ok;
    } finally {
      await keys.close();
    }
  });
}
