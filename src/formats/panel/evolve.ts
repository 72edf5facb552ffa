// Folds the events of a panel into its state.
import { type EventOf, isEvent, type LedgerEvent } from '../../domain/events.ts';
import { forgetRejections } from '../common/opinions/state.ts';
import { dataOf } from './data.ts';
import { closeRound, listAwaited } from './rounds.ts';
import type { State } from './state.ts';

function recordDecision(state: State, { seq, data: { data } }: EventOf<'turn-recorded'>): State {
  const { answer } = dataOf('decision', data);
  const next = { ...state, decision: { seq, answer } };
  if (state.decision === undefined || state.opinions === undefined) return next;
  return { ...next, refinements: state.refinements + 1, opinions: forgetRejections(state.opinions) };
}

function recordTurn(state: State, event: EventOf<'turn-recorded'>): State {
  const { seat, act, data } = event.data;
  switch (act) {
    case 'reply':
      return { ...state, replies: { ...state.replies, [seat]: dataOf('reply', data) } };
    case 'decision':
      return recordDecision(state, event);
    case 'minority-report':
      return { ...state, reports: { ...state.reports, [seat]: event.seq } };
    default:
      return state;
  }
}

/** Closes a round as soon as all who are there have spoken, and keeps with which event a blind one began. */
function markRound(state: State, { seq, at }: LedgerEvent): State {
  const isOver = Object.keys(state.replies).length > 0 && listAwaited(state).length === 0;
  const next = isOver ? closeRound(state) : state;
  const isRunning = listAwaited(next).length > 0;
  if (isRunning === (next.roundFrom !== undefined)) return next;
  return { ...next, roundFrom: isRunning ? seq + 1 : undefined, since: at };
}

/** After opinions and claims have taken in the event. */
export function evolve(state: State, event: LedgerEvent): State {
  const told = isEvent(event, 'turn-recorded') ? recordTurn(state, event) : state;
  return markRound(told.since === '' ? { ...told, since: event.at } : told, event);
}
