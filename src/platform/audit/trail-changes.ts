// What may be done to a trail that otherwise only grows: its beginning is cut off behind a checkpoint, and a person's name is replaced.
import { defined } from '../../domain/defined.ts';
import { canonicalJson, sha256Hex } from '../../support/canonical.ts';
import { CHOOSE_HALL_HERE, type Database, type Transaction } from '../database/database.ts';
import { type AuditEntry, type Checkpoint, readEntry } from './trail.ts';

/** Others who write the trail of this hall wait until the transaction ends. */
export async function lockTrail(client: Transaction, hall: string): Promise<void> {
  const lock = `pg_advisory_xact_lock(hashtext('debate_hall.audit'), hashtext($1))`;
  await client.query(`select ${lock}, ${CHOOSE_HALL_HERE}`, [hall]);
}

/** Those who write wait, and nobody sees half of a change. */
async function changeTrail<T>(database: Database, hall: string, work: (client: Transaction) => Promise<T>): Promise<T> {
  return await database.change(async (client) => {
    await lockTrail(client, hall);
    return await work(client);
  });
}

/** Removes what came up to the checkpoint, and keeps that. Returns how many entries are gone. */
export async function cutTrail(database: Database, hall: string, checkpoint: Checkpoint): Promise<number> {
  const { n, hash, at, key, signature } = checkpoint;
  return await changeTrail(database, hall, async (client) => {
    await client.query(
      `insert into debate_hall.audit_checkpoint (hall, n, hash, at, key, signature) values ($1, $2, $3, $4, $5, $6)`,
      [hall, n, hash, at, key, signature],
    );
    const { rowCount } = await client.query('delete from debate_hall.audit where hall = $1 and n <= $2', [hall, n]);
    return rowCount ?? 0;
  });
}

const PERSON = `$2::text[] && array[entry::json -> 'principal' ->> 'id', entry::json -> 'principal' ->> 'name']`;

/** Gives the person of these IDs and names another one in every entry, and chains what follows anew. Returns how many named them. */
export async function renameInTrail(
  database: Database,
  hall: string,
  { names, to }: { readonly names: readonly string[]; readonly to: string },
): Promise<number> {
  return await changeTrail(database, hall, async (client) => {
    const { rows } = await client.query<{ n: string; entry: string; named: boolean }>(
      `select n, entry, ${PERSON} as named from debate_hall.audit where hall = $1
       and n >= (select min(n) from debate_hall.audit where hall = $1 and ${PERSON}) order by n`,
      [hall, names],
    );
    let prev: string | undefined;
    const changed = rows.map(({ n, entry: text, named }) => {
      const entry = readEntry({ text });
      const renamed: AuditEntry = {
        ...entry,
        ...(named && entry.principal !== null ? { principal: { ...entry.principal, id: to, name: to } } : {}),
        ...defined({ prev }),
      };
      const canonical = canonicalJson(renamed);
      prev = sha256Hex(canonical);
      return { n, text: canonical, hash: prev };
    });
    // The tables let nothing else pass; see the migration.
    await client.query("select set_config('debate.renames', 'on', true)");
    await client.query(
      `update debate_hall.audit as a set entry = given.entry, hash = given.hash
       from unnest($2::bigint[], $3::text[], $4::text[]) as given (n, entry, hash) where a.hall = $1 and a.n = given.n`,
      [hall, changed.map(({ n }) => n), changed.map(({ text }) => text), changed.map(({ hash }) => hash)],
    );
    return rows.filter(({ named }) => named).length;
  });
}
