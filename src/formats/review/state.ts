// The state of a review: what the rules need to know of the past.
import { type GivenMaterial, NOTHING_GIVEN } from '../../domain/evidence/check-given.ts';
import type { ReviewerScore } from '../../domain/results/review-result.ts';
import type { BaseState } from '../common/base-state.ts';
import type { ClaimGroup, ReviewClaim } from './findings/finding.ts';
import type { ReviewerStance, ReviewerStances } from './findings/overlap.ts';
import { type Options, seatIds } from './setup.ts';

export type Phase = 'review' | 'cross' | 'dispute' | 'compose' | 'validate' | 'done';

/** Something of the report as the composer has it. */
export interface ReportEntry {
  /** The first of `ids`, or a number of its own when no reviewer found it. */
  readonly id: string;
  /** Findings that the composer holds to be one. */
  readonly ids: readonly string[];
  /** Its place in the composer's answer; absent for what the composer did not mention. */
  readonly entry?: number;
  /** Its place among what the composer left out. */
  readonly dropped?: number;
}

interface Ballot {
  readonly seat: string;
  readonly votes: readonly (ReviewerStance & { readonly id: string })[];
}

export interface State extends BaseState {
  readonly options: Options;
  readonly material: GivenMaterial;
  readonly phase: Phase;
  /** Rounds about disputes that were begun. */
  readonly round: number;
  /** First event of the phase, and the time from which it was waited for. */
  readonly from: number;
  readonly since: string;
  /** Seats that have answered in this phase, or in this round of it. */
  readonly answered: readonly string[];
  /** Points of each review; who has some has reviewed. */
  readonly scores: Readonly<Record<string, ReviewerScore>>;
  readonly claims: readonly ReviewClaim[];
  /** Claims that came with the cross-check. */
  readonly missed: readonly ReviewClaim[];
  readonly findings: readonly ClaimGroup[];
  readonly stances: Readonly<Record<string, ReviewerStances>>;
  /** What was voted in this phase or round; counts when all votes are in, so that nobody votes knowing those of others. */
  readonly ballots: readonly Ballot[];
  /** The last round changed a stance. */
  readonly changed: boolean;
  /** Percent, as of the last phase that judged; null before, and where there is nothing to compare. */
  readonly overlap: number | null;
  readonly composer: string | undefined;
  readonly report: readonly ReportEntry[] | undefined;
  /** Why the debate continues without a seat. */
  readonly left: Readonly<Record<string, string>>;
  /** What went wrong with a seat that is still awaited. */
  readonly failing: Readonly<Record<string, string>>;
}

export function initial(options: Options): Omit<State, keyof BaseState> {
  return {
    options,
    material: NOTHING_GIVEN,
    phase: 'review',
    round: 0,
    from: 1,
    since: '',
    answered: [],
    scores: {},
    claims: [],
    missed: [],
    findings: [],
    stances: {},
    ballots: [],
    changed: false,
    overlap: null,
    composer: undefined,
    report: undefined,
    left: {},
    failing: {},
  };
}

/** Seats that the debate has not gone on without. */
export function activeSeats({ options, left }: Pick<State, 'options' | 'left'>): readonly string[] {
  return seatIds(options).filter((seat) => !Object.hasOwn(left, seat));
}

export function reviewedSeats({ options, scores }: Pick<State, 'options' | 'scores'>): readonly string[] {
  return seatIds(options).filter((seat) => Object.hasOwn(scores, seat));
}
