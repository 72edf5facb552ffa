// A hall in a Postgres database, for several people and machines. Ledgers, documents, claims and live feeds are rows.
import { checkThreadId } from '../../../domain/ids.ts';
import { openChangeAnnouncer } from '../../../platform/database/announcer.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { RandomHex } from '../../../support/clock.ts';
import { createNotFoundError, createStillRunningError } from '../errors.ts';
import type { SearchIndex, Store } from '../store.ts';
import { openFeeds } from './feeds.ts';
import { openLeases } from './leases.ts';
import { openLedgers } from './ledgers.ts';
import { openLists, toKey } from './lists.ts';
import { openSearches } from './searches.ts';

type Documents = Pick<Store, 'writeDocument' | 'documentPlace' | 'readDocument' | 'listDocuments'>;

/** `place`: where the hall is. */
function openDocuments(database: Database, place: string): Documents {
  const documentPlace: Documents['documentPlace'] = (id, extension) => `${id}${extension} in ${place}`;
  return {
    documentPlace,
    writeDocument: async (id, extension, text) => {
      const whole = typeof text === 'string' ? text : [...text].join('');
      const rows = await database.query(
        `insert into debate_hall.document (hall, id, extension, text)
         select hall, id, $3, $4 from debate_hall.debate where hall = $1 and id = $2
         on conflict (hall, id, extension) do update set text = excluded.text returning 1`,
        [...toKey(database, id), extension, whole],
      );
      if (rows.length === 0) throw createNotFoundError(id, 'this hall');
      return documentPlace(id, extension);
    },
    readDocument: async (id, extension, most) => {
      // A character has at least one byte.
      const [row] = await database.query<{ text: string }>(
        `select case when $4::int is null then text else left(text, $4) end as text
         from debate_hall.document where hall = $1 and id = $2 and extension = $3`,
        [...toKey(database, id), extension, most ?? null],
      );
      if (row === undefined || most === undefined) return row?.text;
      return Buffer.from(row.text, 'utf8').subarray(0, most).toString('utf8');
    },
    listDocuments: async (id, folder) => {
      const rows = await database.query<{ extension: string }>(
        `select extension from debate_hall.document
         where hall = $1 and id = $2 and starts_with(extension, $3) order by extension collate "C"`,
        [...toKey(database, id), `${folder}/`],
      );
      return rows.map(({ extension }) => extension.slice(folder.length + 1));
    },
  };
}

export interface PostgresStoreOptions {
  /** Closed with the store. */
  readonly database: Database;
  readonly random: RandomHex;
}

/** A connection that is lost is noticed, and whoever listens over a new one is asked to look. */
const TRUST_MS = 10_000;

/** Vectors of what was decided, each of one version of its ledger. */
function openVectors(database: Database): Pick<Store, 'readVectors' | 'keepVector'> {
  return {
    readVectors: async (ledgers) => {
      const rows = await database.query<{ id: string; vector: string }>(
        `select id, vector from unnest($2::text[], $3::text[]) as wanted (id, version) join debate_hall.vector using (id)
         where hall = $1 and generation || ':' || lines = version`,
        [database.hall, ledgers.map(({ id }) => id), ledgers.map(({ version }) => version)],
      );
      return new Map(rows.map(({ id, vector }) => [id, vector]));
    },
    /** The row of the debate is held meanwhile, so that a redaction comes before it or takes the vector along. */
    keepVector: async ({ id, version }, vector) => {
      await database.query(
        `insert into debate_hall.vector (hall, id, generation, lines, vector)
         select hall, id, generation, lines, $4 from debate_hall.debate
         where hall = $1 and id = $2 and generation || ':' || lines = $3 for update
         on conflict (hall, id) do update set generation = excluded.generation, lines = excluded.lines, vector = excluded.vector`,
        [...toKey(database, id), version, vector],
      );
    },
  };
}

export function openPostgresStore({
  database,
  random,
}: PostgresStoreOptions): Store & { readonly searchIndex: SearchIndex } {
  const place = `the hall "${database.hall}" in the database ${database.place}`;
  const announcer = openChangeAnnouncer(database);
  const ledgers = openLedgers(database, announcer.tell);
  const leases = openLeases(database, () => random(32));
  const feeds = openFeeds(database, leases.isRunning);
  const { keepMemo, ...searchIndex } = openSearches(database);
  return {
    place,
    searchIndex,
    keepMemo,
    ...openLists(database),
    ...ledgers,
    ...openVectors(database),
    ...openDocuments(database, place),
    ...leases,
    ...feeds,
    /** Gives none by itself, as a list would ask for it as often as for the ledger; `searchIndex` gives many at once. */
    readMemo: async ({ id }) => {
      checkThreadId(id);
      return undefined;
    },
    remove: async (id, extensions, removeRest) => {
      const claim = await leases.claimRun(id);
      if (claim === undefined) {
        if (!(await ledgers.exists(id))) throw createNotFoundError(id, 'this hall');
        throw createStillRunningError(id);
      }
      try {
        await removeRest?.();
        await feeds.clearFeed(id);
        const key = toKey(database, id);
        // Those with one of these extensions, and those in folders of that name; with the ledger go those that are left.
        await database.query(
          `delete from debate_hall.document where hall = $1 and id = $2
           and exists (select from unnest($3::text[]) as gone (name)
                       where extension = gone.name or starts_with(extension, gone.name || '/'))`,
          [...key, extensions],
        );
        await database.query('delete from debate_hall.debate where hall = $1 and id = $2', key);
      } finally {
        await claim.release();
      }
    },
    /** A write that is cut off leaves nothing in a database. */
    leftovers: async () => [],
    removeLeftovers: async () => {},
    checkLocks: async () => {},
    watch: (listener) => ({ trustMs: TRUST_MS, ...database.listen('changes', listener) }),
    close: async () => {
      await announcer.close();
      await database.close();
    },
  };
}
