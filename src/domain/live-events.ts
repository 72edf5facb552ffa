// What a run tells its listeners. Lines of `--events` and of the live feed are these objects with the
// time `at` which they happened.
import type { Range } from './calls.ts';
import type { LimitKind, Limits, Usage } from './event-parts.ts';
import type { Failure } from './failures/failures.ts';
import type { OutcomeKind } from './outcomes.ts';

export const RUN_END_REASONS = ['closed', 'limit', 'paused', 'cancelled', 'force-closed'] as const;
export type RunEndReason = (typeof RUN_END_REASONS)[number];

export type LiveEvent =
  | {
      readonly type: 'run-started';
      readonly threadId: string;
      readonly topic: string;
      readonly resumed: boolean;
      /** The debate is over, and its seats answer one more question. */
      readonly followUp?: true;
      /** Calls to come if all answers are usable: of the whole debate, or what is left of one that is resumed. */
      readonly calls?: Range;
      readonly limits?: Limits;
      readonly seats: readonly { readonly seat: string; readonly label: string; readonly agent: string }[];
    }
  | {
      readonly type: 'seat-started';
      readonly seat: string;
      readonly step: string;
      readonly label: string;
      readonly round?: string;
      /** How many rounds there are at most. */
      readonly rounds?: string;
      /** Nobody may see what it says before the phase ends. */
      readonly blind?: true;
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
      /** The words of the agent, where `text` adds to them, such as the numbers of its claims. */
      readonly said?: string;
      /** The phase is blind: the text comes with "turn-revealed" when the phase ends. */
      readonly withheld?: true;
      readonly durationMs: number;
      readonly usage?: Usage;
      readonly warnings: readonly string[];
    }
  /** A seat looked something up; nothing of it is shown while the phase is blind. */
  | {
      readonly type: 'looked-up';
      readonly seq: number;
      readonly seat: string;
      readonly step: string;
      readonly tool: string;
      /** What it saw, in few words: "src/cart.ts 40–120". */
      readonly seen: readonly string[];
      readonly bytes: number;
      readonly refused?: true;
      /** What of its budget is nearly used up: "32 of 40 looks of this turn". */
      readonly used?: string;
      readonly withheld?: true;
    }
  /** Someone else took a turn that the run would have asked an agent for. */
  | {
      readonly type: 'turn-taken';
      readonly seat: string;
      readonly seq: number;
      readonly title: string;
      /** Empty while it is withheld. */
      readonly text: string;
      readonly withheld?: true;
      /** As the record names them. */
      readonly by: string;
      /** Nobody spoke here: a fork copied this event of its parent. */
      readonly copied?: number;
      readonly warnings: readonly string[];
    }
  | {
      readonly type: 'interjection';
      readonly seq: number;
      readonly title: string;
      readonly author: string;
      readonly text: string;
      /** Where it came from, such as the address of a comment. */
      readonly source?: string;
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
      /** What seats answered without seeing each other comes to, once all have: "Openings agree: Yes, 3 of 3". */
      readonly type: 'phase-ended';
      readonly seq: number;
      readonly message: string;
    }
  | {
      readonly type: 'answer-rejected';
      readonly seq: number;
      readonly seat: string;
      readonly step: string;
      readonly issues: readonly string[];
      readonly usage?: Usage;
    }
  | {
      readonly type: 'retrying';
      readonly seat: string;
      readonly step: string;
      readonly failure: Failure;
      readonly attempt: number;
      readonly waitMs: number;
    }
  | {
      readonly type: 'seat-failed';
      readonly seq: number;
      readonly seat: string;
      readonly step: string;
      readonly failure: Failure;
      readonly usage?: Usage;
    }
  | { readonly type: 'seat-left'; readonly seq: number; readonly seat: string; readonly reason: string }
  | {
      readonly type: 'seat-replaced';
      readonly seq: number;
      readonly seat: string;
      readonly to: string;
      readonly reason: string;
    }
  /** The store cannot be used, so that the run waits until it can. */
  | { readonly type: 'waiting-for-store'; readonly message: string; readonly waitMs: number }
  | {
      readonly type: 'waiting-for-person';
      readonly seat: string;
      readonly step: string;
      readonly label: string;
      /** Nobody sees the answer before all have answered. */
      readonly blind?: true;
    }
  | { readonly type: 'note'; readonly seq: number; readonly code: string; readonly message: string }
  | {
      readonly type: 'limit-reached';
      readonly seq: number;
      readonly limit: LimitKind;
      readonly used: number;
      readonly max: number;
    }
  | {
      readonly type: 'run-ended';
      readonly threadId: string;
      readonly reason: RunEndReason;
      readonly outcome: OutcomeKind | null;
      /** It asked the seats of a debate that was over one more question: the outcome is that of the debate. */
      readonly followUp?: true;
    };

export type LiveEventOf<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>;

/** Receives every event as it happens; must not throw. Writers of feeds and logs add the time `at`. */
export type LiveListener = (event: LiveEvent) => void;
