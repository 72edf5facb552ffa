// Folds the events of an Oxford debate into its state, in constant time per event.
import type { EventOf, LedgerEvent, RuleData } from '../../domain/events.ts';
import { argumentDataOf, judgmentDataOf } from './data.ts';
import { settleExchange } from './judging/verdict.ts';
import { isSide, SIDES, type Side } from './seats.ts';
import type { JudgmentState, State } from './state.ts';
import { hasJudged, ordersOf, phaseOf } from './state.ts';

function recordArguments(state: State, side: Side, data: RuleData, next: State['phase']): State {
  const given = argumentDataOf(data).arguments.map((argument) => ({
    ...argument,
    side,
    exchange: state.exchange,
    score: undefined,
  }));
  const sides = [...state.argued, side];
  return {
    ...state,
    arguments: { ...state.arguments, [side]: [...state.arguments[side], ...given] },
    argued: sides,
    phase: sides.length < SIDES.length ? state.phase : next,
  };
}

export function recordTurn(state: State, event: EventOf<'turn-recorded'>): State {
  const { seat, data } = event.data;
  const phase = { seq: event.seq + 1, at: event.at };
  if (isSide(seat)) return recordArguments(state, seat, data, phase);
  const { order, scores, rescores } = judgmentDataOf(data);
  const judgment: JudgmentState = {
    seat,
    order,
    scores: Object.fromEntries(scores.map(({ id, score }) => [id, score])),
    rescores: Object.fromEntries(rescores.map(({ id, delta }) => [id, delta])),
  };
  return settleIfComplete({ ...state, judgments: [...state.judgments, judgment] }, phase);
}

export function evolve(state: State, event: LedgerEvent): State {
  switch (event.type) {
    case 'debate-opened':
      return { ...state, seed: event.data.seed, phase: { seq: event.seq + 1, at: event.at } };
    case 'turn-recorded':
      return recordTurn(state, event);
    case 'seat-left': {
      const judges = state.judges.filter((seat) => seat !== event.data.seat);
      return settleIfComplete({ ...state, judges }, { seq: event.seq + 1, at: event.at });
    }
    case 'debate-extended': {
      const done = phaseOf(state) === 'done';
      const phase = done ? { seq: event.seq + 1, at: event.at } : state.phase;
      return { ...state, planned: state.planned + event.data.rounds, phase };
    }
    default:
      return state;
  }
}

/** Goes on to the next exchange once every judge that is there has judged this one. */
function settleIfComplete(state: State, phase: State['phase']): State {
  const orders = ordersOf(state.options);
  const complete = state.judges.every((seat) => orders.every((order) => hasJudged(state, seat, order)));
  if (phaseOf(state) !== 'judging' || !complete) return state;
  return {
    ...state,
    ...settleExchange(state, orders.length),
    exchange: state.exchange + 1,
    argued: [],
    judgments: [],
    phase,
  };
}
