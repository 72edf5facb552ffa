// Which decisions of a hall share words with a question: looked up by an index, so that a large hall is not read for it.
import type { Database } from '../../../platform/database/database.ts';
import type { Alike, AskedWord } from '../store.ts';
import { gramsOf, seedOf } from './grams.ts';

interface AlikeRequest {
  readonly words: readonly AskedWord[];
  readonly except: string | undefined;
  readonly most: number;
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

export async function findAlike(
  database: Database,
  hall: string,
  { words, except, most }: AlikeRequest,
): Promise<Alike> {
  const all = await database.query<{ glance: string }>(
    'select glance from debate_hall.search_text where hall = $1 and glance is not null limit $2',
    [hall, most + 1],
  );
  if (all.length <= most) return { total: all.length, having: [], glances: all.map(({ glance }) => glance) };
  const [count] = await database.query<{ total: string }>(
    'select count(*) as total from debate_hall.search_text where hall = $1 and glance is not null',
    [hall],
  );
  const seed = seedOf(hall);
  const grams = words.map(({ text }) => `{${gramsOf(text, seed).join(',')}}`);
  const weights = words.map(({ weight }) => weight);
  const [found] = await database.query<{ words: string[] | null; holders: string[] | null; glances: string[] | null }>(
    `with recursive ${NEAREST}, ${RELATED}
     select
       (select array_agg(word) from rarity) as words,
       (select array_agg(holders) from rarity) as holders,
       (select json_agg(glance) from debate_hall.search_text where hall = $1 and glance is not null and (
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
}
