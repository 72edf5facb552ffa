// A second wall between halls, kept by the database itself behind the conditions of each statement: a connection sees and writes only rows
// of the hall that it has chosen, and none before it has chosen one.
import type { Database } from './database.ts';

/** Puts the wall around these tables. It holds for their owner, too; superusers pass. */
export const wallOff = (tables: readonly string[]): string =>
  tables
    .map(
      (table) => `
  alter table debate_hall.${table} enable row level security, force row level security;
  -- A star, which no hall is called, is for whoever looks after all of them.
  create policy own_hall on debate_hall.${table} using (current_setting('debate.hall', true) in (hall, '*'));`,
    )
    .join('');

/** `bypassed`: Postgres lets this user pass, as it is a superuser or has BYPASSRLS. `off`: not on every table. */
export type RowSecurity = 'on' | 'bypassed' | 'off';

interface Row {
  readonly bypasses: boolean;
  readonly everywhere: boolean;
}

export async function inspectRowSecurity(database: Database): Promise<RowSecurity> {
  const [row] = await database.query<Row>(
    `select (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as bypasses,
       (select coalesce(bool_and(relrowsecurity and relforcerowsecurity), false)
        from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'hall'
        where relnamespace = to_regnamespace('debate_hall') and relkind in ('r', 'p')) as everywhere`,
  );
  if (row?.everywhere !== true) return 'off';
  return row.bypasses ? 'bypassed' : 'on';
}
