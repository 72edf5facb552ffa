// A database of the Postgres that all test files share. Tests that stop or kill their Postgres start one of their own.
import { inject } from 'vitest';
import { databaseIn, type PostgresDatabase } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where databases are asked for; see common-postgres.ts. */
    readonly databases: string;
  }
}

/** One for this caller alone: with the tables of a shared hall, or empty. */
export async function openDatabase({ tables = true } = {}): Promise<PostgresDatabase> {
  const answer = await fetch(`${inject('databases')}/${tables ? 'with-tables' : 'empty'}`);
  if (!answer.ok) throw new Error(await answer.text());
  const { place, name } = (await answer.json()) as { readonly place: string; readonly name: string };
  return databaseIn(place, name);
}
