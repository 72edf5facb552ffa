// What this process has open to one database, for all parts of the program together: a small pool for statements, and one connection
// that listens.
import { Socket } from 'node:net';
import pLimit from 'p-limit';
import type { ClientBase, Pool, PoolClient, PoolConfig } from 'pg';
import { HallError } from '../../domain/failures/errors.ts';
import { closeInOrder } from '../../support/close-all.ts';
import { waitFor } from '../../support/wait.ts';
import { Listening, type OwnConnection } from './listening.ts';

/** The process of Postgres that answers. */
const BACKEND = 'pg_backend_pid() as backend';
interface Answered {
  readonly backend: number;
}

/** Somebody else may have used the connection in between, so once is not enough. */
const ROUNDS = 3;

/** Whether nothing stands between: Postgres names its process when a connection begins, a pool makes up a number. */
function isDirect(client: ClientBase, { backend }: Answered): boolean {
  return (client as ClientBase & { readonly processID?: number | null }).processID === backend;
}

async function askBackend(client: ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<Answered>(`select ${BACKEND}`);
  return rows[0]?.backend;
}

/**
 * Refuses a pool in front of Postgres that gives every transaction another connection, as PgBouncer does with `pool_mode = transaction`:
 * what a connection has chosen, prepared or listens to would belong to somebody else's statements. Asks over two connections at once: with
 * one of its own, each is answered by the same process every time, and never by that of the other. Throws `config-invalid`.
 */
async function checkPool(client: ClientBase, { backend }: Answered, another: OwnConnection): Promise<void> {
  try {
    await another.client.connect();
    for (let round = 0; round < ROUNDS; round += 1) {
      if ((await askBackend(client)) === backend && (await askBackend(another.client)) !== backend) continue;
      throw new HallError(
        'config-invalid',
        'The database is behind a pool that changes connections between statements.',
        {
          hint: 'Let the pool keep them for a session (PgBouncer: pool_mode = session), or use the address of Postgres itself.',
        },
      );
    }
  } finally {
    await another.leave();
  }
}

/** Statements are short, so more would only burden the server. */
const MAX_CONNECTIONS = 5;
/** Changes hold a connection while they last; those that are left are for statements, which a change may wait for. */
const MAX_CHANGES = 3;
const CONNECT_WITHIN_MS = 10_000;
/** No statement takes longer on a database that works and can be reached. */
const ANSWER_WITHIN_MS = 15_000;
/** A pool gives a second connection by then, or has none left. */
const PLACE_WITHIN_MS = 5_000;
/** To close a connection in good order. */
const GOODBYE_MS = 1_000;

const ignore = () => {};

export class Connections {
  readonly listening: Listening;
  /** The database has answered this process before, so it may come back. */
  wasThere = false;
  readonly #settings: PoolConfig;
  readonly #limitChanges = pLimit(MAX_CHANGES);
  /** Which hall each connection has chosen. */
  readonly #halls = new WeakMap<PoolClient, string>();
  #pool: Promise<Pool> | undefined;
  /** Whether a connection stays that of its session. */
  #checked: Promise<void> | undefined;

  constructor(url: string) {
    this.#settings = {
      connectionString: url,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      // A network that was cut says nothing: the system asks by itself.
      keepAlive: true,
      keepAliveInitialDelayMillis: ANSWER_WITHIN_MS,
    };
    this.listening = new Listening(async () => await this.#newConnection());
  }

  /** `work` sees and writes only rows of this hall. */
  async use<T>(hall: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    this.#pool ??= this.#open();
    const client = await (await this.#pool).connect();
    try {
      await this.#choose(client, hall);
      const result = await work(client);
      client.release();
      this.wasThere = true;
      return result;
    } catch (error) {
      // What was begun ends with the connection.
      client.release(true);
      throw error;
    }
  }

  /** All statements of `work` hold, or none. */
  async change<T>(hall: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return await this.#limitChanges(
      async () =>
        await this.use(hall, async (client) => {
          await client.query('begin');
          const result = await work(client);
          await client.query('commit');
          return result;
        }),
    );
  }

  async close(): Promise<void> {
    await closeInOrder([() => this.listening.close(), async () => await (await this.#pool)?.end()]);
  }

  /** Once for each connection of a process that has one hall, so that no statement takes longer for it. */
  async #choose(client: PoolClient, hall: string): Promise<void> {
    if ((this.#halls.get(client) ?? '') === hall) return;
    const { rows } = await client.query<Answered>(`select set_config('debate.hall', $1, false), ${BACKEND}`, [hall]);
    const [answered] = rows;
    if (answered !== undefined && !isDirect(client, answered)) await this.#checkOnce(client, answered);
    this.#halls.set(client, hall);
  }

  async #checkOnce(client: PoolClient, answered: Answered): Promise<void> {
    this.#checked ??= this.#newConnection({
      query_timeout: PLACE_WITHIN_MS,
      connectionTimeoutMillis: PLACE_WITHIN_MS,
    }).then(async (another) => await checkPool(client, answered, another));
    try {
      await this.#checked;
    } catch (error) {
      this.#checked = undefined;
      throw error;
    }
  }

  async #newConnection(more: PoolConfig = {}): Promise<OwnConnection> {
    const { default: pg } = await import('pg');
    const socket = new Socket();
    const client = new pg.Client({ ...this.#settings, ...more, stream: () => socket });
    client.on('error', ignore);
    return {
      client,
      leave: async () => {
        await waitFor(client.end().catch(ignore), GOODBYE_MS);
        socket.destroy();
      },
    };
  }

  async #open(): Promise<Pool> {
    const { default: pg } = await import('pg');
    const pool = new pg.Pool({ ...this.#settings, max: MAX_CONNECTIONS, allowExitOnIdle: true });
    // A connection that breaks while nobody uses it is replaced when one is wanted; else the statement that runs fails, and says so.
    // Unheard, the event would end the process, also in the moment in which a connection changes hands.
    pool.on('error', ignore);
    pool.on('connect', (client) => client.on('error', ignore));
    return pool;
  }
}

interface Shared {
  readonly connections: Connections;
  users: number;
}

/** By address. */
const shared = new Map<string, Shared>();

/** Those to this address; `leaveConnections` once for each use. */
export function useConnections(url: string): Connections {
  const entry = shared.get(url) ?? { connections: new Connections(url), users: 0 };
  entry.users += 1;
  shared.set(url, entry);
  return entry.connections;
}

/** Whoever leaves last closes them. */
export async function leaveConnections(url: string): Promise<void> {
  const entry = shared.get(url);
  if (entry === undefined) return;
  entry.users -= 1;
  if (entry.users > 0) return;
  shared.delete(url);
  await entry.connections.close();
}
