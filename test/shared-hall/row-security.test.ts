// The second wall between halls: with no condition in a statement at all, a connection reads and writes nothing of another hall.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../src/ledger/stores/postgres/index.ts';
import { openKeyTable } from '../../src/platform/auth/key-table.ts';
import { Database } from '../../src/platform/database/database.ts';
import { systemRandom } from '../../src/support/clock.ts';
import { inCi } from '../support/campaign.ts';
import { openDatabase } from '../support/database.ts';
import { type PostgresDatabase, whyNoPostgres } from '../support/postgres.ts';
import { createProject, type Project } from '../support/project.ts';

/** One row of each table that belongs to a hall. */
const ROWS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  debate: { id: 'd', lines: 1 },
  line: { id: 'd', n: 1, text: 'canary' },
  document: { id: 'd', extension: '.md', text: 'canary' },
  feed: { id: 'd', lines: 'canary' },
  search_text: { id: 'd', generation: 1, lines: 1, folded: 'canary', written: 'canary', places: 'canary' },
  vector: { id: 'd', generation: 1, lines: 1, vector: 'canary' },
  api_key: {
    id: '0123456789ab',
    name: 'ana',
    role: 'admin',
    hash: '0'.repeat(64),
    created: 'now',
    expires: 'tomorrow',
  },
  usage: { principal: 'key:ana', day: 'today' },
  run: { id: 'd', agents: '{}', band: 0, turn: 0, queue: 'q', job: '00000000-0000-0000-0000-000000000000' },
  worker: { name: 'w', agents: '{}', concurrency: 1 },
  permit: { key: 'vendor', n: 1 },
  webhook_delivery: { id: 'n', hook: 'team', debate: 'd', seq: 1, kind: 'decided' },
  webhook_read: { debate: 'd', hook: 'team', events: 1 },
  audit: { n: 1, entry: '{}', hash: '0' },
  audit_checkpoint: { n: 0, hash: '0', at: 'now', key: 'SHA256:0', signature: '0' },
  person: { id: 'key:ana', name: 'ana', by: 'key', role: 'reader', seen: 'now' },
  person_name: { id: 'key:ana', name: 'ana', given: 'ana' },
};

const insertOf = (table: string, hall: string): readonly [text: string, values: readonly unknown[]] => {
  const row = { hall, ...ROWS[table] };
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  return [
    `insert into debate_hall.${table} (${Object.keys(row).join()}) values (${places.join()})`,
    Object.values(row),
  ];
};

