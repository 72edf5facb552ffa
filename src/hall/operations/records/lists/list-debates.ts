// The debates of a hall, the one that changed last first, all of them or those that someone looks for.
import type { DebateSummary, ListedDebate } from '../../../../domain/debate-summary.ts';
import { defined } from '../../../../domain/defined.ts';
import type { OutcomeKind } from '../../../../domain/outcomes.ts';
import { readTags } from '../../debate/opening/tags.ts';
import type { Hall } from '../../hall.ts';
import { addQueueWaits } from '../../queue/queued-run.ts';
import type { DebateSummaries, SummaryFilter } from './debate-summaries.ts';

export interface ListInput extends ListFilter {
  readonly limit?: number;
}

function matchesFilter(row: DebateSummary, { format, outcome, tags = [], since }: ListFilter): boolean {
  return (
    (format === undefined || row.format === format) &&
    (outcome === undefined || (row.outcome ?? 'open') === outcome) &&
    tags.every((tag) => row.tags?.includes(tag) === true) &&
    (since === undefined || Date.parse(row.changedAt) >= since.getTime())
  );
}

/**
 * Without a filter all of them, also those that cannot be read; a filter leaves those out, since nothing is known of them. Throws `bad-input`
 * for what is not a tag, `not-found` for a format that does not exist.
 */
export async function readChoice(hall: Hall, { format, outcome, tags, since }: ListFilter): Promise<SummaryFilter> {
  if (format !== undefined) await hall.format(format);
  const filter = defined({ format, outcome, tags: tags && readTags(tags), since });
  if (Object.keys(filter).length === 0) return {};
  return { wanted: (row) => !('unreadable' in row) && matchesFilter(row, filter) };
}

/** A debate that cannot be read is listed as such and hides no other. Throws `bad-input`, `not-found` for a format. */
export async function listDebates(hall: Hall, input: ListInput = {}): Promise<readonly ListedDebate[]> {
  const { limit = Number.POSITIVE_INFINITY } = input;
  const rows: ListedDebate[] = [];
  for await (const row of hall.summaries.each(await readChoice(hall, input))) {
    rows.push(row);
    if (rows.length >= limit) break;
  }
  return await addQueueWaits(hall, rows);
}

/** Some of them; see `DebateSummaries.page`. */
export async function pageDebates(
  hall: Hall,
  page: Parameters<DebateSummaries['page']>[0],
): ReturnType<DebateSummaries['page']> {
  const { total, rows } = await hall.summaries.page(page);
  return { total, rows: await addQueueWaits(hall, rows) };
}

// Which debates of a hall someone looks for.

export interface ListFilter {
  readonly format?: string;
  /** `open` for debates without an outcome. */
  readonly outcome?: OutcomeKind | 'open';
  /** Only those that have all of these tags. */
  readonly tags?: readonly string[];
  /** Only those that changed at this time or later. */
  readonly since?: Date;
}
