// Searches topics, decisions and everything that was said, in all debates of a hall.
import type { DebateSummary } from '../../../../domain/debate-summary.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { type Heading, type Match, showLines, splitWords } from '../../../../domain/words/find-words.ts';
import type { SearchIndex, StoredLedger } from '../../../../ledger/stores/store.ts';
import type { Hall } from '../../hall.ts';
import { addQueueWaits } from '../../queue/queued-run.ts';
import type { FindMatches } from '../debate-texts.ts';
import type { SummaryFilter } from './debate-summaries.ts';
import { type ListInput, readChoice } from './list-debates.ts';
import { updateSearch } from './search-upkeep.ts';

export interface SearchInput extends ListInput {
  /** A line is found when it holds all of these words and quoted phrases, in any order, whatever their case. */
  readonly words: string;
}

export interface FoundDebate extends DebateSummary {
  readonly matches: readonly Match[];
  /** How many lines hold all of the words, of which `matches` may be the first. */
  readonly lines: number;
}

/** Which of the debates that are found are wanted. */
export interface SearchRequest extends SummaryFilter {
  readonly words: string;
  readonly from: number;
  /** All of them without it. */
  readonly limit?: number | undefined;
  /** Of each debate; all of them without it. */
  readonly mostMatches?: number | undefined;
  /** Another order than that of their changes. */
  readonly order?: (<Hit>(hits: readonly Hit[], rowOf: (hit: Hit) => DebateSummary) => readonly Hit[]) | undefined;
}

export interface FoundPage {
  /** How many were found, of which `found` are some. */
  readonly total: number;
  readonly found: readonly FoundDebate[];
}

/** Those that are looked at together. */
const PART = 1_000;

/** The debate that changed last first. Damaged ones are not searched. Throws `bad-input`. */
export async function searchPage(hall: Hall, request: SearchRequest): Promise<FoundPage> {
  if (request.words.trim() === '')
    throw new HallError('bad-input', 'There is nothing to search for.', { hint: 'Pass one or more words.' });
  const { searchIndex } = hall.store;
  const page =
    searchIndex === undefined ? await searchTexts(hall, request) : await searchWith(hall, searchIndex, request);
  return { ...page, found: await addQueueWaits(hall, page.found) };
}

/** Reads every debate that was written since it was searched last. */
async function searchTexts(hall: Hall, request: SearchRequest): Promise<FoundPage> {
  const { words, from, limit, mostMatches, order, ...choice } = request;
  const ids = new Set<string>();
  const hits: { readonly row: DebateSummary; readonly find: FindMatches }[] = [];
  for await (const row of hall.summaries.each(choice)) {
    ids.add(row.threadId);
    if ('unreadable' in row) continue;
    const find = await hall.texts.find(row.threadId, hall.summaries.versionOf(row.threadId), words);
    if (find !== undefined) hits.push({ row, find });
  }
  if (choice.wanted === undefined) hall.texts.keepOnly(ids);
  const ordered = order?.(hits, ({ row }) => row) ?? hits;
  const shown = ordered.slice(from, limit === undefined ? undefined : from + limit);
  const found = shown.map(({ row, find }) => {
    const matches = find();
    return { ...row, matches: matches.slice(0, mostMatches), lines: matches.length };
  });
  return { total: hits.length, found };
}

/** Reads of the ledgers only what was written since anybody searched. */
async function searchWith(
  hall: Hall,
  index: SearchIndex,
  { words, from, limit: most, mostMatches, wanted, order }: SearchRequest,
): Promise<FoundPage> {
  await updateSearch(hall, index, { running: true });
  const folded = splitWords(words);
  if (wanted === undefined && order === undefined) {
    const { total, ledgers } = await index.find(folded, { from, most });
    return { total, found: await showMatches(index, await readRows(hall, ledgers), words, mostMatches) };
  }
  const { ledgers } = await index.find(folded, { from: 0, most: undefined });
  const all = await readRows(hall, ledgers);
  const rows = wanted === undefined ? all : all.filter(wanted);
  const shown = (order?.(rows, (row) => row) ?? rows).slice(from, most === undefined ? undefined : from + most);
  return { total: rows.length, found: await showMatches(index, shown, words, mostMatches) };
}

async function readRows({ summaries }: Hall, ledgers: readonly StoredLedger[]): Promise<readonly DebateSummary[]> {
  const rows: DebateSummary[] = [];
  for (let at = 0; at < ledgers.length; at += PART) {
    const some = ledgers.slice(at, at + PART);
    await summaries.recall(some);
    for (const row of await summaries.of(some)) if (!('unreadable' in row)) rows.push(row);
  }
  return rows;
}

async function showMatches(
  index: SearchIndex,
  rows: readonly DebateSummary[],
  words: string,
  most: number | undefined,
): Promise<readonly FoundDebate[]> {
  const ids = rows.map(({ threadId }) => threadId);
  const found = await index.readLines(ids, splitWords(words), most);
  return rows.map((row) => {
    const { places, total, lines } = found.get(row.threadId) ?? { places: '[]', total: 0, lines: [] };
    return { ...row, matches: showLines(JSON.parse(places) as readonly Heading[], lines, words), lines: total };
  });
}

/** Throws `bad-input`, `not-found` for a format. */
export async function searchDebates(hall: Hall, input: SearchInput): Promise<readonly FoundDebate[]> {
  const { words, limit } = input;
  return (await searchPage(hall, { words, from: 0, limit, ...(await readChoice(hall, input)) })).found;
}
