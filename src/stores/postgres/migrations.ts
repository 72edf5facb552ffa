// The tables of a shared hall, step by step. A step that was released is never edited.

import type { Database } from './database.ts';

/** Everything lives in one schema of the database, next to whatever else is there. */
const SCHEMA = 'debate_hall';
/** The channel that tells of ledgers that were written, with the hall and the ID. */
export const CHANGES = 'debate_hall_changes';
/** The channel that tells of new lines of live feeds. */
export const FEEDS = 'debate_hall_feeds';

const MIGRATIONS: readonly string[] = [
  `
  create table debate_hall.debate (
    hall text not null,
    id text not null,
    -- Goes up whenever the ledger is replaced, so that readers know that what they have read is gone.
    generation bigint not null default 1,
    lines bigint not null,
    written timestamptz not null default clock_timestamp(),
    -- The newest claim to run it, and how long that is good for without a word of its holder.
    run_fence bigint not null default 0,
    run_until timestamptz,
    run_holder text,
    posting_fence bigint not null default 0,
    posting_until timestamptz,
    posting_holder text,
    primary key (hall, id)
  );
  create index debate_newest on debate_hall.debate (hall, written desc, id);

  create table debate_hall.line (
    hall text not null,
    id text not null,
    n bigint not null,
    text text not null,
    primary key (hall, id, n),
    foreign key (hall, id) references debate_hall.debate on delete cascade
  );

  create table debate_hall.document (
    hall text not null,
    id text not null,
    extension text not null,
    text text not null,
    primary key (hall, id, extension)
  );

  -- What a run says while it runs; not a part of the record, so a crash of the database may lose it.
  create unlogged table debate_hall.feed (
    hall text not null,
    id text not null,
    n bigint generated always as identity,
    lines text not null,
    primary key (hall, id, n)
  );

  create function debate_hall.tell_change() returns trigger language plpgsql as $$
  begin
    perform pg_notify('debate_hall_changes', json_build_array(new.hall, new.id)::text);
    return null;
  end $$;
  create trigger tell_change after insert or update of lines, generation on debate_hall.debate
    for each row execute function debate_hall.tell_change();

  create function debate_hall.tell_feed() returns trigger language plpgsql as $$
  begin
    perform pg_notify('debate_hall_feeds', json_build_array(new.hall, new.id)::text);
    return null;
  end $$;
  create trigger tell_feed after insert on debate_hall.feed
    for each row execute function debate_hall.tell_feed();
  `,
];

export const KNOWN_STEPS = MIGRATIONS.length;

/** Two that migrate at the same time wait for each other. */
const LOCK = "select pg_advisory_xact_lock(hashtext('debate_hall'))";
const BEGIN = `
  create schema if not exists ${SCHEMA};
  create table if not exists ${SCHEMA}.migration (
    step integer primary key, at timestamptz not null default clock_timestamp()
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
