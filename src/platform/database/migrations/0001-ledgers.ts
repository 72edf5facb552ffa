// Debates with their lines, documents and live feeds; and what searches look in beside the ledgers, made from them and never newer than
// they are.
import { wallOff } from '../row-security.ts';

export const ledgers = `
  create table debate_hall.debate (
    hall text not null,
    id text not null,
    -- Goes up whenever the ledger is replaced, so that readers know that what they have read is gone.
    generation bigint not null default 1,
    lines bigint not null,
    -- How many of them came with it from another hall, which has told webhooks of them.
    copied bigint not null default 0,
    written timestamptz not null default clock_timestamp(),
    -- How many lines the text for searches was made of; where that is not all of them, it has to be made again.
    searched bigint,
    -- The newest claim to run it, and how long that is good for without a word of its holder.
    run_fence bigint not null default 0,
    run_until timestamptz,
    run_holder text,
    posting_fence bigint not null default 0,
    posting_until timestamptz,
    posting_holder text,
    primary key (hall, id)
  );
  -- In the order in which halls are listed, so that a page of a large hall is found without sorting all of it.
  create index debate_newest on debate_hall.debate (hall, written desc, id collate "C");
  create index debate_by_id on debate_hall.debate (hall, id collate "C");
  create index debate_unsearched on debate_hall.debate (hall, id) where searched is distinct from lines;

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
  -- Those who follow a run hear what it says, and that it has ended. Of ledgers writers tell themselves, after the commit: notices of a
  -- trigger are part of it, and make all other commits wait.
  create function debate_hall.tell_feed() returns trigger language plpgsql as $$
  begin
    perform pg_notify('debate_hall_feeds', json_build_array(new.hall, new.id)::text);
    return null;
  end $$;
  create trigger tell_feed after insert on debate_hall.feed
    for each row execute function debate_hall.tell_feed();
  create trigger tell_release after update of run_until on debate_hall.debate
    for each row when (old.run_until is not null and new.run_until is null)
    execute function debate_hall.tell_feed();

  create table debate_hall.search_text (
    hall text not null,
    id text not null,
    doc bigint generated always as identity unique,
    generation bigint not null,
    lines bigint not null,
    -- Everything that can be found, line by line, in one case, the same as it was written, and what the lines belong to.
    folded text not null,
    written text not null,
    places text not null,
    -- What was decided, where questions may resemble it, and which debate it names.
    glance text,
    related_to text,
    -- What a list shows of it.
    memo text,
    primary key (hall, id),
    foreign key (hall, id) references debate_hall.debate on delete cascade
  );
  create index search_related on debate_hall.search_text (hall, related_to) where related_to is not null;

  -- Postgres uses no index for "contains" on a table with a wall between halls. So what is looked up first stands in a table without one:
  -- numbers made of the hall and of two or three letters, which name no hall, no debate and no word.
  create table debate_hall.search_gram (
    doc bigint primary key references debate_hall.search_text (doc) on delete cascade,
    grams smallint[] not null,
    -- Of what was decided alone.
    decided smallint[]
  );
  create index search_gram_having on debate_hall.search_gram using gin (grams);
  create index search_gram_decided on debate_hall.search_gram using gin (decided);

  -- Of what was decided, for comparing by meaning.
  create table debate_hall.vector (
    hall text not null,
    id text not null,
    generation bigint not null,
    lines bigint not null,
    vector text not null,
    primary key (hall, id),
    foreign key (hall, id) references debate_hall.debate on delete cascade
  );

  -- Whoever replaces a ledger, as a redaction does, takes what was made of it from here in the same change.
  create function debate_hall.forget_derived() returns trigger language plpgsql as $$
  begin
    delete from debate_hall.search_text where hall = old.hall and id = old.id;
    delete from debate_hall.vector where hall = old.hall and id = old.id;
    new.searched := null;
    return new;
  end $$;
  create trigger forget_derived before update of generation on debate_hall.debate
    for each row when (old.generation is distinct from new.generation) execute function debate_hall.forget_derived();
  ${wallOff(['debate', 'line', 'document', 'feed', 'search_text', 'vector'])}`;
