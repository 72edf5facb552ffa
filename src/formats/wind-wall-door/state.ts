// The state of a Wind/Wall/Door debate: what the rules need to know of the past.
import type { EventData, LedgerEvent } from '../../domain/events.ts';
import type { Answer } from '../../domain/question/answer.ts';
import { type BaseState, countRefusals } from '../common/base-state.ts';
import type { RuleNote } from '../format.ts';
import { DEBATERS, type Debater, type Options, type Voter } from './setup.ts';

export const VOTES = ['approve', 'reject', 'unclear'] as const;
export type Vote = (typeof VOTES)[number];

/** Refused answers to one request after which the rules stop waiting for a usable one. */
export const PATIENCE = 2;

export interface State extends BaseState {
  readonly options: Options;
  readonly turns: number;
  readonly spoken: Readonly<Record<Debater, number>>;
  /** Number of debating turns when this seat last spoke. */
  readonly lastSpokenAt: Readonly<Record<Debater, number>>;
  readonly starving: readonly Debater[];
  readonly last: Debater | undefined;
  readonly picked: Debater | 'close' | undefined;
  /** Door has spoken because the mediator had ended the debate. */
  readonly closing: boolean;
  /** The mediator's picks were unusable, so fixed order has taken over for good. */
  readonly fallback: boolean;
  /** Event of Door's newest turn or revision. */
  readonly decision: number | undefined;
  readonly refinements: number;
  /** The answer that the decision gives; `undefined` where it names none. */
  readonly decided: Answer | undefined;
  /** Door has written the decision anew for the answer that the ballot came to. */
  readonly carriedOut: boolean;
  readonly ballot: Readonly<Partial<Record<Voter, Vote>>>;
  /** While Wind and Wall vote: the first event of that. */
  readonly votingFrom: number | undefined;
  /** Notes that the rules put into the record before anything else follows. */
  readonly due: readonly RuleNote[];
}

export function initial(options: Options): Omit<State, keyof BaseState> {
  return {
    options,
    turns: 0,
    spoken: { wind: 0, wall: 0, door: 0 },
    lastSpokenAt: { wind: 0, wall: 0, door: 0 },
    starving: [],
    last: undefined,
    picked: undefined,
    closing: false,
    fallback: false,
    decision: undefined,
    refinements: 0,
    decided: undefined,
    carriedOut: false,
    ballot: {},
    votingFrom: undefined,
    due: [],
  };
}

/** Three debating turns are a round, whoever spoke. */
export function toRound(turn: number): number {
  return Math.floor((turn - 1) / DEBATERS.length) + 1;
}

/** Whether it ends with a decision that Door is asked for; in manual turns, Door's newest words are the decision. */
export function hasPlannedRounds({ options }: State): boolean {
  return options.rounds !== null;
}

/** Debating turns after which no further one is asked for, if the debate is to run by itself. */
export function countPlannedTurns({ options }: Pick<State, 'options'>): number {
  return options.rounds === null ? Number.POSITIVE_INFINITY : options.rounds * DEBATERS.length;
}

export function countTurns(state: Pick<State, 'options'>): number {
  const { maxTurns, maxRounds } = state.options;
  return Math.min(countPlannedTurns(state), maxTurns, maxRounds * DEBATERS.length);
}

/** Whether the debate is over with this turn of Door. */
export function isLast(state: State, turn: number): boolean {
  if (turn >= countTurns(state)) return true;
  if (!hasPlannedRounds(state) || state.options.order === 'fixed') return false;
  return state.picked === 'close' || turn >= countTurns(state) - 1;
}

export function createNote(code: string, message: string, seat: string): RuleNote {
  return { type: 'note-recorded', data: { code, message, seat } };
}

/** Unusable picks, twice in a row, let the fixed order take over. */
function recordRefusedPick(state: State, { act, seat }: EventData<'answer-rejected'>): State {
  if (act !== 'pick' || state.fallback || countRefusals(state, seat, act) < PATIENCE) return state;
  const message = 'The mediator gave no usable pick twice, so the fixed order has taken over.';
  return { ...state, fallback: true, due: [...state.due, createNote('pick-fallback', message, seat)] };
}

/** What events say beside the acts. */
export function applyEvent(state: State, event: LedgerEvent): State {
  switch (event.type) {
    case 'answer-rejected':
      return recordRefusedPick(state, event.data);
    case 'note-recorded':
      return state.due[0]?.data.code === event.data.code ? { ...state, due: state.due.slice(1) } : state;
    default:
      return state;
  }
}
