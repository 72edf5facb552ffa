// Runs that were asked for, beside the jobs that pg-boss keeps in a schema of its own; and permits for calls.
export const queue = `
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
  `;
