// One Postgres for all tests of a run whose halls are in a database; every hall has a name of its own there.
import type { TestProject } from 'vitest/node';
import { Database } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { startPostgres } from './postgres.ts';

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const database = new Database({ url: server.ordinaryUrl });
  await migrate(database);
  await database.close();
  provide('database', server.ordinaryUrl);
  return async () => await server.remove();
}
