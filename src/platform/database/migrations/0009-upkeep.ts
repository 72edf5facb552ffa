// Who has signed in and with which role; and where an audit trail begins once its older entries were cut off.
export const upkeep = `
  create table debate_hall.person (
    hall text not null,
    id text not null,
    name text not null,
    by text not null,
    role text not null,
    seen timestamptz not null,
    primary key (hall, id)
  );

  create table debate_hall.audit_checkpoint (
    hall text not null,
    n bigint not null,
    hash text not null,
    at timestamptz not null,
    key text not null,
    signature text not null,
    primary key (hall, n)
  );

  alter table debate_hall.person enable row level security, force row level security;
  create policy own_hall on debate_hall.person using (current_setting('debate.hall', true) in (hall, '*'));
  alter table debate_hall.audit_checkpoint enable row level security, force row level security;
  create policy own_hall on debate_hall.audit_checkpoint using (current_setting('debate.hall', true) in (hall, '*'));

  -- The trail still only grows, but for two things: what a signed checkpoint stands for is removed, and the name of a person is replaced.
  create or replace function debate_hall.refuse_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' and exists (
      select from debate_hall.audit_checkpoint as kept where kept.hall = old.hall and kept.n >= old.n
    ) then
      return old;
    end if;
    if tg_op = 'UPDATE' and current_setting('debate.renames', true) = 'on' then
      return new;
    end if;
    raise exception 'The audit trail only grows.';
  end $$;
  `;
