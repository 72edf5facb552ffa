// Refuses a pool in front of Postgres that gives every transaction another connection, as PgBouncer does with `pool_mode = transaction`:
// what a connection has chosen, prepared or listens to would belong to somebody else's statements.
import type { Client, ClientBase } from 'pg';
import { HallError } from '../../domain/failures/errors.ts';

/** The process of Postgres that answers. */
export const BACKEND = 'pg_backend_pid() as backend';
export interface Answered {
  readonly backend: number;
}

/** Somebody else may have used the connection in between, so once is not enough. */
const ROUNDS = 3;

/** Whether nothing stands between: Postgres names its process when a connection begins, a pool makes up a number. */
export function isDirect(client: ClientBase, { backend }: Answered): boolean {
  return (client as ClientBase & { readonly processID?: number | null }).processID === backend;
}

async function askBackend(client: ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<Answered>(`select ${BACKEND}`);
  return rows[0]?.backend;
}

/**
 * Asks over two connections at once: with one of its own, each is answered by the same process every time, and never by that of the
 * other. `another`: not connected yet. Throws `config-invalid`.
 */
export async function checkPool(client: ClientBase, { backend }: Answered, another: Client): Promise<void> {
  try {
    await another.connect();
    for (let round = 0; round < ROUNDS; round += 1) {
      if ((await askBackend(client)) === backend && (await askBackend(another)) !== backend) continue;
      throw new HallError(
        'config-invalid',
        'The database is behind a pool that changes connections between statements.',
        {
          hint: 'Let the pool keep them for a session (PgBouncer: pool_mode = session), or use the address of Postgres itself.',
        },
      );
    }
  } finally {
    await another.end().catch(() => {});
  }
}
