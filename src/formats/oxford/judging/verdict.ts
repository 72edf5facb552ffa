// Ends an exchange: what all judgments of it come to, and where the totals stand then.
import { addUp, divideEvenly } from '../scoring.ts';
import { otherSide, type Side } from '../setup.ts';
import type { ArgumentState, JudgedExchange, JudgmentState, State } from '../state.ts';
import { drawFirstSide } from './neutral-names.ts';

/** The means of what judgments say of these arguments. */
function averageBy(ids: readonly string[], judgments: readonly JudgmentState[], field: 'scores' | 'rescores') {
  const sums = ids.map((id) => addUp(judgments.map((judgment) => judgment[field][id] ?? 0)));
  const values = divideEvenly(sums, judgments.length);
  return Object.fromEntries(ids.map((id, index) => [id, values[index] as number]));
}

/** `orders`: how many judgments of an exchange make those of one judge complete. */
export function settleExchange(state: State, orders: number): Pick<State, 'arguments' | 'settled'> {
  const { exchange, seed, judgments } = state;
  const counted = judgments.filter(({ seat }) => judgments.filter((each) => each.seat === seat).length === orders);
  // Where rounding has to prefer an argument, no side is always the one.
  const first = drawFirstSide(seed, exchange, 'rounding', 1);
  const all = [...state.arguments[first], ...state.arguments[otherSide(first)]];
  const now = all.filter((argument) => argument.exchange === exchange).map(({ id }) => id);
  const moved = all.filter(({ id }) => counted.some(({ rescores }) => Object.hasOwn(rescores, id))).map(({ id }) => id);
  const scores = averageBy(now, counted, 'scores');
  const rescores = averageBy(moved, counted, 'rescores');
  const scored = (argument: ArgumentState): ArgumentState => {
    const score = scores[argument.id] ?? argument.score;
    return { ...argument, score: score === undefined ? undefined : score + (rescores[argument.id] ?? 0) };
  };
  const { proposition, opposition } = state.arguments;
  const after = { proposition: proposition.map(scored), opposition: opposition.map(scored) };
  const total = addUp(after.proposition.map(({ score }) => score ?? 0));
  return { arguments: after, settled: [...state.settled, { exchange, judgments: counted, scores, rescores, total }] };
}

export interface Standings {
  readonly winner: Side | null;
  /** Of the winner over the other side; thousandths. */
  readonly margin: number;
  readonly totals: Readonly<Record<Side, number>>;
}

/** Who is ahead, and by how much. */
export function computeStandings(settled: readonly JudgedExchange[]): Standings {
  const total = settled.at(-1)?.total ?? 0;
  const winner = total === 0 ? null : total > 0 ? 'proposition' : 'opposition';
  return { winner, margin: 2 * Math.abs(total), totals: { proposition: total, opposition: total === 0 ? 0 : -total } };
}
