// The debates of a hall, the one that changed last first, all of them or those that someone looks for.
import { defined } from '../../../../domain/defined.ts';
import type { Hall } from '../../hall.ts';
import type { Choice } from './debate-summaries.ts';
import type { DebateSummary, ListedDebate } from './debate-summary.ts';
import type { ListFilter } from './list-filter.ts';

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

/** Without a filter all of them, the damaged ones too; a filter leaves those out, since nothing is known of them. */
export function choiceOf({ format, outcome, tags, since }: ListFilter): Choice {
  const filter = defined({ format, outcome, tags, since });
  if (Object.keys(filter).length === 0) return {};
  return { wanted: (row) => !('damaged' in row) && matchesFilter(row, filter) };
}

/** A damaged debate is listed as such and hides no other. */
export async function listDebates(hall: Hall, input: ListInput = {}): Promise<readonly ListedDebate[]> {
  const { limit = Number.POSITIVE_INFINITY } = input;
  const rows: ListedDebate[] = [];
  for await (const row of hall.summaries.each(choiceOf(input))) {
    rows.push(row);
    if (rows.length >= limit) break;
  }
  return rows;
}
