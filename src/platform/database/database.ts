// The database of a shared hall: statements, which wait for one that restarts, and errors that people understand.
import { HallError } from '../../domain/failures/errors.ts';
import { systemClock } from '../../support/clock.ts';
import { Alarm, wait } from '../../support/wait.ts';
import type { Channel } from './channels.ts';
import { type Connections, leaveConnections, useConnections } from './connections.ts';
import { explainError, isBusy, isLost } from './database-errors.ts';
import { EVERY_HALL } from './every-hall.ts';

/** A database that restarts is back by then; runs wait for it. */
const WAIT_FOR_RESTART_MS = 30_000;
/** Somebody else gives a connection back by then. */
const WAIT_FOR_PLACE_MS = 5_000;
const TRY_AGAIN_MS = 250;

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/name`; never shown, as it may hold a password. */
  readonly url: string;
  /** The only hall whose rows it sees and writes; without one it sees none. See row-security.ts. */
  readonly hall?: string;
  /** Hears how long each statement took, with what it waited for, in milliseconds. */
  readonly onStatement?: ((milliseconds: number) => void) | undefined;
}

/** In a transaction: another hall, which is `$1`, until its end. */
export const CHOOSE_HALL_HERE = "set_config('debate.hall', $1, true)";

/** One with a name is planned once for each connection, and not each time. */
export type SqlStatement = string | { readonly name: string; readonly text: string };

export interface Result<Row> {
  readonly rows: Row[];
  /** How many it changed or gave; null for statements that do neither. */
  readonly rowCount: number | null;
}

/** Statements one after another, on one connection. */
export interface Transaction {
  query<Row extends object>(statement: SqlStatement, values?: unknown[]): Promise<Result<Row>>;
}

/** Where the database is, without user and password. */
function describePlace(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host === '' ? 'localhost' : host}${pathname}`;
}

export class Database {
  readonly place: string;
  /** Whose rows these are; empty where it sees none. */
  readonly hall: string;
  readonly #url: string;
  readonly #onStatement: DatabaseOptions['onStatement'];
  readonly #watches = new Set<{ close(): Promise<void> }>();
  #connections: Connections | undefined;

  constructor({ url, hall = '', onStatement }: DatabaseOptions) {
    if (!/^postgres(?:ql)?:\/\//.test(url) || !URL.canParse(url)) {
      throw new HallError('config-invalid', 'The address of the database is not a Postgres address.', {
        hint: 'Write it as postgres://user@host:5432/name.',
      });
    }
    this.#url = url;
    this.hall = hall;
    this.#onStatement = onStatement;
    this.place = describePlace(url);
  }

  /**
   * Rows of one statement. A database that was there and is lost is waited for; `onRetry` hears that the statement may have been
   * carried out before. Throws `storage`.
   */
  async query<Row extends object>(
    statement: SqlStatement,
    values: readonly unknown[] = [],
    onRetry?: () => void,
  ): Promise<readonly Row[]> {
    return (await this.#execute<Row>(statement, values, onRetry)).rows;
  }

  /** For a library that brings its own statements: the result as the driver gives it. Otherwise as `query`. */
  async executeSql(text: string, values: readonly unknown[] = []): Promise<Result<object>> {
    return await this.#execute(text, values);
  }

  /** Runs statements one after another as one change; all of them hold, or none. Otherwise as `query`. */
  async change<T>(work: (client: Transaction) => Promise<T>): Promise<T> {
    return await this.#retry(async () => await this.#open().change(this.hall, work));
  }

  async #execute<Row extends object>(statement: SqlStatement, values: readonly unknown[], onRetry?: () => void) {
    const ask = async (client: Transaction) => await client.query<Row>(statement, [...values]);
    return await this.#retry(async () => await this.#open().use(this.hall, ask), onRetry);
  }

  async #retry<T>(work: () => Promise<T>, onRetry = () => {}): Promise<T> {
    const started = systemClock.elapsed();
    let failedAt: number | undefined;
    for (;;) {
      try {
        const result = await work();
        this.#onStatement?.(systemClock.elapsed() - started);
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
    if (this.#open().wasThere) return isLost(error) || isBusy(error) ? WAIT_FOR_RESTART_MS : 0;
    return isBusy(error) ? WAIT_FOR_PLACE_MS : 0;
  }

  /** Hears of changes in the hall; of `undefined` when nobody knows what was missed. */
  listen(channel: Channel, listener: (about: string | undefined) => void): { close(): void } {
    const watch = this.#open().listening.add(channel, (payload) => {
      if (payload === undefined) return listener(undefined);
      const [hall, about] = JSON.parse(payload) as [string, string];
      if (hall === this.hall || this.hall === EVERY_HALL) listener(about);
    });
    this.#watches.add(watch);
    return {
      close: () => {
        this.#watches.delete(watch);
        void watch.close();
      },
    };
  }

  /** Wakes whoever waits for changes of this one alone in the hall, or of any; once it is closed, nobody. */
  alarm(channel: Channel, about?: string): { readonly changed: Alarm; close(): void } {
    const changed = new Alarm();
    const watch = this.listen(channel, (changedOne) => {
      if (about === undefined || changedOne === undefined || changedOne === about) changed.ring();
    });
    return { changed, close: watch.close };
  }

  /** Its connections stay open as long as another part of the program uses them. */
  async close(): Promise<void> {
    await Promise.all([...this.#watches].map(async (watch) => await watch.close()));
    this.#watches.clear();
    // Somebody else may have closed it meanwhile.
    if (this.#connections === undefined) return;
    this.#connections = undefined;
    await leaveConnections(this.#url);
  }

  #open(): Connections {
    this.#connections ??= useConnections(this.#url);
    return this.#connections;
  }
}
