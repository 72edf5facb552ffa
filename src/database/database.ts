// The connection to the database of a shared hall: a small pool for statements, and errors that people understand.
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { HallError } from '../domain/errors.ts';
import { wait } from '../support/wait.ts';

/** Connections of one process; statements are short, so more would only burden the server. */
const MAX_CONNECTIONS = 5;
const CONNECT_WITHIN_MS = 10_000;
/** A database that restarts is back by then; runs wait for it. */
const WAIT_FOR_RESTART_MS = 30_000;
const TRY_AGAIN_MS = 250;
/** No statement of the store takes longer on a database that works. */
const ANSWER_WITHIN_MS = 30_000;

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/name`; never shown, as it may hold a password. */
  readonly url: string;
}

/** Where the database is, without user and password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host === '' ? 'localhost' : host}${pathname}`;
}

const codeOf = (error: unknown) => (error as { readonly code?: string } | undefined)?.code ?? '';

/** The SQLSTATE of a key that is already there. */
const isTaken = (error: unknown) => codeOf(error) === '23505';
const isWithoutTables = (error: unknown) => codeOf(error) === '42P01' || codeOf(error) === '3F000';
/** The server went away, or is not back yet; what was asked for may have been done. */
const LOST = /^(?:08|57P0[1-3])|^(?:ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/;
const isLost = (error: unknown) =>
  LOST.test(codeOf(error)) ||
  /connection (?:terminated|timeout)|timeout exceeded/i.test((error as Error).message ?? '');
const isRefusedLogin = (error: unknown) => codeOf(error).startsWith('28');

export class Database {
  readonly place: string;
  readonly #url: string;
  #pool: Promise<Pool> | undefined;
  /** It has answered before, so it may come back. */
  #wasThere = false;

  constructor({ url }: DatabaseOptions) {
    if (!/^postgres(?:ql)?:\/\//.test(url) || !URL.canParse(url)) {
      throw new HallError('config-invalid', 'The address of the database is not one of Postgres.', {
        hint: 'Write it as postgres://user@host:5432/name.',
      });
    }
    this.#url = url;
    this.place = placeOf(url);
  }

  /**
   * Rows of one statement. A database that was there and is lost is waited for; `onRetry` hears that the statement may have been
   * carried out before. Throws `storage`.
   */
  async query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    onRetry = () => {},
  ): Promise<readonly Row[]> {
    return await this.#retry(onRetry, async () => {
      const pool = await this.#connect();
      return (await pool.query<Row>(text, [...values])).rows;
    });
  }

  /** For a library that brings its own statements: the result as the driver gives it. Otherwise as `query`. */
  async executeSql(text: string, values: readonly unknown[] = []): Promise<QueryResult> {
    return await this.#retry(
      () => {},
      async () => await (await this.#connect()).query(text, [...values]),
    );
  }

  /** Runs statements one after another as one change; all of them hold, or none. Otherwise as `query`. */
  async change<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return await this.#retry(
      () => {},
      async () => {
        const client = await (await this.#connect()).connect();
        try {
          await client.query('begin');
          const result = await work(client);
          await client.query('commit');
          client.release();
          return result;
        } catch (error) {
          // What was begun ends with the connection.
          client.release(true);
          throw error;
        }
      },
    );
  }

  async #retry<T>(onRetry: () => void, work: () => Promise<T>): Promise<T> {
    for (let left = WAIT_FOR_RESTART_MS; ; left -= TRY_AGAIN_MS) {
      try {
        const result = await work();
        this.#wasThere = true;
        return result;
      } catch (error) {
        if (!isLost(error) || !this.#wasThere || left <= 0) throw this.#explain(error);
        onRetry();
        await wait(TRY_AGAIN_MS);
      }
    }
  }

  /** A connection of its own, which belongs to the caller. */
  async connectAlone() {
    const { default: pg } = await import('pg');
    return new pg.Client({ connectionString: this.#url, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  }

  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    await (await pool)?.end();
  }

  async #connect(): Promise<Pool> {
    this.#pool ??= this.#open();
    return await this.#pool;
  }

  async #open(): Promise<Pool> {
    const { default: pg } = await import('pg');
    const pool = new pg.Pool({
      connectionString: this.#url,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      allowExitOnIdle: true,
    });
    // A connection that breaks while nobody uses it is replaced when one is wanted.
    pool.on('error', () => {});
    return pool;
  }

  /** The error that callers see; it never has the address with its password in it. */
  #explain(error: unknown): unknown {
    if (error instanceof HallError || isTaken(error)) return error;
    if (isWithoutTables(error)) {
      return new HallError('storage', `The database ${this.place} has no tables of Debate Hall yet.`, {
        hint: 'Create them with "debate-hall db migrate".',
      });
    }
    if (isRefusedLogin(error)) {
      return new HallError('storage', `The database ${this.place} refuses the login.`, {
        hint: 'Check user and password in the address of the database.',
      });
    }
    return new HallError('storage', `The database ${this.place} cannot be used (${describe(error)}).`, {
      hint: 'Check that it runs and that this machine can reach it.',
      cause: error,
    });
  }
}

function describe(error: unknown): string {
  const code = codeOf(error);
  if (code !== '') return code;
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : 'no reason given';
}

export { isTaken };
