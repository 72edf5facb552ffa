// A row of the list as the page gets it.
import type { ListedRow } from '../../../domain/hall-page/list.ts';
import { shortenPaths } from '../../../domain/without-paths.ts';
import type { ListedDebate } from '../../../hall/operations/records/lists/debate-summary.ts';

/** The conversation of a client is of no use to a person, and the record says what an import accepted. */
export function toRow(row: ListedDebate): ListedRow {
  if ('damaged' in row) return { ...row, damaged: shortenPaths(row.damaged) };
  const { conversation: _, importProblems: __, ...rest } = row;
  return rest;
}
