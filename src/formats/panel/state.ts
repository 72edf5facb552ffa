// The state of a panel: what the rules need to know of the past.
import * as z from 'zod';
import type { Answer } from '../../domain/question/answer.ts';
import type { BaseState, Opinionated } from '../common/base-state.ts';
import { claimEntrySchema } from '../common/claims/entries.ts';
import type { Options } from './setup.ts';

/** What a seat says of a claim without being told whose it is: it holds, it does not, or it holds in other words. */
export const MOVES = ['concede', 'rebut', 'refine'] as const;
export type Move = (typeof MOVES)[number];

const number = z.int().min(1);

export const replyData = z.strictObject({
  round: number,
  claims: z.array(claimEntrySchema),
  /** Claims of its own that the seat stands by. */
  holds: z.array(number),
});
export type ReplyData = z.infer<typeof replyData>;

/** What a seat last said of a claim. */
export interface Stance {
  readonly move: Move;
  readonly round: number;
}

/** By number of the claim, then by seat. */
export type Stances = Readonly<Record<number, Readonly<Record<string, Stance>>>>;

export interface State extends Opinionated {
  readonly options: Options;
  /** Of the rounds that are over. */
  readonly stances: Stances;
  /** Of each round that is over: whether it moved anything. */
  readonly rounds: readonly boolean[];
  /** What seats said in the present round, by seat; nobody reads it before all have spoken. */
  readonly replies: Readonly<Record<string, ReplyData>>;
  /** While a round runs: its first event. */
  readonly roundFrom: number | undefined;
  /** When the present phase began. */
  readonly since: string;
  /** The newest text of the decision. */
  readonly decision: { readonly seq: number; readonly answer: Answer | null } | undefined;
  readonly refinements: number;
  /** Seats that have written their minority report, and its event. */
  readonly reports: Readonly<Record<string, number>>;
}

export function initial(options: Options): Omit<State, keyof BaseState> {
  return {
    options,
    stances: {},
    rounds: [],
    replies: {},
    roundFrom: undefined,
    since: '',
    decision: undefined,
    refinements: 0,
    reports: {},
  };
}
