// How the page's API refuses: in the hall's own words and codes. The browser reads the type alone.
import type { Problem } from '../failures/errors.ts';
import type { WaitingTurn } from './debate.ts';

export interface PageError extends Problem {
  /** Of a turn that came too late: what happened since. The text is not recorded, so keep it and offer it again. */
  readonly stale?: StaleTurn;
  /** At a server: what its log and its audit trail call the request. */
  readonly requestId?: string;
}

/** What a person had not read when they wrote their turn. */
export interface StaleTurn {
  /** Events of the ledger by now: what the next attempt gives as `seen`. */
  readonly events: number;
  /** Whether the same step still waits for the person; then the text may be sent again as it is. */
  readonly stillDue: boolean;
  readonly waitsFor: readonly WaitingTurn[];
  /** What was said since, in order. */
  readonly since: readonly { readonly seq: number; readonly title: string }[];
}

/** The body of every answer that is not 2xx. */
export interface PageFailure {
  readonly error: PageError;
}
