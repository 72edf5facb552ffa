// API keys of people and programs, and what principals have used.
export const access = `
  create table debate_hall.api_key (
    id text primary key,
    hall text not null,
    name text not null,
    role text not null,
    -- Of the secret; the key itself is kept nowhere.
    hash text not null,
    created timestamptz not null,
    expires timestamptz not null,
    revoked timestamptz
  );
  create index api_key_hall on debate_hall.api_key (hall, created);

  -- A row for each day (UTC), to which calls and their cost are added as they are made.
  create table debate_hall.usage (
    hall text not null,
    principal text not null,
    day date not null,
    calls bigint not null default 0,
    micro_usd bigint not null default 0,
    primary key (hall, principal, day)
  );
  `;
