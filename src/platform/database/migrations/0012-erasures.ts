// Erasures of people that are not through yet: the names that the next call looks for, and what takes the place of them.
export const erasures = `
  create table debate_hall.erasure (
    hall text not null,
    name text not null,
    becomes text not null,
    primary key (hall, name)
  );
  alter table debate_hall.erasure enable row level security, force row level security;
  create policy own_hall on debate_hall.erasure using (current_setting('debate.hall', true) in (hall, '*'));
  `;
