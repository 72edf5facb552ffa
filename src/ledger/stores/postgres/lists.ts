// Which ledgers a hall has, in pages. A page is found by where the one before ended, whatever was written meanwhile.
import { checkThreadId } from '../../../domain/ids.ts';
import type { Database } from '../../../platform/database/database.ts';
import { cutPage, type Store, type StoredLedger } from '../store.ts';

/** Some hundred kilobytes at a time. */
const PAGE = 1_000;

export interface Listed {
  readonly id: string;
  readonly generation: string;
  readonly lines: string;
  readonly running: boolean;
}

export const toStored = ({ id, generation, lines, running }: Listed): StoredLedger => ({
  ...{ id, version: `${generation}:${lines}`, running },
});

/** The columns of `Listed`. */
export const STORED = 'id, generation, lines, coalesce(run_until >= clock_timestamp(), false) as running';

/** `$1` and `$2` of statements about one ledger. Throws `bad-input`. */
export function toKey(database: Database, id: string): readonly [hall: string, id: string] {
  checkThreadId(id);
  return [database.hall, id];
}

export function openLists(database: Database): Pick<Store, 'list' | 'newest' | 'find' | 'count'> {
  const { hall } = database;
  return {
    list: async ({ after = '', most = PAGE } = {}) => {
      const rows = await database.query<{ id: string }>(
        `select id from debate_hall.debate where hall = $1 and id collate "C" > $2 order by id collate "C" limit $3`,
        [hall, after, most + 1],
      );
      return cutPage(
        rows.map(({ id }) => id),
        most,
        (id) => id,
      );
    },
    newest: async ({ after, most = PAGE } = {}) => {
      const space = after?.indexOf(' ');
      const rows = await database.query<Listed & { readonly at: string }>(
        `select ${STORED}, to_char(written at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
         from debate_hall.debate
         where hall = $1
           and ($2::timestamptz is null or (written <= $2 and (written < $2 or id collate "C" > $3)))
         order by written desc, id collate "C" limit $4`,
        [hall, after?.slice(0, space) ?? null, after?.slice((space ?? 0) + 1) ?? null, most + 1],
      );
      const { items, ...rest } = cutPage(rows, most, ({ at, id }) => `${at} ${id}`);
      return { items: items.map(toStored), ...rest };
    },
    find: async (ids) => {
      ids.forEach(checkThreadId);
      const rows = await database.query<Listed>(
        `select ${STORED} from debate_hall.debate where hall = $1 and id = any($2)`,
        [hall, ids],
      );
      return rows.map(toStored);
    },
    count: async () => {
      const [row] = await database.query<{ count: string }>('select count(*) from debate_hall.debate where hall = $1', [
        hall,
      ]);
      return Number(row?.count ?? 0);
    },
  };
}
