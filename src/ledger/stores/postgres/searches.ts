// Finds words in the texts of debates. Letters are looked up by an index first; whether a line really holds the words is looked at after.
import { onceForName } from '../../../domain/once.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Alike, FoundLines, SearchIndex, Store } from '../store.ts';
import { type Listed, STORED, toKey, toStored } from './lists.ts';

// Numbers for the pairs and triples of letters in a text: whoever looks for a word looks for the texts that have all of its numbers. Of any
// language, and without an extension of Postgres, whose own trigrams know no word of two letters, as most of Chinese are.

const BITS = 16;
const PRIME = 0x01000193;
/** All that `split(/\s+/)` parts words at. */
const BLANK = /\s/;

const mix = (state: number, unit: number) => Math.imul(state ^ unit, PRIME);

/** Signed, as Postgres has it. */
function finish(state: number): number {
  const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 13)) << BITS) >> BITS;
}

/** Other numbers in each hall, so that those of one say nothing about those of another. */
function createSeed(hall: string): number {
  let state = 0x811c9dc5 | 0;
  for (let index = 0; index < hall.length; index += 1) state = mix(state, hall.charCodeAt(index));
  return state;
}

/** Each number once. None for a text of one letter. */
function listGrams(text: string, seed: number): readonly number[] {
  const found = new Uint8Array(1 << BITS);
  const grams: number[] = [];
  const add = (gram: number) => {
    const at = gram & 0xffff;
    if (found[at] === 1) return;
    found[at] = 1;
    grams.push(gram);
  };
  const isBlank = onceForName((unit: number) => BLANK.test(String.fromCharCode(unit)));
  // How many letters stand before without a blank between them.
  let before = 0;
  let one = 0;
  let two = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (isBlank(unit)) {
      before = 0;
      continue;
    }
    if (before >= 1) add(finish(mix(mix(seed, two), unit)));
    if (before >= 2) add(finish(mix(mix(mix(seed, one), two), unit)));
    one = two;
    two = unit;
    before += 1;
  }
  return grams;
}

/** A rare word says more, as in the ranking that follows. */
const NEAREST = `asked as materialized (
    select * from unnest($2::text[], $3::float8[]) with ordinality as each (grams, weight, word)
  ), hit as materialized (
    select word, weight, id from asked, lateral (
      select id from debate_hall.search_gram join debate_hall.search_text using (doc)
      where decided @> asked.grams::smallint[] and hall = $1
     ) as holder
  ), rarity as materialized (
    select word, count(*) as holders from hit group by word
  ), nearest as materialized (
    select id from hit join rarity using (word)
    group by id order by sum(weight * ln(1 + ($4::float8 - holders + 0.5) / (holders + 0.5))) desc, id limit $5
  )`;

/** Whoever follows one of them may have taken its place; all that `$6` leads to or comes from is no past decision of its own. */
const RELATED = `family (id) as (
    select $6::text
    union
    select case when edge.id = family.id then edge.related_to else edge.id end
    from family join debate_hall.search_text as edge
      on edge.hall = $1 and edge.related_to is not null and (edge.id = family.id or edge.related_to = family.id)
  )`;

/** Postgres keeps neither such a character nor half of a pair. */
const toKept = (text: string) => text.toWellFormed().replaceAll('\0', '\u2400');

const PUT = {
  name: 'debate_hall.put_search',
  text: `with current as (
      update debate_hall.debate set searched = lines
      where hall = $1 and id = $2 and generation || ':' || lines = $3 returning hall, id, generation, lines
    ), put as (
      insert into debate_hall.search_text
        (hall, id, generation, lines, folded, written, places, memo, glance, related_to)
      select hall, id, generation, lines, $4, $5, $6, $7, $8, $9 from current
      on conflict (hall, id) do update set generation = excluded.generation, lines = excluded.lines,
        folded = excluded.folded, written = excluded.written, places = excluded.places, memo = excluded.memo,
        glance = excluded.glance, related_to = excluded.related_to
      returning doc
    )
    insert into debate_hall.search_gram (doc, grams, decided) select doc, $10::smallint[], $11::smallint[] from put
    on conflict (doc) do update set grams = excluded.grams, decided = excluded.decided`,
};

/** Each text is unpacked once, however many words there are. */
function holding(words: readonly string[], from: number): string {
  const has = (text: string) => words.map((_, index) => `strpos(${text}, $${from + index}) > 0`).join(' and ');
  return words.length === 1
    ? has('folded')
    : `exists (select from string_to_table(folded, chr(10)) as each (line) where ${has('line')})`;
}

