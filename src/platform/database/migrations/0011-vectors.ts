// Vectors of what was decided, for comparing by meaning: made from the ledgers, and never newer than they are.
export const vectors = `
  create table debate_hall.vector (
    hall text not null,
    id text not null,
    generation bigint not null,
    lines bigint not null,
    vector text not null,
    primary key (hall, id),
    foreign key (hall, id) references debate_hall.debate on delete cascade
  );
  alter table debate_hall.vector enable row level security, force row level security;
  create policy own_hall on debate_hall.vector using (current_setting('debate.hall', true) in (hall, '*'));

  -- Whoever replaces a ledger, as a redaction does, takes its vector from here in the same change, older versions of the program included.
  create function debate_hall.forget_vector() returns trigger language plpgsql as $$
  begin
    delete from debate_hall.vector where hall = old.hall and id = old.id;
    return new;
  end $$;
  create trigger forget_vector before update of generation on debate_hall.debate
    for each row when (old.generation is distinct from new.generation) execute function debate_hall.forget_vector();
  `;
