// Who runs a debate or posts of it, as leases on its row.
import type { Database } from '../../../platform/database/database.ts';
import { holdLease } from '../../../platform/database/lease.ts';
import { systemClock } from '../../../support/clock.ts';
import type { Lease, Store } from '../store.ts';
import { toKey } from './lists.ts';

/** How long a claim is good for without a word of its holder. */
const LEASE_MS = 15_000;

/** `newName` gives a name that nothing else has. */
export function openLeases(
  database: Database,
  newName: () => string,
): Pick<Store, 'claimRun' | 'claimPosting' | 'isRunning'> {
  /** `kind` names columns of the debate; never the words of a caller. */
  const take = async (id: string, kind: 'run' | 'posting'): Promise<Lease | undefined> => {
    const key = toKey(database, id);
    const holder = newName();
    let askedAt = systemClock.elapsed();
    const rows = await database.query<{ fence: string }>(
      `update debate_hall.debate
       set ${kind}_fence = ${kind}_fence + 1, ${kind}_holder = $4, ${kind}_until = clock_timestamp() + $3 * interval '1 millisecond'
       where hall = $1 and id = $2 and (coalesce(${kind}_until < clock_timestamp(), true) or ${kind}_holder = $4)
       returning ${kind}_fence as fence`,
      [...key, LEASE_MS, holder],
      () => {
        askedAt = systemClock.elapsed();
      },
    );
    if (rows[0] === undefined) return undefined;
    const fence = Number(rows[0].fence);
    const set = async (until: string, onRetry?: () => void) =>
      await database.query(
        `update debate_hall.debate set ${kind}_until = ${until}
         where hall = $1 and id = $2 and ${kind}_fence = $3 and ${kind}_until is not null returning 1`,
        [...key, fence],
        onRetry,
      );
    const renew = async (onRetry?: () => void) =>
      await set(`clock_timestamp() + interval '${LEASE_MS} milliseconds'`, onRetry);
    const held = holdLease({
      ...{ leaseMs: LEASE_MS, askedAt, clock: systemClock },
      renew,
      giveBack: async () => await set('null'),
    });
    return { fence, ...held, isHeld: async () => (await renew()).length > 0 && !held.lost.aborted };
  };
  return {
    claimRun: async (id) => await take(id, 'run'),
    claimPosting: async (id) => await take(id, 'posting'),
    isRunning: async (id) => {
      const rows = await database.query<{ taken: boolean }>(
        `select coalesce(run_until >= clock_timestamp(), false) as taken
         from debate_hall.debate where hall = $1 and id = $2`,
        toKey(database, id),
      );
      return rows[0]?.taken === true;
    },
  };
}
