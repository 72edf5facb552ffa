// What every view of a run can do.
import type { LiveListener } from '../../../../domain/live-events.ts';
import type { DebateRecord } from '../../../../domain/record.ts';

export interface View {
  readonly listen: LiveListener;
  /** Starts from what was there before it watched. */
  follow?(record: DebateRecord): void;
  /** Says something beside the events. */
  remark?(text: string): void;
  /** Takes the status line away until the next event, so that somebody else can write. */
  rest(): void;
  /** Takes the status line away. */
  close(): void;
}

export const NO_VIEW: View = { listen: () => {}, rest: () => {}, close: () => {} };
