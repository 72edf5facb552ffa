// The debates of a hall, the one that changed last first, all of them or those that someone looks for.
import type { OutcomeKind } from '../../domain/events.ts';
import type { Hall } from '../hall.ts';
import type { DebateSummary, ListedDebate } from './debate-summaries.ts';

export interface ListFilter {
  readonly format?: string;
  /** `open` for debates without an outcome. */
  readonly outcome?: OutcomeKind | 'open';
  /** Only those that changed at this time or later. */
  readonly since?: Date;
}

export interface ListInput extends ListFilter {
  readonly limit?: number;
}

export function matchesFilter(row: DebateSummary, { format, outcome, since }: ListFilter): boolean {
  return (
    (format === undefined || row.format === format) &&
    (outcome === undefined || (row.outcome ?? 'open') === outcome) &&
    (since === undefined || Date.parse(row.changedAt) >= since.getTime())
  );
}

/** A damaged debate is listed as such and hides no other; a filter leaves it out, since nothing is known of it. */
export async function listDebates(hall: Hall, input: ListInput = {}): Promise<readonly ListedDebate[]> {
  const { limit = Number.POSITIVE_INFINITY, ...filter } = input;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const rows: ListedDebate[] = [];
  for await (const row of hall.summaries.each()) {
    if ('damaged' in row ? !isFiltered : matchesFilter(row, filter)) rows.push(row);
    if (rows.length >= limit) break;
  }
  return rows;
}
