// The stores that the contract is tried on: an empty place of each kind, and what can be done to it from outside.
import fs from 'node:fs';
import path from 'node:path';
import { openFileStore } from '../../src/ledger/stores/file/index.ts';
import { openPostgresStore } from '../../src/ledger/stores/postgres/index.ts';
import type { Store } from '../../src/ledger/stores/store.ts';
import { Database } from '../../src/platform/database/database.ts';
import { systemRandom } from '../../src/support/clock.ts';
import { openDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/hall.ts';
import { type NetworkLine, openLine } from '../support/network-line.ts';
import { type PostgresDatabase, whyNoPostgres } from '../support/postgres.ts';

/** An empty place for a store. */
export interface Place {
  /** A store on this place, another one each time. */
  open(): Store;
  /** Makes the ledger look as if it had been written an hour ago. */
  age(id: string): Promise<void>;
  /** What is kept of vectors, whatever they are of. */
  vectors(): Promise<readonly string[]>;
  /** Makes the claim look as if nothing had been heard of its holder for long; absent where it ends with its process. */
  readonly forgetClaim?: (id: string) => Promise<void>;
  /** A store that can be made to hear no answer to its next write, or to the end of it; absent where an answer cannot be lost. */
  readonly openUnreliable?: () => { readonly store: Store; loseNextAnswer(to?: 'write' | 'commit'): void };
  remove(): Promise<void>;
}

interface Kind {
  /** Why it cannot be tried here. */
  readonly missing?: string | undefined;
  begin(): Promise<void>;
  place(): Promise<Place>;
  end(): Promise<void>;
}

function fileStores(): Kind {
  return {
    begin: async () => {},
    end: async () => {},
    place: async () => {
      const folder = temporaryFolder();
      const hourAgo = Date.now() / 1_000 - 3_600;
      return {
        open: () => openFileStore({ folder, lockTimeoutMs: 2_000 }),
        age: async (id) => fs.utimesSync(path.join(folder, `${id}.jsonl`), hourAgo, hourAgo),
        vectors: async () => fs.readdirSync(path.join(folder, '.hall')).filter((name) => name.endsWith('.vector')),
        remove: async () => fs.rmSync(folder, { recursive: true, force: true }),
      };
    },
  };
}

function postgresStores(): Kind {
  let server: PostgresDatabase;
  let database: Database;
  let line: NetworkLine;
  let places = 0;
  return {
    missing: whyNoPostgres,
    begin: async () => {
      server = await openDatabase();
      database = new Database(server);
      line = await openLine(server.socket);
    },
    end: async () => {
      await database.close();
      await line.close();
    },
    place: async () => {
      places += 1;
      const hall = `hall-${places}`;
      const opened: Store[] = [];
      const open = (url: string) => {
        const store = openPostgresStore({ database: new Database({ url, hall }), random: systemRandom });
        opened.push(store);
        return store;
      };
      return {
        open: () => open(server.ordinaryUrl),
        age: async (id) => {
          const older = `update debate_hall.debate set written = written - interval '1 hour' where hall = $1 and id = $2`;
          await database.query(older, [hall, id]);
        },
        vectors: async () => {
          const rows = await database.query<{ id: string }>('select id from debate_hall.vector where hall = $1', [
            hall,
          ]);
          return rows.map(({ id }) => id);
        },
        forgetClaim: async (id) => {
          const over = `update debate_hall.debate set run_until = run_until - interval '1 hour' where hall = $1 and id = $2`;
          await database.query(over, [hall, id]);
        },
        openUnreliable: () => ({
          store: open(server.urlAt(line.port, 'team')),
          loseNextAnswer: (to) => line.loseAnswerTo(to === 'commit' ? 'commit' : 'debate_hall.'),
        }),
        remove: async () => {
          for (const store of opened) await store.close();
        },
      };
    },
  };
}

export const KINDS: Readonly<Record<string, Kind>> = { file: fileStores(), postgres: postgresStores() };
