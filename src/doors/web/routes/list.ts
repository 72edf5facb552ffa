// The list of debates: filtered, searched, a page at a time.
import type { z } from 'zod';
import { defined } from '../../../domain/defined.ts';
import { type ListedRow, type ListPage, listQuerySchema, MOST_MATCHES } from '../../../domain/hall-page/list.ts';
import { readTags } from '../../../hall/operations/debate/opening/tags.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import type { Choice } from '../../../hall/operations/records/lists/debate-summaries.ts';
import type { ListedDebate } from '../../../hall/operations/records/lists/debate-summary.ts';
import { choiceOf } from '../../../hall/operations/records/lists/list-debates.ts';
import { type SearchRequest, searchPage } from '../../../hall/operations/records/lists/search-debates.ts';
import { json } from '../../../net/server/answers.ts';
import { readQuery } from '../../../net/server/body.ts';
import { toRow } from '../debate/row.ts';
import { sortRows } from './list-order.ts';
import type { Call, Route } from './route.ts';

type Query = z.output<typeof listQuerySchema>;

function isInState(row: ListedDebate, state: NonNullable<Query['state']>): boolean {
  if ('damaged' in row) return false;
  if (state === 'running') return row.running;
  if (state === 'over') return row.status !== 'open';
  if (state === 'waiting') return row.waitsFor !== undefined;
  return row.status === 'open' && !row.running && row.waitsFor === undefined;
}

function toChoice({ format, outcome, tag, since, state, agent }: Query): Partial<Choice> {
  const tags = tag === undefined ? undefined : readTags([tag]);
  const filter = choiceOf(defined({ format, outcome, tags, since: since === undefined ? undefined : new Date(since) }));
  if (state === undefined && agent === undefined) return filter;
  const { wanted = () => true } = filter;
  return {
    ...filter,
    wanted: (row) =>
      wanted(row) &&
      (state === undefined || isInState(row, state)) &&
      (agent === undefined || ('agents' in row && row.agents.includes(agent))),
  };
}

async function searchDebates(hall: Hall, words: string, query: Query): Promise<ListPage> {
  const { from, limit, sort } = query;
  const order: SearchRequest['order'] =
    sort === undefined || sort === 'changed' ? undefined : (hits, rowOf) => sortRows(hits, sort, rowOf);
  const { total, found } = await searchPage(hall, {
    ...{ words, from, limit, order, mostMatches: MOST_MATCHES },
    ...toChoice(query),
  });
  return { total, rows: found.map(({ matches, lines, ...row }): ListedRow => ({ ...toRow(row), matches, lines })) };
}

async function answerList({ request, room: { hall } }: Call): Promise<Response> {
  const query = readQuery(request, listQuerySchema);
  const words = query.q?.trim() ?? '';
  if (words !== '') return json(await searchDebates(hall, words, query));
  const { from, limit, sort } = query;
  // The order of the ledgers is that of their changes; for any other one all rows have to be known.
  if (sort !== undefined && sort !== 'changed') {
    const all: ListedDebate[] = [];
    for await (const row of hall.summaries.each(toChoice(query))) all.push(row);
    const sorted = sortRows(all, sort, (row) => row);
    return json({ rows: sorted.slice(from, from + limit).map(toRow), total: all.length } satisfies ListPage);
  }
  const { rows, total } = await hall.summaries.page({ from, limit, ...toChoice(query) });
  return json({ rows: rows.map(toRow), total } satisfies ListPage);
}

export const listRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/debates', operation: 'list-debates', answer: answerList },
];
