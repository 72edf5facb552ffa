// A second wall between halls, behind the conditions of each statement: a connection sees and writes only rows of the hall that it has
// chosen, and none before it has chosen one. It holds for the owner of the tables, too; superusers pass. And the code of what a run failed with.
const TABLES = [
  ...['debate', 'line', 'document', 'feed', 'api_key', 'usage', 'run', 'worker', 'permit'],
  ...['webhook_delivery', 'webhook_read', 'audit'],
];

const createWall = (table: string) => `
  alter table debate_hall.${table} enable row level security, force row level security;
  -- A star, which no hall is called, is for whoever looks after all of them.
  create policy own_hall on debate_hall.${table} using (current_setting('debate.hall', true) in (hall, '*'));`;

export const rowLevelSecurity = `
  alter table debate_hall.run add column code text;
  ${TABLES.map(createWall).join('')}
  `;
