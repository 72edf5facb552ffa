// What the state of an Oxford debate is made of: numbers, names and choices, and no words.
import type { AttackType, DefenseType } from './argument.ts';
import type { Options } from './options.ts';
import type { Order, Side } from './sides.ts';

export interface ArgumentState {
  readonly id: string;
  readonly side: Side;
  readonly exchange: number;
  /** Thousandths; `undefined` until its exchange is judged. */
  readonly score: number | undefined;
  readonly attacks: readonly { readonly target: string; readonly type: AttackType }[];
  readonly defends: readonly { readonly target: string; readonly type: DefenseType }[];
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
export interface Settled {
  readonly exchange: number;
  /** Those that counted: of judges who had judged it in every order. */
  readonly judgments: readonly JudgmentState[];
  readonly scores: Readonly<Record<string, number>>;
  readonly rescores: Readonly<Record<string, number>>;
  /** The proposition's total after it; the opposition's is its opposite. */
  readonly total: number;
}

export interface State {
  readonly options: Options;
  readonly seed: string;
  /** Exchanges, the opening included, with all extensions. */
  readonly planned: number;
  /** The exchange that goes on, from 0. */
  readonly exchange: number;
  readonly arguments: Readonly<Record<Side, readonly ArgumentState[]>>;
  /** Sides that have argued in this exchange. */
  readonly argued: readonly Side[];
  /** Judges that the debate has not gone on without. */
  readonly judges: readonly string[];
  /** Of this exchange. */
  readonly judgments: readonly JudgmentState[];
  readonly settled: readonly Settled[];
  /** What was wrong with the last answer to a request that is still open, by seat and act. */
  readonly refused: Readonly<Record<string, readonly string[]>>;
  /** First event of the present phase, and when it began. */
  readonly phase: { readonly seq: number; readonly at: string };
  readonly exhausted: boolean;
  readonly ended: boolean;
}
