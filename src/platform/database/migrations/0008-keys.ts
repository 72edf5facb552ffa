// When a key was used last, to the minute.
export const keys = `
  alter table debate_hall.api_key add column used timestamptz;
  `;
