// Runs that were asked for, beside the jobs that pg-boss keeps in a schema of its own; permits for calls; and webhooks that are due.
import { wallOff } from '../row-security.ts';

export const work = `
  -- The last run that was asked for of each debate; what became of its job is in the queue's own table.
  create table debate_hall.run (
    hall text not null,
    id text not null,
    owner text,
    agents text[] not null,
    -- High before normal before low; within one, the lower turn first.
    band integer not null,
    turn bigint not null,
    asked timestamptz not null default clock_timestamp(),
    queue text not null,
    job uuid not null,
    worker text,
    started timestamptz,
    ended timestamptz,
    attempts integer not null default 0,
    -- It ended because a person is next.
    paused boolean not null default false,
    -- A person has spoken while it ran, so it is not to pause for them.
    wanted boolean not null default false,
    problem text,
    code text,
    primary key (hall, id),
    foreign key (hall, id) references debate_hall.debate on delete cascade
  );
  create index run_job on debate_hall.run (job);
  create index run_newest on debate_hall.run (hall, asked desc);

  -- Who has said lately that they take runs.
  create table debate_hall.worker (
    hall text not null,
    name text not null,
    agents text[] not null,
    owner text,
    concurrency integer not null,
    seen timestamptz not null default clock_timestamp(),
    primary key (hall, name)
  );

  -- As many rows as a limit has places; a place is taken until its time is over.
  create table debate_hall.permit (
    hall text not null,
    key text not null,
    n integer not null,
    holder text,
    until timestamptz,
    primary key (hall, key, n)
  );

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

  -- How many events of a debate were looked at for a webhook.
  create table debate_hall.webhook_read (
    hall text not null,
    debate text not null,
    hook text not null,
    events bigint not null,
    primary key (hall, debate, hook),
    foreign key (hall, debate) references debate_hall.debate (hall, id) on delete cascade
  );
  ${wallOff(['run', 'worker', 'permit', 'webhook_delivery', 'webhook_read'])}`;
