// Webhooks that are due, and the trail of who did what, which only grows.
export const hooks = `
  create table debate_hall.webhook_delivery (
    hall text not null,
    id text not null,
    hook text not null,
    debate text not null,
    seq bigint not null,
    kind text not null,
    state text not null default 'waiting',
    attempts integer not null default 0,
    at timestamptz not null default clock_timestamp(),
    problem text,
    added timestamptz not null default clock_timestamp(),
    primary key (hall, id, hook),
    foreign key (hall, debate) references debate_hall.debate (hall, id) on delete cascade
  );
  create index webhook_due on debate_hall.webhook_delivery (hall, at) where state = 'waiting';
  create index webhook_of_debate on debate_hall.webhook_delivery (hall, debate);

  -- How many events of a debate were looked at for webhooks.
  create table debate_hall.webhook_read (
    hall text not null,
    debate text not null,
    events bigint not null,
    primary key (hall, debate),
    foreign key (hall, debate) references debate_hall.debate (hall, id) on delete cascade
  );

  create table debate_hall.audit (
    hall text not null,
    n bigint not null,
    -- One canonical JSON text: what was done by whom, when, and the hash of the entry before.
    entry text not null,
    hash text not null,
    primary key (hall, n)
  );
  create function debate_hall.refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'The audit trail only grows.';
  end $$;
  create trigger audit_only_grows before update or delete on debate_hall.audit
    for each row execute function debate_hall.refuse_change();
  create trigger audit_is_not_emptied before truncate on debate_hall.audit
    for each statement execute function debate_hall.refuse_change();
  `;
