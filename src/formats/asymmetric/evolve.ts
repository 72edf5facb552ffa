// Folds the events of an asymmetric debate into its state, in constant time per event.
import type { EventOf, LedgerEvent } from '../../domain/events.ts';
import { forgetRefusals } from '../common/base-state.ts';
import { isAgreement } from './convergence.ts';
import { dataOf, type Moves } from './data.ts';
import { CONVERGENCE, REVIEWER, roleOf, type Side, sideOf } from './seats.ts';
import {
  createParticipant,
  hasAllPositions,
  listPresent,
  type Participant,
  phaseOf,
  type Review,
  type State,
} from './state.ts';

function changeParticipant(state: State, seat: string, changes: Partial<Participant>): State {
  const before = state.participants[seat];
  if (before === undefined) return state;
  return { ...state, participants: { ...state.participants, [seat]: { ...before, ...changes } } };
}

function countMoves(state: State, side: Side, moves: Moves, afresh: boolean): State {
  const before = afresh ? { points: 0, agreements: 0 } : state.points[side];
  const count = {
    points: before.points + moves.length,
    agreements: before.agreements + moves.filter(({ action }) => isAgreement(action)).length,
  };
  return { ...state, points: { ...state.points, [side]: count } };
}

function recordReview(state: State, event: EventOf<'turn-recorded'>): State {
  const read = dataOf('review', event.data.data);
  const review: Review = { seq: event.seq, action: read.action };
  const next = { ...state, reviews: { ...state.reviews, [read.stage]: review } };
  return 'points' in read ? countMoves(next, read.side, read.points, true) : next;
}

export function recordTurn(state: State, event: EventOf<'turn-recorded'>): State {
  const { seat, act, data } = event.data;
  // Whoever speaks is asked anew, whatever it was asked for before.
  const next = forgetRefusals(state, seat);
  const side = sideOf(seat);
  if (act === 'position' && side !== undefined) {
    return changeParticipant(next, seat, { position: event.seq, since: event.at });
  }
  if (act === 'summary') {
    const semiFresh = Object.keys(next.participants).filter((each) => roleOf(each) === 'semi-fresh');
    const summarized = semiFresh.reduce((before, each) => changeParticipant(before, each, { since: event.at }), next);
    return { ...summarized, summary: event.seq };
  }
  if (act === 'challenge' && side !== undefined) {
    return changeParticipant(countMoves(next, side, dataOf('challenge', data).points, false), seat, {
      challenged: true,
    });
  }
  if (seat === REVIEWER) return recordReview(next, event);
  if (seat === CONVERGENCE)
    return { ...next, converged: { seq: event.seq, written: dataOf('converge', data).written } };
  return next;
}

function recordArrival(state: State, { at, data }: EventOf<'seat-taken'>): State {
  const side = sideOf(data.seat);
  if (side === undefined || state.participants[data.seat] !== undefined) return state;
  const late = hasAllPositions(state);
  return {
    ...state,
    participants: { ...state.participants, [data.seat]: { ...createParticipant(side), late, since: at } },
  };
}

export function recordOpening(state: State, { at, data }: EventOf<'debate-opened'>): State {
  const since = Object.keys(state.participants).reduce(
    (before, seat) => changeParticipant(before, seat, { since: at }),
    state,
  );
  return { ...since, seed: data.seed, documents: data.context.length, phaseSince: { seq: 1, at } };
}

function applyEvent(state: State, event: LedgerEvent): State {
  switch (event.type) {
    case 'debate-opened':
      return recordOpening(state, event);
    case 'turn-recorded':
      return recordTurn(state, event);
    case 'seat-taken':
      return recordArrival(state, event);
    case 'seat-left':
      return event.data.seat === CONVERGENCE
        ? { ...state, convergenceLeft: true }
        : changeParticipant(state, event.data.seat, { left: true });
    default:
      return state;
  }
}

function isRevealed(state: State): boolean {
  if (state.revealed || !hasAllPositions(state)) return state.revealed;
  return state.converged !== undefined || listPresent(state).every(([, { challenged }]) => challenged);
}

export function evolve(state: State, event: LedgerEvent): State {
  const raw = applyEvent(state, event);
  const next = { ...raw, revealed: isRevealed(raw) };
  return phaseOf(next) !== phaseOf(state) ? { ...next, phaseSince: { seq: event.seq + 1, at: event.at } } : next;
}
