// Who may do what in a hall, what they have used, and the trail of who did what, which only grows.
import { wallOff } from '../row-security.ts';

export const access = `
  -- Of people and programs.
  create table debate_hall.api_key (
    id text primary key,
    hall text not null,
    name text not null,
    role text not null,
    -- Of the secret; the key itself is kept nowhere.
    hash text not null,
    created timestamptz not null,
    expires timestamptz not null,
    -- The last time, to the minute.
    used timestamptz,
    revoked timestamptz
  );
  create index api_key_hall on debate_hall.api_key (hall, created);

  -- Who has signed in, and with which role.
  create table debate_hall.person (
    hall text not null,
    id text not null,
    name text not null,
    by text not null,
    role text not null,
    seen timestamptz not null,
    primary key (hall, id)
  );

  -- Whose each name is that records have, as a name is nobody else's once somebody had it.
  create table debate_hall.person_name (
    hall text not null,
    name text not null,
    id text not null,
    -- As the key or the sign-in service says it, which may say the same of somebody else.
    given text not null,
    -- What takes its place, while an erasure is not through.
    becomes text,
    primary key (hall, name)
  );
  create index person_name_id on debate_hall.person_name (hall, id);

  -- A row for each day (UTC), to which calls and their cost are added as they are made.
  create table debate_hall.usage (
    hall text not null,
    principal text not null,
    day date not null,
    calls bigint not null default 0,
    micro_usd bigint not null default 0,
    primary key (hall, principal, day)
  );

  create table debate_hall.audit (
    hall text not null,
    n bigint not null,
    -- One canonical JSON text: what was done by whom, when, and the hash of the entry before.
    entry text not null,
    hash text not null,
    primary key (hall, n)
  );

  -- Where a trail begins once its older entries were cut off.
  create table debate_hall.audit_checkpoint (
    hall text not null,
    n bigint not null,
    hash text not null,
    at timestamptz not null,
    key text not null,
    signature text not null,
    primary key (hall, n)
  );

  -- But for two things: what a signed checkpoint stands for is removed, and the name of a person is replaced.
  create function debate_hall.refuse_change() returns trigger language plpgsql as $$
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
  create trigger audit_only_grows before update or delete on debate_hall.audit
    for each row execute function debate_hall.refuse_change();
  create trigger audit_is_not_emptied before truncate on debate_hall.audit
    for each statement execute function debate_hall.refuse_change();
  ${wallOff(['api_key', 'person', 'person_name', 'usage', 'audit', 'audit_checkpoint'])}`;
