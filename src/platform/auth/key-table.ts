// Keys of the halls in a database.
import { defined } from '../../domain/defined.ts';
import { toNotifySql } from '../database/channels.ts';
import type { Database } from '../database/database.ts';
import type { KeptKey, KeyStore } from './credentials.ts';

interface Row extends Omit<KeptKey, 'revoked' | 'used'> {
  readonly revoked: Date | null;
  readonly used: Date | null;
}

const COLUMNS = 'id, hall, name, role, hash, created, expires, revoked, used';

const toKey = ({ revoked, used, ...key }: Row): KeptKey => ({
  ...key,
  ...defined({ revoked: revoked ?? undefined, used: used ?? undefined }),
});

export function openKeyTable(database: Database): KeyStore {
  return {
    add: async ({ id, hall, name, role, hash, created, expires }) => {
      await database.query(
        `with added as (
           insert into debate_hall.api_key (hall, id, name, role, hash, created, expires) values ($1, $2, $3, $4, $5, $6, $7)
           returning id
         )
         select ${toNotifySql('keys', 'id')} from added`,
        [hall, id, name, role, hash, created, expires],
      );
    },
    find: async (id) => {
      const [row] = await database.query<Row>(`select ${COLUMNS} from debate_hall.api_key where id = $1`, [id]);
      return row && toKey(row);
    },
    list: async (hall) => {
      const rows = await database.query<Row>(
        `select ${COLUMNS} from debate_hall.api_key where hall = $1 order by created, id`,
        [hall],
      );
      return rows.map(toKey);
    },
    revoke: async (hall, id, at) => {
      const rows = await database.query(
        `with changed as (
           update debate_hall.api_key set revoked = coalesce(revoked, $3) where hall = $1 and id = $2 returning id
         )
         select ${toNotifySql('keys', 'id')} from changed`,
        [hall, id, at],
      );
      return rows.length > 0;
    },
    endAt: async (hall, id, at) => {
      const rows = await database.query(
        `with changed as (
           update debate_hall.api_key set expires = least(expires, $3) where hall = $1 and id = $2 returning id
         )
         select ${toNotifySql('keys', 'id')} from changed`,
        [hall, id, at],
      );
      return rows.length > 0;
    },
    noteUse: async (id, at) => {
      await database.query('update debate_hall.api_key set used = $2 where id = $1', [id, at]);
    },
    watch: (listener) => database.listen('keys', listener),
    close: async () => await database.close(),
  };
}
