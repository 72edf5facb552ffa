// What searches look in, beside the ledgers: made from them, and never newer than they are.
export const search = `
  -- How many lines the text for searches was made of; where that is not all of them, it has to be made again.
  alter table debate_hall.debate add column searched bigint;
  create index debate_unsearched on debate_hall.debate (hall, id) where searched is distinct from lines;

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
  alter table debate_hall.search_text enable row level security, force row level security;
  create policy own_hall on debate_hall.search_text using (current_setting('debate.hall', true) in (hall, '*'));

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

  -- Whoever replaces a ledger, as a redaction does, takes its text from here in the same change, older versions of the program included.
  create function debate_hall.forget_search() returns trigger language plpgsql as $$
  begin
    delete from debate_hall.search_text where hall = old.hall and id = old.id;
    new.searched := null;
    return new;
  end $$;
  create trigger forget_search before update of generation on debate_hall.debate
    for each row when (old.generation is distinct from new.generation) execute function debate_hall.forget_search();
  `;
