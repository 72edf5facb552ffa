// What a run tells whoever listens while it goes on. Lines of `--events` and of the live feed are these objects with the
// time `at` which they happened.
import type { LimitKind, OutcomeKind, Usage } from '../domain/events.ts';
import type { Failure } from '../domain/failures.ts';

export type RunEndReason = 'closed' | 'limit' | 'paused' | 'cancelled' | 'force-closed';

export type LiveEvent =
  | {
      readonly type: 'run-started';
      readonly threadId: string;
      readonly topic: string;
      readonly resumed: boolean;
      readonly seats: readonly { readonly seat: string; readonly label: string; readonly agent: string }[];
    }
  | {
      readonly type: 'seat-started';
      readonly seat: string;
      readonly step: string;
      readonly label: string;
      readonly round?: string;
    }
  | { readonly type: 'text-delta'; readonly seat: string; readonly step: string; readonly text: string }
  | {
      readonly type: 'turn-recorded';
      readonly seat: string;
      readonly step: string;
      readonly seq: number;
      readonly title: string;
      /** Empty while it is withheld. */
      readonly text: string;
      /** The phase is blind: the text comes with "turn-revealed" when the phase ends. */
      readonly withheld?: true;
      readonly durationMs: number;
      readonly usage?: Usage;
      readonly warnings: readonly string[];
    }
  | {
      readonly type: 'turn-revealed';
      readonly seat: string;
      readonly seq: number;
      readonly title: string;
      readonly text: string;
      readonly warnings: readonly string[];
    }
  | {
      /** Why something went wrong, or a note, in the words that were withheld before. */
      readonly type: 'details-revealed';
      readonly seat?: string;
      readonly seq: number;
      readonly message: string;
    }
  | {
      readonly type: 'answer-rejected';
      readonly seat: string;
      readonly step: string;
      readonly issues: readonly string[];
    }
  | {
      readonly type: 'retrying';
      readonly seat: string;
      readonly step: string;
      readonly failure: Failure;
      readonly attempt: number;
      readonly waitMs: number;
    }
  | { readonly type: 'seat-failed'; readonly seat: string; readonly step: string; readonly failure: Failure }
  | { readonly type: 'seat-left'; readonly seat: string; readonly reason: string }
  | { readonly type: 'seat-replaced'; readonly seat: string; readonly to: string; readonly reason: string }
  | { readonly type: 'waiting-for-person'; readonly seat: string; readonly step: string; readonly label: string }
  | { readonly type: 'note'; readonly code: string; readonly message: string }
  | { readonly type: 'limit-reached'; readonly limit: LimitKind; readonly used: number; readonly max: number }
  | {
      readonly type: 'run-ended';
      readonly threadId: string;
      readonly reason: RunEndReason;
      readonly outcome: OutcomeKind | null;
    };

/** Gets every event as it happens; must not throw. `at` is added by whoever writes it down. */
export type LiveListener = (event: LiveEvent) => void;
