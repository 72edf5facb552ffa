// The people of a hall in a database: who has signed in and with which role, since tokens of a sign-in service say so only when they are
// shown; whose each name is; and where else than in debates and the audit trail they are named.
import { endInDigest, type Role } from '../access/principal.ts';
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

/** Without a role only the name is kept. */
type SeenPerson = Omit<KnownPerson, 'role'> & { readonly role: Role | undefined };

/** Somebody with all names that records have had of them. */
export interface NamedPerson {
  readonly id: string;
  readonly names: readonly string[];
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
    /** Writes down that they were here. Returns the name for records: `name`, unless it was somebody else's first. */
    note: async ({ id, name: given, by, role, seen }: SeenPerson): Promise<string> => {
      for (let tried = 0; ; tried += 1) {
        const name = tried === 0 ? given : endInDigest(given, `${id} ${tried}`);
        // Changes nothing of one that is there, but tells whose it is, also while somebody else writes it.
        const [owner] = await database.query<{ id: string }>(
          `insert into debate_hall.person_name as known (hall, name, id, given) values ($1, $2, $3, $4)
           on conflict (hall, name) do update set id = known.id returning id`,
          [database.hall, name, id, given],
        );
        if (owner?.id !== id) continue;
        if (role === undefined) return name;
        await database.query(
          `insert into debate_hall.person (hall, id, name, by, role, seen) values ($1, $2, $3, $4, $5, $6)
           on conflict (hall, id) do update set name = excluded.name, role = excluded.role, seen = excluded.seen`,
          [database.hall, id, name, by, role, seen],
        );
        return name;
      }
    },
    /** Whether the name is still theirs; not after they were erased. */
    owns: async ({ id, name }: Pick<KnownPerson, 'id' | 'name'>): Promise<boolean> => {
      const rows = await database.query(
        'select from debate_hall.person_name where hall = $1 and name = $2 and id = $3',
        [database.hall, name, id],
      );
      return rows.length > 0;
    },
    /** Whoever was here last first. */
    list: async () => {
      return await database.query<KnownPerson>(
        'select id, name, by, role, seen from debate_hall.person where hall = $1 order by seen desc, id',
        [database.hall],
      );
    },
    /** Whoever has this ID, or else all who were ever called so, by records or by their key or sign-in service. */
    find: async (idOrName: string): Promise<readonly NamedPerson[]> => {
      const rows = await database.query<NamedPerson>(
        `with known as (
           select id, name, given from debate_hall.person_name where hall = $1
           union all
           select 'key:' || name, null, name from debate_hall.api_key where hall = $1
           union all
           select 'key:' || name, name, name from debate_hall.api_key as key where hall = $1 and not exists (
             select from debate_hall.person_name as other where other.hall = $1 and other.name = key.name
           )
         )
         select id, array_remove(array_agg(distinct name order by name), null) as names from known
         group by id having id = $2 or bool_or(name = $2) or bool_or(given = $2) order by id`,
        [database.hall, idOrName],
      );
      const byId = rows.filter(({ id }) => id === idOrName);
      return byId.length > 0 ? byId : rows;
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
    /**
     * What takes the place of their names: what an erasure that is not through has begun to put there, or else `fresh`. Until it ends
     * the names stay theirs.
     */
    beginErasure: async ({ id, names }: NamedPerson, fresh: string): Promise<string> => {
      const person = [database.hall, id];
      return await database.change(async (client) => {
        await client.query(
          `insert into debate_hall.person_name (hall, id, name, given)
           select $1, $2, name, name from unnest($3::text[]) as name on conflict do nothing`,
          [...person, [id, ...names]],
        );
        const { rows } = await client.query<{ becomes: string }>(
          `update debate_hall.person_name set becomes = coalesce(
             (select min(becomes) from debate_hall.person_name where hall = $1 and id = $2), $3
           ) where hall = $1 and id = $2 returning becomes`,
          [...person, fresh],
        );
        return rows[0]?.becomes ?? fresh;
      });
    },
    endErasure: async ({ id }: NamedPerson): Promise<void> => {
      await database.query('delete from debate_hall.person_name where hall = $1 and id = $2', [database.hall, id]);
    },
    /** Their keys end, and all rows name `to` in their place. Returns how many rows named them. */
    rename: async (names: readonly string[], to: string) => {
      const values = [database.hall, names, to];
      return await database.change(async (client) => {
        const statements: [string, unknown[]][] = [
          [
            `with ended as (
               update debate_hall.api_key set name = $3, revoked = coalesce(revoked, clock_timestamp())
               where hall = $1 and 'key:' || name = any($2) returning id
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
          ['delete from debate_hall.person where hall = $1 and id = any($2)', [database.hall, names]],
        ];
        let changed = 0;
        for (const [statement, given] of statements) changed += (await client.query(statement, given)).rowCount ?? 0;
        return changed;
      });
    },
    close: async () => await database.close(),
  };
}
