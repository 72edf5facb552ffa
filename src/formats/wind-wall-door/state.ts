// The state of a Wind/Wall/Door debate: what the rules need to know of the past, folded in constant time per event.
import type { EventDraft, EventOf, LedgerEvent } from '../../domain/events.ts';
import type { Options } from './options.ts';

export const DEBATERS = ['wind', 'wall', 'door'] as const;
export type Debater = (typeof DEBATERS)[number];
export const PANEL = ['wind', 'wall'] as const;
export const REVIEWER = 'reviewer';
export type Voter = (typeof PANEL)[number] | typeof REVIEWER;
export type Vote = 'approve' | 'reject' | 'unclear';

/** Refused answers to one request after which the rules stop waiting for a usable one. */
export const PATIENCE = 2;
/** Debating turns without a word from a seat after which the record warns, in mediated order. */
const STARVING_AFTER = 6;

export interface State {
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
  /** Refused answers of each seat since its last accepted one, with what was wrong. */
  readonly refused: Readonly<Record<string, readonly string[][]>>;
  /** Event of Door's newest turn or revision. */
  readonly decision: number | undefined;
  readonly refinements: number;
  readonly ballot: Readonly<Partial<Record<Voter, Vote>>>;
  /** While Wind and Wall vote: the first event of that. */
  readonly votingFrom: number | undefined;
  readonly over: boolean;
  /** Notes that the rules put into the record before anything else follows. */
  readonly due: readonly EventDraft<'note-recorded'>[];
}

export function initial(options: Options): State {
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
    refused: {},
    decision: undefined,
    refinements: 0,
    ballot: {},
    votingFrom: undefined,
    over: false,
    due: [],
  };
}

export function isDebater(seat: string): seat is Debater {
  return (DEBATERS as readonly string[]).includes(seat);
}

export function isVoter(seat: string): seat is Voter {
  return seat === REVIEWER || (PANEL as readonly string[]).includes(seat);
}

/** Three debating turns are a round, whoever spoke. */
export function roundOf(turn: number): number {
  return Math.floor((turn - 1) / DEBATERS.length) + 1;
}

function note(code: string, message: string, seat: string): EventDraft<'note-recorded'> {
  return { type: 'note-recorded', data: { code, message, seat } };
}

function starved(seat: Debater): EventDraft<'note-recorded'> {
  return note('seat-starved', `"${seat}" has not spoken for ${STARVING_AFTER} turns, which biases the debate.`, seat);
}

function speak(state: State, seat: Debater, seq: number): State {
  const turns = state.turns + 1;
  const lastSpokenAt = { ...state.lastSpokenAt, [seat]: turns };
  const starving =
    state.options.order === 'mediated' ? DEBATERS.filter((each) => turns - lastSpokenAt[each] >= STARVING_AFTER) : [];
  const newlyStarving = starving.filter((each) => !state.starving.includes(each));
  return {
    ...state,
    turns,
    spoken: { ...state.spoken, [seat]: state.spoken[seat] + 1 },
    lastSpokenAt,
    starving,
    last: seat,
    picked: undefined,
    closing: state.picked === 'close',
    decision: seat === 'door' ? seq : state.decision,
    due: newlyStarving.length === 0 ? state.due : [...state.due, ...newlyStarving.map(starved)],
  };
}

function forgetRefusals(state: State, seat: string): State {
  if (state.refused[seat] === undefined) return state;
  const { [seat]: _, ...refused } = state.refused;
  return { ...state, refused };
}

function accepted(state: State, event: EventOf<'turn-recorded'>): State {
  const { seat, act, data } = event.data;
  const next = forgetRefusals(state, seat);
  if (act === 'turn' && isDebater(seat)) return speak(next, seat, event.seq);
  if (act === 'pick') return { ...next, picked: data['next'] as Debater | 'close' };
  if (act === 'vote' && isVoter(seat)) {
    return { ...next, ballot: { ...state.ballot, [seat]: data['vote'] as Vote } };
  }
  if (act === 'revision') return { ...next, decision: event.seq, refinements: state.refinements + 1, ballot: {} };
  return next;
}

function refusedAnswer(state: State, event: EventOf<'answer-rejected'>): State {
  const { seat, act, issues } = event.data;
  const earlier = state.refused[seat] ?? [];
  const refused = { ...state.refused, [seat]: [...earlier, [...issues]] };
  if (act !== 'pick' || earlier.length + 1 < PATIENCE) return { ...state, refused };
  return {
    ...state,
    refused,
    fallback: true,
    due: [
      ...state.due,
      note('pick-fallback', 'The mediator gave no usable pick twice, so the fixed order has taken over.', seat),
    ],
  };
}

export function evolve(state: State, event: LedgerEvent): State {
  switch (event.type) {
    case 'turn-recorded':
      return accepted(state, event);
    case 'answer-rejected':
      return refusedAnswer(state, event);
    case 'seat-replaced':
      // The stand-in starts without the refusals of the agent before it.
      return forgetRefusals(state, event.data.seat);

    case 'note-recorded':
      return state.due.length > 0 && state.due[0]?.data.code === event.data.code
        ? { ...state, due: state.due.slice(1) }
        : state;
    case 'limit-reached':
      return { ...state, over: true };
    case 'limits-raised':
      return { ...state, over: false };
    case 'debate-closed':
    case 'debate-force-closed':
      return { ...state, over: true };
    default:
      return state;
  }
}
