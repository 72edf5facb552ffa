// What the page is given: the record, and what no record holds.
import type { Hunk } from '../../domain/diffs/diff.ts';
import type { DebateRecord } from '../../domain/record.ts';

/** The part of the change that a finding points at. */
export interface FindingHunk {
  /** ID of the finding. */
  readonly finding: string;
  readonly hunk: Hunk;
}

export interface PageData {
  readonly record: DebateRecord;
  readonly hunks: readonly FindingHunk[];
  /** The lines of the ledger, where the page is to check them itself. */
  readonly ledger?: readonly string[];
}
