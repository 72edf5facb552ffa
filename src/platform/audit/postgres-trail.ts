// The audit trail of a shared hall as rows. What comes while a write runs is written together by the next one.
import { defined } from '../../domain/defined.ts';
import type { Clock } from '../../support/clock.ts';
import { CHOOSE_HALL_HERE, type Database } from '../database/database.ts';
import {
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
import { cutTrail, lockTrail, renameInTrail } from './trail-changes.ts';

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
