// What a judge finds on the table: the arguments under neutral names, in the order that this judgment has them.
import { otherSide, type Side } from '../setup.ts';
import type { State } from '../state.ts';
import { createIdFinder, createNeutralNames, drawFirstSide, type Order } from './neutral-names.ts';

export function nameArguments(state: State, exchange: number, seat: string, order: Order) {
  const first = drawFirstSide(state.seed, exchange, seat, order);
  const ids = listIdsBySide(state);
  return { first, ids, names: createNeutralNames(ids, first) };
}

/** Those of all exchanges up to this one. */
export function listIdsBySide({ arguments: given }: Pick<State, 'arguments'>, last = Number.POSITIVE_INFINITY) {
  const ids = (side: Side) => given[side].filter(({ exchange }) => exchange <= last).map(({ id }) => id);
  return { proposition: ids('proposition'), opposition: ids('opposition') };
}

export function createBallot(state: State, seat: string, order: Order): Ballot {
  const { first, ids, names } = nameArguments(state, state.exchange, seat, order);
  const all = [...state.arguments[first], ...state.arguments[otherSide(first)]];
  return {
    first,
    due: all.filter(({ exchange }) => exchange === state.exchange).map(({ id }) => id),
    earlier: new Map(all.flatMap(({ id, score }) => (score === undefined ? [] : [[id, score] as const]))),
    findName: (id) => names.get(id) ?? id,
    findId: createIdFinder(ids, first),
    rescoring: state.options.rescoring,
  };
}

/** What there is to judge, in the order in which the judge sees it. */
export interface Ballot {
  /** The side that stands first. */
  readonly first: Side;
  /** Ids of the arguments of this exchange. */
  readonly due: readonly string[];
  /** Those of earlier exchanges with their recorded scores. */
  readonly earlier: ReadonlyMap<string, number>;
  /** The name under which the judge knows an argument. */
  readonly findName: (id: string) => string;
  /** `undefined` for a name that nothing has. */
  readonly findId: (name: string) => string | undefined;
  readonly rescoring: boolean;
}
