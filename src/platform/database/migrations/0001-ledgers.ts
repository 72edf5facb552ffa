// Debates with their lines, documents and live feeds; and the notices that something was written.
export const ledgers = `
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
  `;
