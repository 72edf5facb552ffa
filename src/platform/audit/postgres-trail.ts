// The audit trail of a shared hall as rows. What comes while a write runs is written together by the next one.
import { defined } from '../../domain/defined.ts';
import { canonicalJson, sha256Hex } from '../../support/canonical.ts';
import type { Clock } from '../../support/clock.ts';
import { CHOOSE_HALL_HERE, type Database, type Transaction } from '../database/database.ts';
import {
  type AuditEntry,
  type AuditFact,
  type AuditTrail,
  type Checkpoint,
  chainFact,
  EMPTY_TRAIL,
  findTampering,
  type KeptEntry,
  readEntry,
  type TrailHead,
} from './trail.ts';

/** Others who write the trail of this hall wait until the transaction ends. */
async function lockTrail(client: Transaction, hall: string): Promise<void> {
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
async function cutTrail(database: Database, hall: string, checkpoint: Checkpoint): Promise<number> {
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

/** See `isByPerson`. */
const PERSON = `(entry::json -> 'principal' ->> 'id' = any($2::text[])
  or entry::json -> 'principal' ->> 'by' = 'local' and entry::json -> 'principal' ->> 'name' = any($2::text[]))`;

/** Gives the person of these IDs and names another one in every entry, and chains what follows anew. Returns how many named them. */
async function renameInTrail(
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

const ROWS_PER_READ = 1_000;
const ROWS_PER_WRITE = 200;

interface Row {
  readonly n: string;
  readonly text: string;
  readonly hash: string;
}

const toKept = ({ n, text, hash }: Row): KeptEntry => ({ n: Number(n), text, hash });
const COLUMNS = 'n, entry as text, hash';

interface CheckpointRow extends Omit<Checkpoint, 'n'> {
  readonly n: string;
}

const toCheckpoint = ({ n, ...row }: CheckpointRow): Checkpoint => ({ ...row, n: Number(n) });
const LAST_CHECKPOINT =
  'select n, hash, at, key, signature from debate_hall.audit_checkpoint where hall = $1 order by n desc limit 1';

interface Waiting {
  readonly fact: AuditFact;
  readonly done: (error?: unknown) => void;
}

/** Closes the database with itself. */
export function openPostgresTrail(database: Database, clock: Clock): AuditTrail {
  const waiting: Waiting[] = [];
  let isWriting = false;

  /** One trail serves all halls of a server; each is read for itself. */
  async function read<Found extends object = Row>(
    text: string,
    values: readonly [hall: string, ...unknown[]],
  ): Promise<readonly Found[]> {
    const [hall] = values;
    return await database.change(async (client) => {
      await client.query(`select ${CHOOSE_HALL_HERE}`, [hall]);
      return (await client.query<Found>(text, [...values])).rows;
    });
  }

  /** All or none; of processes that write at the same time, one waits for the other. */
  async function write(facts: readonly AuditFact[]): Promise<void> {
    const halls = [...new Set(facts.map(({ hall }) => hall))].sort();
    await database.change(async (client) => {
      for (const hall of halls) {
        await lockTrail(client, hall);
        const { rows } = await client.query<Row>(
          `select ${COLUMNS} from debate_hall.audit where hall = $1 order by n desc limit 1`,
          [hall],
        );
        const { rows: cut } = await client.query<CheckpointRow>(LAST_CHECKPOINT, [hall]);
        let head: TrailHead =
          rows[0] === undefined ? (cut[0] === undefined ? EMPTY_TRAIL : toCheckpoint(cut[0])) : toKept(rows[0]);
        const at = new Date(clock.now()).toISOString();
        const entries: KeptEntry[] = [];
        for (const fact of facts.filter((each) => each.hall === hall)) {
          const entry = chainFact(head, fact, at);
          entries.push(entry);
          head = entry;
        }
        await client.query(
          `insert into debate_hall.audit (hall, n, entry, hash)
           select $1, n, entry, hash from unnest($2::bigint[], $3::text[], $4::text[]) as given (n, entry, hash)`,
          [hall, entries.map(({ n }) => n), entries.map(({ text }) => text), entries.map(({ hash }) => hash)],
        );
      }
    });
  }

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, ROWS_PER_WRITE);
      const error = await write(batch.map(({ fact }) => fact)).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      for (const { done } of batch) done(error);
    }
    isWriting = false;
  }

  return {
    record: async (fact) =>
      await new Promise<void>((resolve, reject) => {
        waiting.push({ fact, done: (error) => (error === undefined ? resolve() : reject(error)) });
        if (!isWriting) void writeAll();
      }),
    list: async (hall, { debate, principal, refused, most }) => {
      const rows = await read(
        `select ${COLUMNS} from debate_hall.audit where hall = $1
         and ($2::text is null or entry::json ->> 'debate' = $2)
         and ($3::text is null or $3 in (entry::json -> 'principal' ->> 'id', entry::json -> 'principal' ->> 'name'))
         and (not $4 or entry::json ->> 'decision' <> 'allowed')
         order by n desc limit $5`,
        [hall, debate ?? null, principal ?? null, refused === true, most],
      );
      return rows.map(readEntry);
    },
    findBefore: async (hall, at) => {
      const [row] = await read(
        `select ${COLUMNS} from debate_hall.audit where hall = $1 and (entry::json ->> 'at')::timestamptz < $2 order by n desc limit 1`,
        [hall, at],
      );
      return row && toKept(row);
    },
    cut: async (hall, checkpoint) => await cutTrail(database, hall, checkpoint),
    rename: async (hall, names, to) => await renameInTrail(database, hall, { names, to }),
    verify: async (hall, known) => {
      // Its signature is for the caller to check.
      const [row] = await read<CheckpointRow>(LAST_CHECKPOINT, [hall]);
      const checkpoint = row && toCheckpoint(row);
      let head: TrailHead = checkpoint ?? EMPTY_TRAIL;
      let isKnown = known === undefined || known === head.hash;
      for (;;) {
        const rows = await read(
          `select ${COLUMNS} from debate_hall.audit where hall = $1 and n > $2 order by n limit ${ROWS_PER_READ}`,
          [hall, head.n],
        );
        for (const kept of rows.map(toKept)) {
          const problem = findTampering(head, kept);
          if (problem !== undefined) return { entries: head.n, head: head.hash, problem, ...defined({ checkpoint }) };
          head = kept;
          isKnown ||= head.hash === known;
        }
        if (rows.length < ROWS_PER_READ) break;
      }
      const found = { entries: head.n, head: head.hash, ...defined({ checkpoint }) };
      if (isKnown) return found;
      const isCut = checkpoint === undefined ? '' : ', unless it was cut off';
      return { ...found, problem: `the head that you know is not in it${isCut}` };
    },
    close: async () => await database.close(),
  };
}
