// Folds the events of an Oxford debate into its state.
import type { EventOf, LedgerEvent, RuleData } from '../../domain/events.ts';
import { argumentDataOf, judgmentDataOf } from './data.ts';
import type { ArgumentState, JudgmentState, State } from './model.ts';
import type { Options } from './options.ts';
import { settle } from './settle.ts';
import { isSide, type Order, SIDES, type Side } from './sides.ts';

export const ACTS = { argue: 'argument', judge: 'judgment', judgeSwapped: 'swapped-judgment' } as const;

export function judgeSeats({ judges }: Options): string[] {
  return Array.from({ length: judges }, (_, index) => (index === 0 ? 'judge' : `judge-${index + 1}`));
}

export function ordersOf({ bothOrders }: Options): readonly Order[] {
  return bothOrders ? [1, 2] : [1];
}

export function initial(options: Options): State {
  return {
    options,
    seed: '',
    planned: options.rounds,
    exchange: 0,
    arguments: { proposition: [], opposition: [] },
    argued: [],
    judges: judgeSeats(options),
    judgments: [],
    settled: [],
    refused: {},
    phase: { seq: 1, at: '' },
    exhausted: false,
    ended: false,
  };
}

export type Phase = 'arguing' | 'judging' | 'done';

export function phaseOf({ exchange, planned, argued }: State): Phase {
  if (exchange >= planned) return 'done';
  return argued.length < SIDES.length ? 'arguing' : 'judging';
}

/** Whether some have spoken in this phase, without seeing each other, and some have not. */
export function isHalfSaid(state: State): boolean {
  const { argued, judgments } = state;
  return { arguing: argued.length > 0, judging: judgments.length > 0, done: false }[phaseOf(state)];
}

export function hasJudged({ judgments }: State, seat: string, order: Order): boolean {
  return judgments.some((judgment) => judgment.seat === seat && judgment.order === order);
}

/** The order in which a judge who does this sees the sides; `undefined` for what is no judgment. */
export function orderOf(act: string): Order | undefined {
  if (act === ACTS.judge) return 1;
  return act === ACTS.judgeSwapped ? 2 : undefined;
}

/** Whether exactly this is asked for now. */
export function isDue(state: State, seat: string, act: string): boolean {
  if (state.ended) return false;
  const phase = phaseOf(state);
  if (phase === 'arguing') return act === ACTS.argue && isSide(seat) && !state.argued.includes(seat);
  const order = orderOf(act);
  if (phase !== 'judging' || order === undefined || !ordersOf(state.options).includes(order)) return false;
  return state.judges.includes(seat) && !hasJudged(state, seat, order);
}

/** Arguments whose exchange is over or being judged, which are those that others may see. */
export function shownArguments(state: State, side: Side): readonly ArgumentState[] {
  const arguing = phaseOf(state) === 'arguing' && !state.ended;
  return arguing ? state.arguments[side].filter(({ exchange }) => exchange < state.exchange) : state.arguments[side];
}

const refusal = (seat: string, act: string) => `${seat} ${act}`;

export function correctionsFor({ refused }: State, seat: string, act: string): readonly string[] {
  return refused[refusal(seat, act)] ?? [];
}

function without(refused: State['refused'], isOver: (key: string) => boolean): State['refused'] {
  return Object.fromEntries(Object.entries(refused).filter(([key]) => !isOver(key)));
}

function argued(state: State, side: Side, data: RuleData, next: State['phase']): State {
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

function recorded(state: State, event: EventOf<'turn-recorded'>): State {
  const { seat, act, data } = event.data;
  const phase = { seq: event.seq + 1, at: event.at };
  const heard = { ...state, refused: without(state.refused, (key) => key === refusal(seat, act)) };
  if (isSide(seat)) return argued(heard, seat, data, phase);
  const { order, scores, rescores } = judgmentDataOf(data);
  const judgment: JudgmentState = {
    seat,
    order,
    scores: Object.fromEntries(scores.map(({ id, score }) => [id, score])),
    rescores: Object.fromEntries(rescores.map(({ id, delta }) => [id, delta])),
  };
  return settleIfComplete({ ...heard, judgments: [...state.judgments, judgment] }, phase);
}

/** Goes on to the next exchange once every judge that is there has judged this one. */
function settleIfComplete(state: State, phase: State['phase']): State {
  const orders = ordersOf(state.options);
  const complete = state.judges.every((seat) => orders.every((order) => hasJudged(state, seat, order)));
  if (phaseOf(state) !== 'judging' || !complete) return state;
  return {
    ...state,
    ...settle(state, orders.length),
    exchange: state.exchange + 1,
    argued: [],
    judgments: [],
    phase,
  };
}

export function evolve(state: State, event: LedgerEvent): State {
  switch (event.type) {
    case 'debate-opened':
      return { ...state, seed: event.data.seed, phase: { seq: event.seq + 1, at: event.at } };
    case 'turn-recorded':
      return recorded(state, event);
    case 'answer-rejected': {
      const { seat, act, issues } = event.data;
      // An answer that came too late says nothing about what is asked for now.
      if (!isDue(state, seat, act)) return state;
      return { ...state, refused: { ...state.refused, [refusal(seat, act)]: [...issues] } };
    }
    case 'seat-replaced': {
      // The stand-in starts without the refusals of the agent before it.
      const { seat } = event.data;
      return { ...state, refused: without(state.refused, (key) => key.startsWith(refusal(seat, ''))) };
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
