// The list of debates: filtered, searched, a page at a time.
import type { z } from 'zod';
import type { DebateSummary, ListedDebate } from '../../../domain/debate-summary.ts';
import { defined } from '../../../domain/defined.ts';
import {
  type ListedRow,
  type ListOrder,
  type ListPage,
  listQuerySchema,
  MOST_MATCHES,
} from '../../../domain/hall-page/list.ts';
import { OUTCOME_WORDS } from '../../../domain/outcomes.ts';
import { shortenPaths } from '../../../exchange/without-paths.ts';
import { listUnreadable } from '../../../hall/operations/debate/related/family.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { addQueueWaits } from '../../../hall/operations/queue/queued-run.ts';
import type { SummaryFilter } from '../../../hall/operations/records/lists/debate-summaries.ts';
import { pageDebates, readChoice } from '../../../hall/operations/records/lists/list-debates.ts';
import {
  type FoundDebate,
  type SearchRequest,
  searchPage,
} from '../../../hall/operations/records/lists/search-debates.ts';
import { json } from '../../../net/server/answers.ts';
import { readQuery } from '../../../net/server/body.ts';
import type { Route, RouteCall } from './route.ts';

export function toRow(row: ListedDebate | FoundDebate): ListedRow {
  if ('unreadable' in row) return { ...row, unreadable: shortenPaths(row.unreadable) };
  const { conversation: _, ...rest } = row;
  return rest;
}

type Compare = (one: DebateSummary, other: DebateSummary) => number;

const describeOutcome = ({ outcome }: DebateSummary) => (outcome === null ? '' : OUTCOME_WORDS[outcome].title);

const ORDERS: Readonly<Record<ListOrder, Compare>> = {
  changed: () => 0,
  opened: (one, other) => other.openedAt.localeCompare(one.openedAt),
  topic: (one, other) => (one.topic ?? one.threadId).localeCompare(other.topic ?? other.threadId),
  outcome: (one, other) => describeOutcome(one).localeCompare(describeOutcome(other)),
  dissent: (one, other) => other.dissent - one.dissent,
  turns: (one, other) => other.turns - one.turns,
};

/** Ledgers that cannot be read come first, whatever the order: somebody has to look at them. */
function sortRows<Row>(rows: readonly Row[], order: ListOrder, toListed: (row: Row) => ListedDebate): readonly Row[] {
  const compare = ORDERS[order];
  return rows.toSorted((one, other) => {
    const [first, second] = [toListed(one), toListed(other)];
    if ('unreadable' in first || 'unreadable' in second)
      return Number('unreadable' in second) - Number('unreadable' in first);
    return compare(first, second);
  });
}

type Query = z.output<typeof listQuerySchema>;

function isInState(row: ListedDebate, state: NonNullable<Query['state']>): boolean {
  if ('unreadable' in row) return false;
  if (state === 'running') return row.running;
  if (state === 'over') return row.status !== 'open';
  if (state === 'waiting') return row.waitsFor !== undefined;
  return row.status === 'open' && !row.running && row.waitsFor === undefined;
}

async function toChoice(hall: Hall, { format, outcome, tag, since, state, agent }: Query): Promise<SummaryFilter> {
  const tags = tag === undefined ? undefined : [tag];
  const filter = await readChoice(
    hall,
    defined({ format, outcome, tags, since: since === undefined ? undefined : new Date(since) }),
  );
  if (state === undefined && agent === undefined) return filter;
  const { wanted = () => true } = filter;
  return {
    wanted: (row) =>
      wanted(row) &&
      (state === undefined || isInState(row, state)) &&
      (agent === undefined || ('agents' in row && row.agents.includes(agent))),
  };
}

async function findRows(hall: Hall, words: string, { from, limit, sort = 'changed' }: Query, choice: SummaryFilter) {
  if (words !== '') {
    const order: SearchRequest['order'] =
      sort === 'changed' ? undefined : (hits, toListed) => sortRows(hits, sort, toListed);
    const wanted = { words, from, limit, order, mostMatches: MOST_MATCHES, ...choice };
    const { total, found: rows } = await searchPage(hall, wanted);
    return { total, rows };
  }
  // The order of the ledgers is that of their changes; for any other one all rows have to be known.
  if (sort === 'changed') return await pageDebates(hall, { from, limit, ...choice });
  const all: ListedDebate[] = [];
  for await (const row of hall.summaries.each(choice)) all.push(row);
  const shown = sortRows(all, sort, (row) => row).slice(from, from + limit);
  return { total: all.length, rows: await addQueueWaits(hall, shown) };
}

async function answerList({ request, room: { hall } }: RouteCall): Promise<Response> {
  const query = readQuery(request, listQuerySchema);
  const words = query.q?.trim() ?? '';
  const choice = await toChoice(hall, query);
  const { total, rows } = await findRows(hall, words, query, choice);
  const page: ListPage = { rows: rows.map(toRow), total };
  if (words === '' && choice.wanted === undefined) return json(page);
  return json({ ...page, unreadable: (await listUnreadable(hall)).length } satisfies ListPage);
}

export const listRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/debates', operation: 'list-debates', answer: answerList },
];
