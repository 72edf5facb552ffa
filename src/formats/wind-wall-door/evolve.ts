// Folds the events of a Wind/Wall/Door debate into its state, in constant time per event.

import type { EventData, EventOf, LedgerEvent } from '../../domain/events.ts';
import type { Answer } from '../../domain/question/answer.ts';
import { countRefusals } from '../common/base-state.ts';
import { forgetRejections, forgetVotes } from '../common/opinions/state.ts';
import type { RuleNote } from '../format.ts';
import { findAnswerToCarryOut, isDebated } from './next.ts';
import { DEBATERS, type Debater, isDebater, isVoter, PANEL } from './seats.ts';
import { PATIENCE, type State, type Vote } from './state.ts';

/** Debating turns without a word from a seat after which the record warns, in mediated order. */
const STARVING_AFTER = 6;

function createNote(code: string, message: string, seat: string): RuleNote {
  return { type: 'note-recorded', data: { code, message, seat } };
}

function warnOfStarving(seat: Debater): RuleNote {
  return createNote(
    'seat-starved',
    `"${seat}" has not spoken for ${STARVING_AFTER} turns, which biases the debate.`,
    seat,
  );
}

function recordSpeaker(state: State, seat: Debater, seq: number, answer: Answer | undefined): State {
  const turns = state.turns + 1;
  // Assigned to copies, as in src/domain/debate.ts.
  const lastSpokenAt = Object.assign({ ...state.lastSpokenAt }, { [seat]: turns });
  const starving =
    state.options.order === 'mediated' ? DEBATERS.filter((each) => turns - lastSpokenAt[each] >= STARVING_AFTER) : [];
  const newlyStarving = starving.filter((each) => !state.starving.includes(each));
  return Object.assign(
    { ...state },
    {
      turns,
      spoken: Object.assign({ ...state.spoken }, { [seat]: state.spoken[seat] + 1 }),
      lastSpokenAt,
      starving,
      last: seat,
      picked: undefined,
      closing: state.picked === 'close',
      decision: seat === 'door' ? seq : state.decision,
      decided: seat === 'door' ? answer : state.decided,
      due: newlyStarving.length === 0 ? state.due : [...state.due, ...newlyStarving.map(warnOfStarving)],
    },
  );
}

function recordRevision(state: State, seq: number, decided: Answer | undefined): State {
  const before = state.opinions;
  if (before !== undefined && findAnswerToCarryOut(state) !== undefined) {
    return { ...state, decision: seq, decided, carriedOut: true, opinions: forgetVotes(before) };
  }
  const opinions = before === undefined ? undefined : forgetRejections(before);
  return { ...state, decision: seq, decided, refinements: state.refinements + 1, ballot: {}, opinions };
}

export function recordTurn(state: State, event: EventOf<'turn-recorded'>): State {
  const { seat, act, data } = event.data;
  const answer = data['answer'] as Answer | undefined;
  if (act === 'turn' && isDebater(seat)) return recordSpeaker(state, seat, event.seq, answer);
  if (act === 'pick') return { ...state, picked: data['next'] as Debater | 'close' };
  if (act === 'vote' && isVoter(seat)) {
    return { ...state, ballot: { ...state.ballot, [seat]: data['vote'] as Vote } };
  }
  if (act === 'revision') return recordRevision(state, event.seq, answer);
  return state;
}

/** Keeps with which event the vote of Wind and Wall began, while it lasts. */
function markVoting(state: State, { seq }: LedgerEvent): State {
  const isVoting = isPanelVoting(state);
  if (isVoting === (state.votingFrom !== undefined)) return state;
  return { ...state, votingFrom: isVoting ? seq + 1 : undefined };
}

/** Whether a vote of Wind or Wall is missing; a limit changes nothing in that. */
function isPanelVoting(state: State): boolean {
  return (
    state.options.consensus &&
    !state.options.ballot &&
    isDebated(state) &&
    PANEL.some((seat) => state.ballot[seat] === undefined)
  );
}

/** Unusable picks, twice in a row, let the fixed order take over. */
function recordRefusedPick(state: State, { act, seat }: EventData<'answer-rejected'>): State {
  if (act !== 'pick' || state.fallback || countRefusals(state, seat, act) < PATIENCE) return state;
  const message = 'The mediator gave no usable pick twice, so the fixed order has taken over.';
  return { ...state, fallback: true, due: [...state.due, createNote('pick-fallback', message, seat)] };
}

function applyEvent(state: State, event: LedgerEvent): State {
  switch (event.type) {
    case 'turn-recorded':
      return recordTurn(state, event);
    case 'answer-rejected':
      return recordRefusedPick(state, event.data);
    case 'note-recorded':
      return state.due[0]?.data.code === event.data.code ? { ...state, due: state.due.slice(1) } : state;
    default:
      return state;
  }
}

export function evolve(state: State, event: LedgerEvent): State {
  return markVoting(applyEvent(state, event), event);
}
