// The connection to the database of a shared hall: a small pool for statements, and errors that people understand.
import type { Pool, PoolClient, PoolConfig, QueryResult, QueryResultRow } from 'pg';
import { HallError } from '../domain/failures/errors.ts';
import { systemClock } from '../support/clock.ts';
import { wait } from '../support/wait.ts';
import { explainError, isBusy, isLost } from './database-errors.ts';

/** Connections of one process; statements are short, so more would only burden the server. */
const MAX_CONNECTIONS = 5;
const CONNECT_WITHIN_MS = 10_000;
/** A database that restarts is back by then; runs wait for it. */
const WAIT_FOR_RESTART_MS = 30_000;
/** Somebody else gives a connection back by then. */
const WAIT_FOR_PLACE_MS = 5_000;
const TRY_AGAIN_MS = 250;
/** No statement takes longer on a database that works and can be reached. */
const ANSWER_WITHIN_MS = 15_000;

/** In place of the name of one; no hall can have it. */
export const EVERY_HALL = '*';

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/name`; never shown, as it may hold a password. */
  readonly url: string;
  /** The only hall whose rows its connections see and write; without one they see none. See migrations/0006-row-level-security.ts. */
  readonly hall?: string;
}

/** For all that a connection does from now on, or until the end of a transaction. */
export const CHOOSE_HALL = "select set_config('debate.hall', $1, false)";
export const CHOOSE_HALL_HERE = "set_config('debate.hall', $1, true)";

/** Where the database is, without user and password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host === '' ? 'localhost' : host}${pathname}`;
}

const ignore = () => {};

export class Database {
  readonly place: string;
  readonly #url: string;
  readonly #hall: string | undefined;
  #pool: Promise<Pool> | undefined;
  /** It has answered before, so it may come back. */
  #wasThere = false;

  constructor({ url, hall }: DatabaseOptions) {
    if (!/^postgres(?:ql)?:\/\//.test(url) || !URL.canParse(url)) {
      throw new HallError('config-invalid', 'The address of the database is not one of Postgres.', {
        hint: 'Write it as postgres://user@host:5432/name.',
      });
    }
    this.#url = url;
    this.#hall = hall;
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
        // The statement that runs then fails, and says so; unheard, the event would end the process.
        client.on('error', ignore);
        try {
          await client.query('begin');
          const result = await work(client);
          await client.query('commit');
          client.off('error', ignore);
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
    let failedAt: number | undefined;
    for (;;) {
      try {
        const result = await work();
        this.#wasThere = true;
        return result;
      } catch (error) {
        failedAt ??= systemClock.elapsed();
        if (systemClock.elapsed() - failedAt >= this.#patienceFor(error)) throw explainError(error, this.place);
        onRetry();
        await wait(TRY_AGAIN_MS);
      }
    }
  }

  /** How long it may help to try again, in milliseconds. */
  #patienceFor(error: unknown): number {
    if (this.#wasThere) return isLost(error) || isBusy(error) ? WAIT_FOR_RESTART_MS : 0;
    return isBusy(error) ? WAIT_FOR_PLACE_MS : 0;
  }

  /** A connection of its own, which belongs to the caller. */
  async connectAlone() {
    const { default: pg } = await import('pg');
    return new pg.Client(this.#settings);
  }

  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    await (await pool)?.end();
  }

  get #settings(): PoolConfig {
    return {
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      // A network that was cut says nothing: the system asks by itself.
      keepAlive: true,
      keepAliveInitialDelayMillis: ANSWER_WITHIN_MS,
    };
  }

  async #connect(): Promise<Pool> {
    this.#pool ??= this.#open();
    return await this.#pool;
  }

  async #open(): Promise<Pool> {
    const { default: pg } = await import('pg');
    const hall = this.#hall;
    const pool = new pg.Pool({
      ...this.#settings,
      // Once for each connection, so no statement takes longer for it.
      ...(hall === undefined ? {} : { onConnect: async (client) => void (await client.query(CHOOSE_HALL, [hall])) }),
      max: MAX_CONNECTIONS,
      allowExitOnIdle: true,
    });
    // A connection that breaks while nobody uses it is replaced when one is wanted.
    pool.on('error', ignore);
    return pool;
  }
}
