// Folds the events of a Wind/Wall/Door debate into its state, in constant time per event.
import type { EventDraft, EventOf, LedgerEvent } from '../../domain/events.ts';
import { isDebated } from './next.ts';
import { DEBATERS, type Debater, isDebater, isVoter, PANEL } from './seats.ts';
import { PATIENCE, type State, type Vote } from './state.ts';

function createNote(code: string, message: string, seat: string): EventDraft<'note-recorded'> {
  return { type: 'note-recorded', data: { code, message, seat } };
}

function warnOfStarving(seat: Debater): EventDraft<'note-recorded'> {
  return createNote(
    'seat-starved',
    `"${seat}" has not spoken for ${STARVING_AFTER} turns, which biases the debate.`,
    seat,
  );
}

function recordSpeaker(state: State, seat: Debater, seq: number): State {
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
    due: newlyStarving.length === 0 ? state.due : [...state.due, ...newlyStarving.map(warnOfStarving)],
  };
}

export function forgetRefusals(state: State, seat: string): State {
  if (state.refused[seat] === undefined) return state;
  const { [seat]: _, ...refused } = state.refused;
  return { ...state, refused };
}

export function recordTurn(state: State, event: EventOf<'turn-recorded'>): State {
  const { seat, act, data } = event.data;
  const next = forgetRefusals(state, seat);
  if (act === 'turn' && isDebater(seat)) return recordSpeaker(next, seat, event.seq);
  if (act === 'pick') return { ...next, picked: data['next'] as Debater | 'close' };
  if (act === 'vote' && isVoter(seat)) {
    return { ...next, ballot: { ...state.ballot, [seat]: data['vote'] as Vote } };
  }
  if (act === 'revision') return { ...next, decision: event.seq, refinements: state.refinements + 1, ballot: {} };
  return next;
}

export function recordRefusal(state: State, event: EventOf<'answer-rejected'>): State {
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
      createNote('pick-fallback', 'The mediator gave no usable pick twice, so the fixed order has taken over.', seat),
    ],
  };
}

export function evolve(state: State, event: LedgerEvent): State {
  switch (event.type) {
    case 'turn-recorded':
      return recordTurn(state, event);
    case 'answer-rejected':
      return recordRefusal(state, event);
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

/** Debating turns without a word from a seat after which the record warns, in mediated order. */
const STARVING_AFTER = 6;

/** Keeps with which event the vote of Wind and Wall began, while it lasts. */
export function markVoting(state: State, { seq }: LedgerEvent): State {
  const isVoting = isPanelVoting(state);
  if (isVoting === (state.votingFrom !== undefined)) return state;
  return { ...state, votingFrom: isVoting ? seq + 1 : undefined };
}

/** Whether a vote of Wind or Wall is missing; a limit changes nothing in that. */
function isPanelVoting(state: State): boolean {
  return state.options.consensus && isDebated(state) && PANEL.some((seat) => state.ballot[seat] === undefined);
}
