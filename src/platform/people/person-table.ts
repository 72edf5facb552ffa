// The people of a hall in a database: who has signed in and with which role, since tokens of a sign-in service say so only when they are
// shown; and where their names stand besides debates and the audit trail.
import type { Role } from '../access/principal.ts';
import { toNotifySql } from '../database/channels.ts';
import type { Database } from '../database/database.ts';

export interface KnownPerson {
  /** Of the principal. */
  readonly id: string;
  /** As records name it. */
  readonly name: string;
  readonly by: 'key' | 'oidc';
  /** That they had at the last time. */
  readonly role: Role;
  readonly seen: Date;
}

/** What a person has used, by day. */
export interface UsedOnDay {
  readonly principal: string;
  readonly day: string;
  readonly calls: number;
  readonly microUsd: number;
}

export class PersonTable {
  readonly #database: Database;

  /** Closes the database with itself. */
  constructor(database: Database) {
    this.#database = database;
  }

  async note({ id, name, by, role, seen }: KnownPerson): Promise<void> {
    await this.#database.query(
      `insert into debate_hall.person (hall, id, name, by, role, seen) values ($1, $2, $3, $4, $5, $6)
       on conflict (hall, id) do update set name = excluded.name, role = excluded.role, seen = excluded.seen`,
      [this.#database.hall, id, name, by, role, seen],
    );
  }

  /** Whoever was here last first. */
  async list(): Promise<readonly KnownPerson[]> {
    return await this.#database.query<KnownPerson>(
      'select id, name, by, role, seen from debate_hall.person where hall = $1 order by seen desc, id',
      [this.#database.hall],
    );
  }

  /** All IDs and names of whoever has this ID or name, as far as the hall knows. */
  async findNames(idOrName: string): Promise<readonly string[]> {
    const rows = await this.#database.query<{ id: string; name: string }>(
      `with principal as (
         select id, name from debate_hall.person where hall = $1
         union select 'key:' || name, name from debate_hall.api_key where hall = $1
         union select entry::json -> 'principal' ->> 'id', entry::json -> 'principal' ->> 'name'
           from debate_hall.audit where hall = $1
       )
       select id, name from principal where $2 in (id, name)`,
      [this.#database.hall, idOrName],
    );
    return [...new Set([idOrName, ...rows.flatMap(({ id, name }) => [id, name])])].sort();
  }

  async listUsage(names: readonly string[]): Promise<readonly UsedOnDay[]> {
    const rows = await this.#database.query<{ principal: string; day: string; calls: string; cost: string }>(
      `select principal, day::text, calls, micro_usd as cost from debate_hall.usage
       where hall = $1 and principal = any($2) order by day, principal`,
      [this.#database.hall, names],
    );
    return rows.map(({ principal, day, calls, cost }) => ({
      principal,
      day,
      calls: Number(calls),
      microUsd: Number(cost),
    }));
  }

  /** Their keys end, and all rows name `to` in their place. */
  async rename(names: readonly string[], to: string): Promise<void> {
    const values = [this.#database.hall, names, to];
    await this.#database.change(async (client) => {
      await client.query('delete from debate_hall.person where hall = $1 and (id = any($2) or name = any($2))', [
        this.#database.hall,
        names,
      ]);
      await client.query(
        `with ended as (
           update debate_hall.api_key set name = $3, revoked = coalesce(revoked, clock_timestamp())
           where hall = $1 and name = any($2) returning id
         )
         select ${toNotifySql('keys', 'id')} from ended`,
        values,
      );
      await client.query('update debate_hall.run set owner = $3 where hall = $1 and owner = any($2)', values);
      await client.query('update debate_hall.worker set owner = $3 where hall = $1 and owner = any($2)', values);
      await client.query(
        `with gone as (
           delete from debate_hall.usage where hall = $1 and principal = any($2) returning day, calls, micro_usd
         )
         insert into debate_hall.usage (hall, principal, day, calls, micro_usd)
         select $1, $3, day, sum(calls), sum(micro_usd) from gone group by day`,
        values,
      );
    });
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}