export function openSearches(database: Database): SearchIndex & Pick<Store, 'keepMemo'> {
  const { hall } = database;
  const seed = createSeed(hall);
  return {
    listStale: async ({ most, running }) => {
      const rows = await database.query<Listed>(
        `select ${STORED} from debate_hall.debate
         where hall = $1 and searched is distinct from lines and ($3 or coalesce(run_until < clock_timestamp(), true)) limit $2`,
        [hall, most, running],
      );
      return rows.map(toStored);
    },
    put: async ({ id, version }, { folded, written, places, memo, decided }) => {
      const kept = toKept(folded);
      await database.query(PUT, [
        ...[hall, id, version, kept, toKept(written), toKept(places), memo ?? null],
        ...[decided && toKept(decided.glance), decided?.relatedTo],
        ...[listGrams(kept, seed), decided && listGrams(toKept(decided.compared), seed)],
      ]);
    },
    /** In steps, as Postgres would else unpack every text of the hall before it looks which of them are alike. */
    find: async (words, { from, most }) => {
      const wanted = words.map(toKept);
      const grams = [...new Set(wanted.flatMap((word) => listGrams(word, seed)))];
      const rows = await database.query<(Listed | { readonly id: null }) & { readonly total: string }>(
        `with alike as materialized (
           select doc from debate_hall.search_gram where grams @> $2::smallint[]
         ), texts as materialized (
           select hall, id, folded from alike join debate_hall.search_text using (doc) where hall = $1
         ), found as materialized (
           select ${STORED}, written from texts join debate_hall.debate using (hall, id) where ${holding(wanted, 5)}
         )
         select total, id, generation, lines, running from (select count(*) as total from found) as counted
         left join (select * from found order by written desc, id collate "C" limit $4 offset $3) as page on true
         order by written desc, id collate "C"`,
        [hall, grams, from, most ?? null, ...wanted],
      );
      const ledgers = rows.flatMap((row) => (row.id === null ? [] : [toStored(row)]));
      return { total: Number(rows[0]?.total ?? 0), ledgers };
    },
    /** The same line counts once. */
    readLines: async (ids, words, most) => {
      const wanted = words.map(toKept);
      const rows = await database.query<{
        id: string;
        places: string;
        total: string;
        lines: FoundLines['lines'];
      }>(
        `select id, places, found.* from debate_hall.search_text, lateral (
           select max(total) as total, json_agg(json_build_object('number', number, 'text', text)) as lines from (
             select min(number) as number, text, count(*) over () as total
             from unnest(string_to_array(folded, chr(10)), string_to_array(written, chr(10)))
               with ordinality as each (fold, text, number)
             where ${wanted.map((_, index) => `strpos(fold, $${index + 4}) > 0`).join(' and ')}
             group by text order by 1 limit $3
           ) as line
         ) as found
         where hall = $1 and id = any($2) and total > 0`,
        [hall, ids, most ?? null, ...wanted],
      );
      return new Map(rows.map(({ id, places, total, lines }) => [id, { places, total: Number(total), lines }]));
    },
    /** Looked up by an index, so that a large hall is not read for it. */
    findAlike: async (words, { except, most }) => {
      const all = await database.query<Alike['glances'][number]>(
        `select glance, generation || ':' || lines as version from debate_hall.search_text
       where hall = $1 and glance is not null limit $2`,
        [hall, most + 1],
      );
      if (all.length <= most) return { total: all.length, having: [], glances: all };
      const [count] = await database.query<{ total: string }>(
        'select count(*) as total from debate_hall.search_text where hall = $1 and glance is not null',
        [hall],
      );
      const grams = words.map(({ text }) => `{${listGrams(text, seed).join(',')}}`);
      const weights = words.map(({ weight }) => weight);
      const [found] = await database.query<{
        words: string[] | null;
        holders: string[] | null;
        glances: Alike['glances'] | null;
      }>(
        `with recursive ${NEAREST}, ${RELATED}
       select
         (select array_agg(word) from rarity) as words,
         (select array_agg(holders) from rarity) as holders,
         (select json_agg(json_build_object('glance', glance, 'version', generation || ':' || lines))
          from debate_hall.search_text where hall = $1 and glance is not null and (
            id in (select id from nearest) or related_to in (select id from nearest) or id in (select id from family)
          )) as glances`,
        [hall, grams, weights, count?.total, most, except ?? null],
      );
      const having = new Map(found?.words?.map((word, index) => [Number(word), Number(found.holders?.[index])]));
      return {
        total: Number(count?.total),
        having: words.map((_, index) => having.get(index + 1) ?? 0),
        glances: found?.glances ?? [],
      };
    },
    /** Beside the text of that version, where there is one. */
    keepMemo: async ({ id, version }, memo) => {
      await database.query(
        `update debate_hall.search_text set memo = $4 where hall = $1 and id = $2 and generation || ':' || lines = $3`,
        [...toKey(database, id), version, memo],
      );
    },
    readMemos: async (ledgers) => {
      const rows = await database.query<{ id: string; memo: string }>(
        `select id, memo from unnest($2::text[], $3::text[]) as wanted (id, version) join debate_hall.search_text using (id)
         where hall = $1 and memo is not null and generation || ':' || lines = version`,
        [hall, ledgers.map(({ id }) => id), ledgers.map(({ version }) => version)],
      );
      return new Map(rows.map(({ id, memo }) => [id, memo]));
    },
    listByMemo: async ({ start, holds }) => {
      const rows = await database.query<Listed>(
        `select id, debate.generation, debate.lines, coalesce(run_until >= clock_timestamp(), false) as running
         from debate_hall.debate left join debate_hall.search_text as text using (hall, id)
         where hall = $1 and ((text.generation, text.lines) is distinct from (debate.generation, debate.lines)
           or coalesce(not starts_with(memo, $2) or strpos(memo, $3) > 0, true))
         order by debate.written desc, id collate "C"`,
        [hall, start, holds],
      );
      return rows.map(toStored);
    },
  };
}
