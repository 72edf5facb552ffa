// Writers tell of changes themselves, after the commit: notices of a trigger are part of it, and make all other commits wait.
export const notices = `
  drop trigger tell_change on debate_hall.debate;
  drop function debate_hall.tell_change();
  `;