describe.skipIf(whyNoPostgres !== undefined)('row-level security', () => {
  let postgres: PostgresDatabase;
  let superuser: Database;
  let ours: Database;
  let others: Database;
  let tables: readonly string[];
  beforeAll(async () => {
    postgres = await openDatabase();
    superuser = new Database({ url: postgres.url });
    const url = postgres.ordinaryUrl;
    ours = new Database({ url, hall: 'ours' });
    others = new Database({ url, hall: 'others' });
    const found = await superuser.query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'debate_hall' and column_name = 'hall'`,
    );
    tables = found.map(({ name }) => name);
    for (const table of Object.keys(ROWS)) await ours.query(...insertOf(table, 'ours'));
  });
  afterAll(async () => {
    for (const database of [superuser, ours, others]) await database.close();
  });

  const dump = async (database: Database) => {
    const rows = await Promise.all(
      tables.map(
        async (table) =>
          await database.query(
            `select '${table}' as of, each::text from debate_hall.${table} each where hall = 'ours'`,
          ),
      ),
    );
    return JSON.stringify(rows.flat());
  };

  it.runIf(inCi)('keeps a connection of one hall from every row of another, whatever it asks for', async () => {
    expect([...tables].sort()).toEqual(Object.keys(ROWS).sort());
    const before = await dump(ours);
    for (const table of tables) expect(before).toContain(`"${table}"`);
    const none = new Database({ url: postgres.ordinaryUrl });
    const asked = {
      reads: async (from: Database, table: string) =>
        expect(await from.query(`select 1 from debate_hall.${table}`)).toEqual([]),
      changes: async (from: Database, table: string) =>
        expect(await from.query(`update debate_hall.${table} set hall = hall returning 1`)).toEqual([]),
      takes: async (from: Database, table: string) =>
        await expect(
          from.query(`update debate_hall.${table} set hall = 'others' where hall = 'ours' returning 1`),
        ).resolves.toEqual([]),
      removes: async (from: Database, table: string) =>
        expect(await from.query(`delete from debate_hall.${table} returning 1`)).toEqual([]),
      plants: async (from: Database, table: string) =>
        await expect(from.query(...insertOf(table, 'ours'))).rejects.toThrow('does not let this user do that'),
    };
    const kinds = Object.keys(asked) as (keyof typeof asked)[];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...tables),
        fc.constantFrom(...kinds),
        fc.constantFrom(others, none),
        async (table, kind, from) => {
          await asked[kind](from, table);
        },
      ),
      { numRuns: 300 },
    );
    await none.close();
    expect(await dump(ours)).toBe(before);
    // Postgres lets a superuser pass.
    expect(await dump(superuser)).toBe(before);
  });

  it('lets what looks after all halls see them, and each hall work', async () => {
    const keys = openKeyTable(new Database({ url: postgres.ordinaryUrl, hall: '*' }));
    expect(await keys.find('0123456789ab')).toMatchObject({ hall: 'ours', name: 'ana' });
    const [used, end] = [new Date('2026-11-20T10:00:00Z'), new Date('2026-11-21T10:00:00Z')];
    await keys.noteUse('0123456789ab', used);
    expect(await keys.endAt('ours', '0123456789ab', end)).toBe(true);
    expect(await keys.endAt('theirs', '0123456789ab', used)).toBe(false);
    // It only ever ends earlier.
    await keys.endAt('ours', '0123456789ab', new Date('2036-01-01T00:00:00Z'));
    expect(await keys.find('0123456789ab')).toMatchObject({ used, expires: end });
    await keys.close();
    const stores = ['one', 'two'].map((hall) => {
      return openPostgresStore({
        database: new Database({ url: postgres.ordinaryUrl, hall }),
        random: systemRandom,
      });
    });
    for (const store of stores) await store.create('d', `{"of":"${store.place}"}\n`);
    for (const store of stores) {
      expect((await store.list()).items).toEqual(['d']);
      expect((await store.read('d'))?.text).toContain(store.place);
      await store.close();
    }
  });

  describe('db check', () => {
    let project: Project;
    beforeAll(async () => {
      project = createProject({});
      const env = { DEBATE_HALL_STORE: 'postgres', DEBATE_HALL_DATABASE_URL: postgres.ordinaryUrl };
      expect(await project.call(['db', 'migrate'], { env })).toMatchObject({ code: 0 });
    });
    afterAll(() => project.dispose());

    const check = async (url: string, ...more: string[]) =>
      await project.call(['db', 'check', ...more], {
        env: { DEBATE_HALL_STORE: 'postgres', DEBATE_HALL_DATABASE_URL: url },
      });
    const rowSecurity = async (url: string) => JSON.parse((await check(url, '--json')).stdout).rowSecurity;

    it('says when it is not in force', async () => {
      expect((await check(postgres.ordinaryUrl)).stderr).not.toContain('Row-level');
      expect(await rowSecurity(postgres.ordinaryUrl)).toBe('on');
      expect(await rowSecurity(postgres.url)).toBe('bypassed');
      expect(await check(postgres.url)).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('Row-level security is not in force: the user of this address is a superuser'),
      });
      await superuser.query('alter table debate_hall.permit no force row level security');
      expect(await rowSecurity(postgres.ordinaryUrl)).toBe('off');
      await superuser.query('alter table debate_hall.permit force row level security');
    });
  });
});
