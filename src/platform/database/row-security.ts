// Whether the database itself keeps halls apart; see migrations/0006-row-level-security.ts.
import type { Database } from './database.ts';

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
