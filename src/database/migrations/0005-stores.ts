// Indexes in the order in which halls are listed, so that a page of a large hall is found without sorting all of it.
export const stores = `
  drop index debate_hall.debate_newest;
  create index debate_newest on debate_hall.debate (hall, written desc, id collate "C");
  create index debate_by_id on debate_hall.debate (hall, id collate "C");
  `;
