// The state of an Oxford debate: what the rules need to know of the past.
import type { BaseState } from '../common/base-state.ts';
import type { ReadArgument } from './answers.ts';
import type { Order } from './judging/neutral-names.ts';
import { argumentId, argumentsDue, judgeSeats, type Options, SIDES, type Side } from './setup.ts';

/** By the order in which a judge sees the sides. */
export const JUDGMENTS = { 1: 'judgment', 2: 'swapped-judgment' } as const;

/** `undefined` for what is no judgment. */
export function readOrder(act: string | undefined): Order | undefined {
  if (act === JUDGMENTS[1]) return 1;
  return act === JUDGMENTS[2] ? 2 : undefined;
}

export function listOrders({ bothOrders }: Options): readonly Order[] {
  return bothOrders ? [1, 2] : [1];
}

export function initial(options: Options): Omit<State, keyof BaseState> {
  return {
    options,
    seed: '',
    takesScores: false,
    planned: options.rounds,
    exchange: 0,
    arguments: { proposition: [], opposition: [] },
    argued: [],
    judges: judgeSeats(options),
    judgments: [],
    settled: [],
    phase: { seq: 1, at: '' },
  };
}

export function getPhase({ exchange, planned, argued }: State): 'arguing' | 'judging' | 'done' {
  if (exchange >= planned) return 'done';
  return argued.length < SIDES.length ? 'arguing' : 'judging';
}

/** Whether some have spoken in this phase, without seeing each other, and some have not. */
export function isPhaseHalfDone(state: State): boolean {
  const { argued, judgments } = state;
  return { arguing: argued.length > 0, judging: judgments.length > 0, done: false }[getPhase(state)];
}

export function hasJudged({ judgments }: State, seat: string, order: Order): boolean {
  return judgments.some((judgment) => judgment.seat === seat && judgment.order === order);
}

/** Arguments whose exchange is over or being judged, which are those that others may see. */
export function listVisibleArguments(state: State, side: Side): readonly ArgumentState[] {
  const arguing = getPhase(state) === 'arguing' && state.ended !== 'closed';
  return arguing ? state.arguments[side].filter(({ exchange }) => exchange < state.exchange) : state.arguments[side];
}

export interface ArgumentState extends ReadArgument {
  readonly side: Side;
  readonly exchange: number;
  /** Thousandths; `undefined` until its exchange is judged. */
  readonly score: number | undefined;
}

/** What one judge said of an exchange, seeing the sides one way round. */
export interface JudgmentState {
  readonly seat: string;
  readonly order: Order;
  /** Thousandths by argument; they sum to zero. */
  readonly scores: Readonly<Record<string, number>>;
  /** By how much earlier scores are to move; these sum to zero, too. */
  readonly rescores: Readonly<Record<string, number>>;
}

/** An exchange that was judged. All numbers are thousandths. */
export interface JudgedExchange {
  readonly exchange: number;
  /** Those that counted: of judges who had judged it in every order. */
  readonly judgments: readonly JudgmentState[];
  readonly scores: Readonly<Record<string, number>>;
  readonly rescores: Readonly<Record<string, number>>;
  /** The proposition's total after it; the opposition's is its opposite. */
  readonly total: number;
}

export interface State extends BaseState {
  readonly options: Options;
  readonly seed: string;
  /** Judgments may have scores in place of marks: it was imported, so its opening names no rules. */
  readonly takesScores: boolean;
  /** Exchanges, the opening included, with all extensions. */
  readonly planned: number;
  /** The exchange that goes on, from 0. */
  readonly exchange: number;
  readonly arguments: Readonly<Record<Side, readonly ArgumentState[]>>;
  readonly argued: readonly Side[];
  /** Judges that the debate has not gone on without. */
  readonly judges: readonly string[];
  /** Of this exchange. */
  readonly judgments: readonly JudgmentState[];
  readonly settled: readonly JudgedExchange[];
  /** First event of the present phase, and when it began. */
  readonly phase: { readonly seq: number; readonly at: string };
}

/** A judge's first request needs arguments; their names are known before anyone has written them. */
export function openArguments(state: State): State {
  const given = (side: Side) =>
    Array.from({ length: argumentsDue(0) }, (_, index) => ({
      ...{
        id: argumentId(side, 0, index, argumentsDue(0)),
        side,
        exchange: 0,
        score: undefined,
        attacks: [],
        defends: [],
      },
    }));
  return {
    ...state,
    arguments: { proposition: given('proposition'), opposition: given('opposition') },
    argued: SIDES,
  };
}
