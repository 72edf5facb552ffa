// What the page is given: the record, and what no record holds.
import type { FindingHunk } from '../../domain/diffs/finding-hunks.ts';
import type { LedgerEvent } from '../../domain/events.ts';
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

/** What a ledger alone says of what a page shows. */
export type RebuiltPage = Pick<PageData, 'record' | 'hunks' | 'pictures'>;

declare global {
  /** Of a file that carries its ledger, in a script of its own: all forms in which the ledger is exported. Throws for one without rules. */
  var rebuildPage: ((events: readonly LedgerEvent[]) => readonly RebuiltPage[]) | undefined;
}
