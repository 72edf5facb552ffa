// The state of a planning debate: what the rules need to know of the past, and in which phase it is.
import type { BaseState } from '../common/base-state.ts';
import type { ComposedStep, ProposalData, StepVote } from './data.ts';
import type { OwnScores } from './scoring.ts';
import { listSeats, type Options } from './setup.ts';

export interface Proposal extends ProposalData {
  readonly seat: string;
  /** The round of critique that brought it; 0 for plans. */
  readonly round: number;
  /** To compare titles with; `undefined` once the text is redacted. */
  readonly title: string | undefined;
}

interface Critique {
  readonly votes: readonly { readonly step: string; readonly vote: StepVote }[];
  readonly missing: readonly Proposal[];
  readonly attacked: string | null;
}

export type Verdicts = readonly { readonly step: string; readonly vote: 'approve' | 'reject' }[];

export interface State extends BaseState {
  readonly options: Options;
  readonly seats: readonly string[];
  readonly left: readonly string[];
  /** Paths of the diffs among the documents. */
  readonly changedFiles: readonly string[];
  /** While it is one of the acts, that is what is asked for. */
  readonly phase: 'plan' | 'critique' | 'compose' | 'validate' | 'done';
  /** First event of the phase, or of the round of critique. */
  readonly since: number;
  /** The time of the event before it. */
  readonly sinceAt: string;
  readonly plans: Readonly<Record<string, OwnScores>>;
  readonly proposals: readonly Proposal[];
  /** Rounds of critique that are over. */
  readonly rounds: number;
  /** Critiques of the present round, by seat; they count once it is over. */
  readonly critiques: Readonly<Record<string, Critique>>;
  /** The last word of each planner on each distinct step, by its id and seat, where it was given. */
  readonly words: Readonly<Record<string, Readonly<Record<string, StepVote>>>>;
  /** Steps that the last round attacked. */
  readonly attacked: readonly string[];
  readonly composition:
    | {
        readonly steps: readonly ComposedStep[];
        readonly eliminated: readonly string[];
        readonly seat: string;
      }
    | undefined;
  readonly ballots: Readonly<Record<string, Verdicts>>;
}

export function initial(options: Options): Omit<State, keyof BaseState> {
  return {
    options,
    seats: listSeats(options.planners),
    left: [],
    changedFiles: [],
    phase: 'plan',
    since: 1,
    sinceAt: '',
    plans: {},
    proposals: [],
    rounds: 0,
    critiques: {},
    words: {},
    attacked: [],
    composition: undefined,
    ballots: {},
  };
}

/** Nobody sees what the others say in the same phase, unless planners build on each other. */
export function isBlindPhase({ phase, options }: Pick<State, 'phase' | 'options'>): boolean {
  return phase !== 'plan' || options.mode !== 'collaborative';
}

/** Those that the debate has not gone on without. */
export const listActiveSeats = ({ seats, left }: State): readonly string[] =>
  seats.filter((seat) => !left.includes(seat));
