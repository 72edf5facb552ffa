// One debate on the page: its record, who waits for a person, and what a person can do now.
import type { DebateSummary, QueueWait } from '../debate-summary.ts';
import type { FindingHunk } from '../diffs/finding-hunks.ts';
import type { DebateRecord } from '../record.ts';
import type { FixChain } from '../results/fixing.ts';
import type { TurnField } from '../turn-form/fields.ts';
import type { TurnKind } from '../turn-form/kinds.ts';
import type { SeatLooks } from './looks.ts';

/** A step that only a person can take. */
export interface WaitingTurn {
  /** Unique in the debate; goes back with the answer. */
  readonly step: string;
  readonly seat: string;
  readonly act: string;
  /** "Door decides" */
  readonly label: string;
  readonly kind: TurnKind;
  /** What they fill in; see `SayRequest` for what comes back. */
  readonly fields: readonly TurnField[];
  /** Nobody in this phase reads the others before all have answered. */
  readonly blind?: true;
  /** Taking the seat gave somebody a key, so it cannot be written from here. */
  readonly held?: true;
}

/** One of the pictures that the seats were given. */
export interface PictureAnswer {
  /** The address that holds it. */
  readonly url: string;
}

/** How somebody says how a debate turned out: what its decision was worth, or which answer of a closed question was right. */
export type OutcomeWay = 'verdict' | 'answer';

/** Limits that are no rule of the debate. */
export type RaisableLimit = 'tokens' | 'usd' | 'minutes';

/** What this person may do with the debate now; the page offers nothing else. */
export interface PossibleActions {
  /** Take turns that wait for a person. */
  readonly say: boolean;
  readonly interject: boolean;
  /** Seats that a mediator may pick next; empty where no pick is due. */
  readonly pick: readonly { readonly seat: string; readonly label: string }[];
  /** This server runs it, so that it can pause it. */
  readonly pause: boolean;
  readonly resume: boolean;
  /** The limit that it has reached and that has to be raised before it can be resumed. */
  readonly raise: RaisableLimit | null;
  /** Seats that can be asked one more question; empty where that is not possible. */
  readonly ask: readonly { readonly seat: string; readonly label: string }[];
  /** Ways to say how the decision turned out; empty where that is not possible. */
  readonly outcome: readonly OutcomeWay[];
  /** Close a debate that nobody runs: as the rules have it, or with a decision in the person's words. */
  readonly close: 'by-rules' | 'in-words' | null;
  /** Ask the same question again, with today's material. */
  readonly again: boolean;
  /** Keep what was said up to some event, and have everything after it asked again. */
  /** Events that a fork can keep everything up to; empty where nothing can be forked. */
  readonly fork: readonly number[];
}

/** `GET /api/debates/:id` */
export interface DebateView {
  readonly record: DebateRecord;
  /** The parts of the change that findings of a review point at. */
  readonly hunks: readonly FindingHunk[];
  readonly running: boolean;
  readonly queued?: QueueWait;
  /** What only people can do next, as the list says it: turns, and picks of the next speaker. */
  readonly due: readonly { readonly label: string }[];
  /** Turns among them, whoever may take them; see `can.say`. */
  readonly waitsFor: readonly WaitingTurn[];
  /** Why the last run that was asked for from here ended early, in a sentence. */
  readonly problem?: string;
  readonly can: PossibleActions;
}

/** `GET /api/debates/:id/seats/:seat`: what an agent in this seat would be asked now. */
export interface SeatSheet {
  readonly turn: WaitingTurn;
  /** Events of the ledger that it was made from; goes back with the answer as `seen`. */
  readonly seen: number;
  /** What makes an agent this seat. */
  readonly system: string;
  readonly topic: string;
  /** What was wrong with the last answer to this step. */
  readonly corrections: readonly string[];
  /** What was said, as far as the seat may read it, in order. */
  readonly said: readonly { readonly seq: number; readonly title: string; readonly text: string | null }[];
  /** The task of this turn, as a person reads it. */
  readonly request: string;
  /** Absent where there is nothing to look up, or not for this person. */
  readonly looks?: SeatLooks;
}

/** What `GET /api/debates/:id/export?format=…` gives as a file, named by its `content-disposition`. */
export const PAGE_EXPORTS = ['html', 'markdown', 'json'] as const;
export type PageExport = (typeof PAGE_EXPORTS)[number];

/** `GET /api/debates/:id/verify` */
export interface VerifyAnswer {
  readonly ok: boolean;
  readonly events: number;
  readonly head: string | null;
  /** What is wrong, in sentences. */
  readonly problems: readonly string[];
  /** Why only the chain and the texts were checked, and no rule. */
  readonly unchecked?: string;
}

export interface RelatedDecision
  extends Readonly<Pick<DebateSummary, 'threadId' | 'topic' | 'answer' | 'full' | 'imported' | 'rehearsal'>> {
  readonly outcome: NonNullable<DebateRecord['outcome']>;
  /** Null where it was redacted. */
  readonly decision: string | null;
  readonly turnedOut: NonNullable<DebateRecord['hindsight']>['verdict'];
  readonly decidedAt: string;
  /** From 0, nothing in common, to 1. */
  readonly score: number;
}

/** `GET /api/debates/:id/related`: past decisions that resemble the question. */
export interface RelatedAnswer {
  readonly decisions: readonly RelatedDecision[];
}

/** `GET /api/debates/:id/forks` */
export interface ForksAnswer {
  readonly forks: readonly string[];
  readonly askedAgain: readonly string[];
  /** Reviews and fixes of the same change. */
  readonly chain?: FixChain;
}
