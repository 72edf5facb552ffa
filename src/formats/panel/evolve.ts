// Folds the events of a panel into its state.
import { isEvent, type EventOf, type LedgerEvent } from '../../domain/events.ts';
import { addClaims, NO_CLAIMS } from '../common/claims/state.ts';
import { forgetRejections, listUnopened } from '../common/opinions/state.ts';
import { dataOf } from './data.ts';
import { closeRound, listAwaited } from './rounds.ts';
import { listPanelists } from './seats.ts';
import type { State } from './state.ts';

function recordDecision(state: State, { seq, data: { data } }: EventOf<'turn-recorded'>): State {
  const { answer } = dataOf('decision', data);
  const next = { ...state, decision: { seq, answer } };
  if (state.decision === undefined || state.opinions === undefined) return next;
  return { ...next, refinements: state.refinements + 1, opinions: forgetRejections(state.opinions) };
}

function recordTurn(state: State, event: EventOf<'turn-recorded'>): State {
  const { seq } = event;
  const { seat, act, data } = event.data;
  switch (act) {
    case 'opening':
      return { ...state, openedAt: { ...state.openedAt, [seat]: seq } };
    case 'reply':
      return { ...state, replies: { ...state.replies, [seat]: { seq, data: dataOf('reply', data) } } };
    case 'decision':
      return recordDecision(state, event);
    case 'minority-report':
      return { ...state, reports: { ...state.reports, [seat]: seq } };
    default:
      return state;
  }
}

/** The claims of the openings, numbered in the order of the seats; once all openings are in. */
function collectClaims(state: State): State {
  const { opinions, claims, openedAt, options } = state;
  if (claims !== undefined || opinions === undefined || listUnopened(opinions).length > 0) return state;
  const made = listPanelists(options).reduce(
    (all, seat) =>
      addClaims(all, { seat, seq: openedAt[seat] ?? 0, round: null, count: opinions.openings[seat]?.claims ?? 0 }),
    NO_CLAIMS,
  );
  return { ...state, claims: made };
}

/** Closes a round as soon as all who are there have spoken, and keeps with which event a blind one began. */
function markRound(state: State, { seq, at }: LedgerEvent): State {
  const isOver = Object.keys(state.replies).length > 0 && listAwaited(state).length === 0;
  const next = isOver ? closeRound(state) : state;
  const isRunning = listAwaited(next).length > 0;
  if (!isOver && isRunning === (next.roundFrom !== undefined)) return next;
  return { ...next, roundFrom: isRunning ? seq + 1 : undefined, since: at };
}

/** After the opinions of the seats have taken in the event. */
export function evolve(state: State, event: LedgerEvent): State {
  const told = isEvent(event, 'turn-recorded') ? recordTurn(state, event) : state;
  const since = state.since === '' ? event.at : told.since;
  return markRound(collectClaims({ ...told, since }), event);
}
