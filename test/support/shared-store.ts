// Where the halls of the tests are: each in its folder, or, with `npm run test:postgres`, each in one database.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { inject, it } from 'vitest';
import { PSQL } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the database, where the halls of the tests are in one. */
    readonly database?: string;
  }
}

const database = inject('database');

export const onPostgres = database !== undefined;

/** A test of what only a hall in a folder has or does; says what that is. */
export const itInFolders = (_why: string) => (onPostgres ? it.skip : it);

/** The hall of the database that stands for the one of the project in this folder, or for the one in its `debates`. */
export const hallNameOf = (folder: string): string =>
  `hall-${createHash('sha256')
    .update(folder.replace(/[/\\]debates$/, ''))
    .digest('hex')
    .slice(0, 24)}`;

/** What makes a program keep its debates in the database; nothing where they are in folders. */
export function storeVariables(folder: string): Record<string, string> {
  if (database === undefined) return {};
  return {
    DEBATE_HALL_STORE: 'postgres',
    DEBATE_HALL_DATABASE_URL: database,
    DEBATE_HALL_NAME: hallNameOf(folder),
    // No workers: what is asked for runs in the process that asks, as with folders.
    DEBATE_HALL_QUEUE: 'inline',
  };
}

/** Carries out statements and returns the rows as they are printed, one line each; `:'name'` stands for a variable. */
export function runSql(statements: string, variables: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(variables).flatMap(([name, value]) => ['-v', `${name}=${value}`]);
  return execFileSync(PSQL, [database ?? '', '-XqAt', '-v', 'ON_ERROR_STOP=1', ...given], {
    input: statements,
    encoding: 'utf8',
    // Row-level security shows each hall only its own rows.
    env: { ...process.env, PGOPTIONS: '-c debate.hall=*' },
    maxBuffer: 1024 ** 3,
  });
}
