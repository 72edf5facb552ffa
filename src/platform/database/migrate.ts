// The tables of a shared hall, step by step: one file each in `migrations`. A step that was released is never edited.
import type { Database } from './database.ts';
import { ledgers } from './migrations/0001-ledgers.ts';
import { access } from './migrations/0002-access.ts';
import { work } from './migrations/0003-work.ts';

/** Everything lives in one schema of the database, next to whatever else is there. */
const SCHEMA = 'debate_hall';

const MIGRATIONS: readonly string[] = [ledgers, access, work];

export const KNOWN_STEPS = MIGRATIONS.length;

/** `newer`: than this version works with; tables with further steps that only add to them fit. */
export type SchemaFit = 'fits' | 'older' | 'newer';

/** Two that migrate at the same time wait for each other. */
const LOCK = "select pg_advisory_xact_lock(hashtext('debate_hall'))";
const BEGIN = `
  create schema if not exists ${SCHEMA};
  create table if not exists ${SCHEMA}.migration (
    step integer primary key,
    at timestamptz not null default clock_timestamp(),
    -- The oldest version, by the number of steps that it knows, that works with the tables once the step was taken; without one the
    -- step itself. A step that only adds what older versions pass over says so here.
    oldest integer
  );`;

/** Which steps were taken, from 1; none where there are no tables yet. */
export async function listMigrations(database: Database): Promise<readonly number[]> {
  const [found] = await database.query<{ there: boolean }>(
    `select to_regclass('${SCHEMA}.migration') is not null as there`,
  );
  if (found?.there !== true) return [];
  const rows = await database.query<{ step: number }>(`select step from ${SCHEMA}.migration order by step`);
  return rows.map(({ step }) => step);
}

/** Takes the steps that are missing, all or none, and returns them. */
export async function migrate(database: Database): Promise<readonly number[]> {
  return await database.change(async (client) => {
    await client.query(LOCK);
    await client.query(BEGIN);
    const { rows } = await client.query<{ step: number }>(`select step from ${SCHEMA}.migration`);
    const taken = new Set(rows.map(({ step }) => step));
    const missing = MIGRATIONS.flatMap((_, index) => (taken.has(index + 1) ? [] : [index + 1]));
    for (const step of missing) {
      await client.query(MIGRATIONS[step - 1] as string);
      await client.query(`insert into ${SCHEMA}.migration (step) values ($1)`, [step]);
    }
    return missing;
  });
}

/** Whether this version works with the tables. */
export async function checkFit(database: Database): Promise<SchemaFit> {
  const taken = await listMigrations(database);
  if (taken.length < KNOWN_STEPS) return 'older';
  if (taken.length === KNOWN_STEPS) return 'fits';
  const [row] = await database.query<{ oldest: number }>(
    `select max(coalesce(oldest, step)) as oldest from ${SCHEMA}.migration`,
  );
  return (row?.oldest ?? 0) > KNOWN_STEPS ? 'newer' : 'fits';
}
