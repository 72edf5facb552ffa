// Folds the events of an Oxford debate into its state, in constant time per event.
import type { EventOf, LedgerEvent, RuleData } from '../../domain/events.ts';
import { argumentDataOf, judgmentDataOf } from './data.ts';
import { settleExchange } from './judging/verdict.ts';
import { isSide, SIDES, type Side } from './seats.ts';
import type { JudgmentState, State } from './state.ts';
import { hasJudged, isDue, ordersOf, phaseOf } from './state.ts';

export const refusalKey = (seat: string, act: string) => `${seat} ${act}`;

function dropRefusals(refused: State['refused'], isOver: (key: string) => boolean): State['refused'] {
  return Object.fromEntries(Object.entries(refused).filter(([key]) => !isOver(key)));
}

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
  const { seat, act, data } = event.data;
  const phase = { seq: event.seq + 1, at: event.at };
  const heard = { ...state, refused: dropRefusals(state.refused, (key) => key === refusalKey(seat, act)) };
  if (isSide(seat)) return recordArguments(heard, seat, data, phase);
  const { order, scores, rescores } = judgmentDataOf(data);
  const judgment: JudgmentState = {
    seat,
    order,
    scores: Object.fromEntries(scores.map(({ id, score }) => [id, score])),
    rescores: Object.fromEntries(rescores.map(({ id, delta }) => [id, delta])),
  };
  return settleIfComplete({ ...heard, judgments: [...state.judgments, judgment] }, phase);
}

export function evolve(state: State, event: LedgerEvent): State {
  switch (event.type) {
    case 'debate-opened':
      return { ...state, seed: event.data.seed, phase: { seq: event.seq + 1, at: event.at } };
    case 'turn-recorded':
      return recordTurn(state, event);
    case 'answer-rejected': {
      const { seat, act, issues } = event.data;
      // An answer that came too late says nothing about what is asked for now.
      if (!isDue(state, seat, act)) return state;
      return { ...state, refused: { ...state.refused, [refusalKey(seat, act)]: [...issues] } };
    }
    case 'seat-replaced': {
      // The stand-in starts without the refusals of the agent before it.
      const { seat } = event.data;
      return { ...state, refused: dropRefusals(state.refused, (key) => key.startsWith(refusalKey(seat, ''))) };
    }
    case 'seat-left': {
      const judges = state.judges.filter((seat) => seat !== event.data.seat);
      return settleIfComplete({ ...state, judges }, { seq: event.seq + 1, at: event.at });
    }
    case 'debate-extended': {
      const done = phaseOf(state) === 'done';
      const phase = done ? { seq: event.seq + 1, at: event.at } : state.phase;
      return { ...state, planned: state.planned + event.data.rounds, phase, exhausted: false, ended: false };
    }
    case 'limit-reached':
      return { ...state, exhausted: true };
    case 'limits-raised':
      return { ...state, exhausted: false };
    case 'debate-closed':
    case 'debate-force-closed':
      return { ...state, ended: true };
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
