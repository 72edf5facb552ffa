// A database with the tables of a shared hall, and those of its queue.
import { Database } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { migrateQueue } from '../../src/platform/queues/pgboss/boss.ts';
import { type Postgres, startPostgres } from './postgres.ts';

export async function makeTables(url: string): Promise<void> {
  const database = new Database({ url });
  await migrate(database);
  await migrateQueue(database);
  await database.close();
}

/** A Postgres of its own, for a test that stops or kills it; it waits for the disk, as that of a hall does that is meant to be kept. */
export async function startDurablePostgres(): Promise<Postgres> {
  const postgres = await startPostgres({ durable: true });
  await makeTables(postgres.ordinaryUrl);
  return postgres;
}
