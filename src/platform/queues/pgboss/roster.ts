// Who takes runs: workers say so again and again, and are forgotten when they are silent.
import { defined } from '../../../domain/defined.ts';
import type { Database } from '../../database/database.ts';
import type { KnownWorker } from '../queue.ts';

export const SAY_EVERY_MS = 15_000;
/** After which a worker counts as gone. */
const SILENT_AFTER_MS = 3 * SAY_EVERY_MS;

export type Roster = ReturnType<typeof openRoster>;

export function openRoster(database: Database) {
  return {
    list: async (): Promise<readonly KnownWorker[]> => {
      const rows = await database.query<Omit<KnownWorker, 'owner'> & { readonly owner: string | null }>(
        `select name, agents, owner, concurrency from debate_hall.worker
         where hall = $1 and seen > clock_timestamp() - $2 * interval '1 millisecond' order by name collate "C"`,
        [database.hall, SILENT_AFTER_MS],
      );
      return rows.map(({ owner, ...worker }) => ({ ...worker, ...defined({ owner: owner ?? undefined }) }));
    },
    say: async ({ name, agents, owner, concurrency }: KnownWorker) => {
      await database.query(
        `insert into debate_hall.worker (hall, name, agents, owner, concurrency) values ($1, $2, $3, $4, $5)
         on conflict (hall, name) do update set agents = excluded.agents, owner = excluded.owner,
           concurrency = excluded.concurrency, seen = clock_timestamp()`,
        [database.hall, name, agents, owner ?? null, concurrency],
      );
    },
    /** With others that have been silent for so long that nobody needs to know of them. */
    leave: async (name: string) => {
      await database.query(
        `delete from debate_hall.worker where hall = $1 and (name = $2 or seen < clock_timestamp() - interval '1 day')`,
        [database.hall, name],
      );
    },
  };
}
