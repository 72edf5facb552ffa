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

export interface UsedOnDay {
  readonly principal: string;
  readonly day: string;
  readonly calls: number;
  readonly microUsd: number;
}

export type PersonTable = ReturnType<typeof openPersonTable>;

/** Closes the database with itself. */
export function openPersonTable(database: Database) {
  return {
    note: async ({ id, name, by, role, seen }: KnownPerson) => {
      await database.query(
        `insert into debate_hall.person (hall, id, name, by, role, seen) values ($1, $2, $3, $4, $5, $6)
         on conflict (hall, id) do update set name = excluded.name, role = excluded.role, seen = excluded.seen`,
        [database.hall, id, name, by, role, seen],
      );
    },
    /** Whoever was here last first. */
    list: async () => {
      return await database.query<KnownPerson>(
        'select id, name, by, role, seen from debate_hall.person where hall = $1 order by seen desc, id',
        [database.hall],
      );
    },
    /** All IDs and names of whoever has this ID or name, as far as the hall knows. */
    findNames: async (idOrName: string): Promise<readonly string[]> => {
      const rows = await database.query<{ id: string; name: string }>(
        `with principal as (
           select id, name from debate_hall.person where hall = $1
           union select 'key:' || name, name from debate_hall.api_key where hall = $1
           union select entry::json -> 'principal' ->> 'id', entry::json -> 'principal' ->> 'name'
             from debate_hall.audit where hall = $1
         )
         select id, name from principal where $2 in (id, name)
         union select name, name from debate_hall.erasure where hall = $1 and becomes in (
           select becomes from debate_hall.erasure where hall = $1 and name = $2
         )`,
        [database.hall, idOrName],
      );
      return [...new Set([idOrName, ...rows.flatMap(({ id, name }) => [id, name])])].sort();
    },
    listUsage: async (names: readonly string[]): Promise<readonly UsedOnDay[]> => {
      const rows = await database.query<{ principal: string; day: string; calls: string; cost: string }>(
        `select principal, day::text, calls, micro_usd as cost from debate_hall.usage
         where hall = $1 and principal = any($2) order by day, principal`,
        [database.hall, names],
      );
      return rows.map(({ principal, day, calls, cost }) => ({
        principal,
        day,
        calls: Number(calls),
        microUsd: Number(cost),
      }));
    },
    /** What takes the place of these names: what an erasure that is not through has begun to put there, or else `fresh`. */
    beginErasure: async (names: readonly string[], fresh: string): Promise<string> => {
      const values = [database.hall, names];
      return await database.change(async (client) => {
        await client.query(
          `insert into debate_hall.erasure (hall, name, becomes)
           select $1, unnest($2::text[]), coalesce(
             (select min(becomes) from debate_hall.erasure where hall = $1 and name = any($2)), $3
           ) on conflict do nothing`,
          [...values, fresh],
        );
        const found = 'select min(becomes) as to from debate_hall.erasure where hall = $1 and name = any($2)';
        return (await client.query<{ to: string }>(found, values)).rows[0]?.to ?? fresh;
      });
    },
    endErasure: async (names: readonly string[]): Promise<void> => {
      await database.query('delete from debate_hall.erasure where hall = $1 and name = any($2)', [
        database.hall,
        names,
      ]);
    },
    /** Their keys end, and all rows name `to` in their place. Returns how many rows named them. */
    rename: async (names: readonly string[], to: string) => {
      const values = [database.hall, names, to];
      return await database.change(async (client) => {
        const statements: [string, unknown[]][] = [
          [
            `with ended as (
               update debate_hall.api_key set name = $3, revoked = coalesce(revoked, clock_timestamp())
               where hall = $1 and name = any($2) returning id
             )
             select ${toNotifySql('keys', 'id')} from ended`,
            values,
          ],
          ['update debate_hall.run set owner = $3 where hall = $1 and owner = any($2)', values],
          ['update debate_hall.worker set owner = $3 where hall = $1 and owner = any($2)', values],
          [
            `with gone as (
               delete from debate_hall.usage where hall = $1 and principal = any($2) returning day, calls, micro_usd
             )
             insert into debate_hall.usage as u (hall, principal, day, calls, micro_usd)
             select $1, $3, day, sum(calls), sum(micro_usd) from gone group by day
             on conflict (hall, principal, day) do update set
               calls = u.calls + excluded.calls, micro_usd = u.micro_usd + excluded.micro_usd`,
            values,
          ],
          [
            'delete from debate_hall.person where hall = $1 and (id = any($2) or name = any($2))',
            [database.hall, names],
          ],
        ];
        let changed = 0;
        for (const [statement, given] of statements) changed += (await client.query(statement, given)).rowCount ?? 0;
        return changed;
      });
    },
    close: async () => await database.close(),
  };
}
