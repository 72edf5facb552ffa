// What the page is given: the record, and what no record holds.
import type { FindingHunk } from '../../domain/diffs/finding-hunks.ts';
import type { DebateRecord } from '../../domain/record.ts';

export interface PageData {
  readonly record: DebateRecord;
  readonly hunks: readonly FindingHunk[];
  /** Addresses that hold the pictures, by their digests; absent where there are none, or none yet. */
  readonly pictures?: Readonly<Record<string, string>>;
  /** The lines of the ledger, where the page is to check them itself. */
  readonly ledger?: readonly string[];
  /** Parts of the file that cannot be read, in words. */
  readonly damaged?: readonly string[];
}
