// Indexes in the order in which halls are listed, so that a page of a large hall is found without sorting all of it; and a notice
// to those who follow a run that it has ended.
export const stores = `
  drop index debate_hall.debate_newest;
  create index debate_newest on debate_hall.debate (hall, written desc, id collate "C");
  create index debate_by_id on debate_hall.debate (hall, id collate "C");

  create trigger tell_release after update of run_until on debate_hall.debate
    for each row when (old.run_until is not null and new.run_until is null)
    execute function debate_hall.tell_feed();
  `;
