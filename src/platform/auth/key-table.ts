// Keys of the halls in a database.
import { defined } from '../../domain/defined.ts';
import { toNotifySql } from '../database/channels.ts';
import type { Database } from '../database/database.ts';
import { Notices } from '../database/notices.ts';
import type { KeptKey, KeyStore } from './api-key.ts';

interface Row extends Omit<KeptKey, 'revoked' | 'used'> {
  readonly revoked: Date | null;
  readonly used: Date | null;
}

const COLUMNS = 'id, hall, name, role, hash, created, expires, revoked, used';

const toKey = ({ revoked, used, ...key }: Row): KeptKey => ({
  ...key,
  ...defined({ revoked: revoked ?? undefined, used: used ?? undefined }),
});

export class KeyTable implements KeyStore {
  readonly #database: Database;
  readonly #notices: Notices;

  constructor(database: Database) {
    this.#database = database;
    this.#notices = new Notices(database);
  }

  async add({ id, hall, name, role, hash, created, expires }: KeptKey): Promise<void> {
    await this.#database.query(
      `with added as (
         insert into debate_hall.api_key (hall, id, name, role, hash, created, expires) values ($1, $2, $3, $4, $5, $6, $7)
         returning id
       )
       select ${toNotifySql('keys', 'id')} from added`,
      [hall, id, name, role, hash, created, expires],
    );
  }

  async find(id: string): Promise<KeptKey | undefined> {
    const [row] = await this.#database.query<Row>(`select ${COLUMNS} from debate_hall.api_key where id = $1`, [id]);
    return row && toKey(row);
  }

  async list(hall: string): Promise<readonly KeptKey[]> {
    const rows = await this.#database.query<Row>(
      `select ${COLUMNS} from debate_hall.api_key where hall = $1 order by created, id`,
      [hall],
    );
    return rows.map(toKey);
  }

  async revoke(hall: string, id: string, at: Date): Promise<boolean> {
    const rows = await this.#database.query(
      `with changed as (
         update debate_hall.api_key set revoked = coalesce(revoked, $3) where hall = $1 and id = $2 returning id
       )
       select ${toNotifySql('keys', 'id')} from changed`,
      [hall, id, at],
    );
    return rows.length > 0;
  }

  async endAt(hall: string, id: string, at: Date): Promise<boolean> {
    const rows = await this.#database.query(
      'update debate_hall.api_key set expires = least(expires, $3) where hall = $1 and id = $2 returning id',
      [hall, id, at],
    );
    return rows.length > 0;
  }

  async noteUse(id: string, at: Date): Promise<void> {
    await this.#database.query('update debate_hall.api_key set used = $2 where id = $1', [id, at]);
  }

  watch(listener: (id: string | undefined) => void): { close(): void } {
    return this.#notices.listen('keys', listener);
  }

  async close(): Promise<void> {
    await this.#notices.close();
    await this.#database.close();
  }
}
