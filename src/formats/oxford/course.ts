// The course of an Oxford debate: both sides argue, then every judge scores; after the last exchange the totals decide, if they can.
import type { LedgerEvent } from '../../domain/events.ts';
import type { Problem } from '../../domain/failures/errors.ts';
import { countNoun } from '../../domain/words/format-figures.ts';
import { ask } from '../common/admission.ts';
import { closeByRules } from '../common/closing.ts';
import type { Ask, Due, Expendable } from '../format.ts';
import { decideOutcome } from './judging/reliability.ts';
import { settleExchange } from './judging/verdict.ts';
import { MAX_EXCHANGES, SIDES } from './setup.ts';
import { getPhase, hasJudged, isPhaseHalfDone, JUDGMENTS, listOrders, type State } from './state.ts';

export function next(state: State): Due {
  switch (getPhase(state)) {
    case 'done':
      return closeByRules(decideOutcome(state));
    case 'arguing':
      return ask(
        'argument',
        SIDES.filter((side) => !state.argued.includes(side)),
      );
    case 'judging': {
      const orders = listOrders(state.options);
      const asked = state.judges.flatMap((seat) =>
        orders.filter((order) => !hasJudged(state, seat, order)).map((order) => ({ seat, act: JUDGMENTS[order] })),
      );
      return { kind: 'ask', asked };
    }
  }
}

/** A judge, where another one is left. */
export function expendable({ judges, phase }: State, asked: readonly Ask[]): readonly Expendable[] {
  const awaited = judges.length < 2 ? [] : judges.filter((judge) => asked.some(({ seat }) => seat === judge));
  return awaited.map((seat) => ({ seat, since: phase.at, deadlineMs: null }));
}

/** Goes on to the next exchange once every judge that is there has judged this one. */
export function settleIfComplete(state: State, phase: State['phase']): State {
  const orders = listOrders(state.options);
  const complete = state.judges.every((seat) => orders.every((order) => hasJudged(state, seat, order)));
  if (getPhase(state) !== 'judging' || !complete) return state;
  return {
    ...state,
    ...settleExchange(state, orders.length),
    exchange: state.exchange + 1,
    argued: [],
    judgments: [],
    phase,
  };
}

/** What events say beside the acts. */
export function evolve(state: State, event: LedgerEvent): State {
  const phase = { seq: event.seq + 1, at: event.at };
  switch (event.type) {
    case 'debate-opened':
      return { ...state, seed: event.data.seed, takesScores: event.data.rulesVersion === undefined, phase };
    case 'seat-left': {
      const judges = state.judges.filter((seat) => seat !== event.data.seat);
      return settleIfComplete({ ...state, judges }, phase);
    }
    case 'debate-extended':
      return {
        ...state,
        planned: state.planned + event.data.rounds,
        phase: getPhase(state) === 'done' ? phase : state.phase,
      };
    default:
      return state;
  }
}

export function admitExtension(state: State, rounds: number): Problem | undefined {
  const { planned, ended } = state;
  if (ended === 'closed' && isPhaseHalfDone(state)) {
    return {
      code: 'not-active',
      message: 'It was closed during an exchange, so everyone has seen arguments meant to be hidden.',
      hint: 'Start another debate.',
    };
  }
  if (planned + rounds <= MAX_EXCHANGES) return undefined;
  return {
    code: 'bad-input',
    message: `The debate has ${countNoun(planned, 'exchange')}; with ${rounds} more it would have over ${MAX_EXCHANGES}.`,
  };
}
