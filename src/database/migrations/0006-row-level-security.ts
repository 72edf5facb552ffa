// The code of what a run failed with.
export const rowLevelSecurity = `
  alter table debate_hall.run add column code text;
  `;
