// Finds words in the texts of debates. Letters are looked up by an index first; whether a line really holds the words is looked at after.

import type { Database } from '../../../platform/database/database.ts';
import type { Hits, SearchIndex, SearchText, StoredLedger } from '../store.ts';
import { gramsOf, seedOf } from './grams.ts';

interface Found {
  readonly id: string;
  readonly generation: string;
  readonly lines: string;
}

const toStored = ({ id, generation, lines }: Found): StoredLedger => ({ id, version: `${generation}:${lines}` });

/** Postgres keeps neither such a character nor half of a pair. */
const toKept = (text: string) => text.toWellFormed().replaceAll('\0', '\u2400');

const PUT = {
  name: 'debate_hall.put_search',
  text: `with current as (
      update debate_hall.debate set searched = lines
      where hall = $1 and id = $2 and generation || ':' || lines = $3 returning hall, id, generation, lines
    ), put as (
      insert into debate_hall.search_text (hall, id, generation, lines, folded, places, memo)
      select hall, id, generation, lines, $4, $5, $6 from current
      on conflict (hall, id) do update set generation = excluded.generation, lines = excluded.lines,
        folded = excluded.folded, places = excluded.places, memo = excluded.memo
      returning doc
    )
    insert into debate_hall.search_gram (doc, grams) select doc, $7::smallint[] from put
    on conflict (doc) do update set grams = excluded.grams`,
};

/** Each text is unpacked once, however many words there are. */
function holding(words: readonly string[], from: number): string {
  const has = (text: string) => words.map((_, index) => `strpos(${text}, $${from + index}) > 0`).join(' and ');
  return words.length === 1
    ? has('folded')
    : `exists (select from string_to_table(folded, chr(10)) as each (line) where ${has('line')})`;
}

export class Searches implements SearchIndex {
  readonly #database: Database;
  readonly #hall: string;
  readonly #seed: number;

  constructor(database: Database, hall: string) {
    this.#database = database;
    this.#hall = hall;
    this.#seed = seedOf(hall);
  }

  async listStale({ most, running }: { most: number; running: boolean }): Promise<readonly StoredLedger[]> {
    const rows = await this.#database.query<Found>(
      `select id, generation, lines from debate_hall.debate
       where hall = $1 and searched is distinct from lines and ($3 or coalesce(run_until < clock_timestamp(), true)) limit $2`,
      [this.#hall, most, running],
    );
    return rows.map(toStored);
  }

  async put({ id, version }: StoredLedger, { folded, places, memo }: SearchText): Promise<void> {
    const kept = toKept(folded);
    const grams = gramsOf(kept, this.#seed);
    await this.#database.query(PUT, [this.#hall, id, version, kept, toKept(places), memo ?? null, grams]);
  }

  /** In steps, as Postgres would else unpack every text of the hall before it looks which of them are alike. */
  async find(
    words: readonly string[],
    { from, most }: { readonly from: number; readonly most: number | undefined },
  ): Promise<Hits> {
    const wanted = words.map(toKept);
    const grams = [...new Set(wanted.flatMap((word) => gramsOf(word, this.#seed)))];
    const rows = await this.#database.query<Partial<Found> & { total: string }>(
      `with alike as materialized (
         select doc from debate_hall.search_gram where grams @> $2::smallint[]
       ), texts as materialized (
         select hall, id, folded from alike join debate_hall.search_text using (doc) where hall = $1
       ), found as materialized (
         select id, generation, lines, written from texts join debate_hall.debate using (hall, id) where ${holding(wanted, 5)}
       )
       select total, id, generation, lines from (select count(*) as total from found) as counted
       left join (select * from found order by written desc, id collate "C" limit $4 offset $3) as page on true
       order by written desc, id collate "C"`,
      [this.#hall, grams, from, most ?? null, ...wanted],
    );
    const ledgers = rows.flatMap(({ id, generation, lines }) =>
      id === undefined || id === null || generation === undefined || lines === undefined
        ? []
        : [toStored({ id, generation, lines })],
    );
    return { total: Number(rows[0]?.total ?? 0), ledgers };
  }

  async readPlaces(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#database.query<{ id: string; places: string }>(
      'select id, places from debate_hall.search_text where hall = $1 and id = any($2)',
      [this.#hall, ids],
    );
    return new Map(rows.map(({ id, places }) => [id, places]));
  }

  /** Beside the text of that version, where there is one. */
  async keepMemo({ id, version }: StoredLedger, memo: string): Promise<void> {
    await this.#database.query(
      `update debate_hall.search_text set memo = $4 where hall = $1 and id = $2 and generation || ':' || lines = $3`,
      [this.#hall, id, version, memo],
    );
  }

  async readMemos(ledgers: readonly StoredLedger[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#database.query<{ id: string; memo: string }>(
      `select id, memo from unnest($2::text[], $3::text[]) as wanted (id, version) join debate_hall.search_text using (id)
       where hall = $1 and memo is not null and generation || ':' || lines = version`,
      [this.#hall, ledgers.map(({ id }) => id), ledgers.map(({ version }) => version)],
    );
    return new Map(rows.map(({ id, memo }) => [id, memo]));
  }
}
