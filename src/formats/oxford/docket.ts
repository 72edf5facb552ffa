// What a judge finds on the table: the arguments under neutral names, in the order that this judgment has them.
import type { Docket } from './judgment.ts';
import type { State } from './model.ts';
import { firstSide, idFinder, neutralNames, type Order, otherSide, type Side } from './sides.ts';

export interface NamedDocket extends Docket {
  readonly first: Side;
}

/** The names under which a judge sees all arguments. */
export function namesFor(state: State, exchange: number, seat: string, order: Order) {
  const first = firstSide(state.seed, exchange, seat, order);
  const ids = idsBySide(state);
  return { first, ids, names: neutralNames(ids, first) };
}

export function idsBySide({ arguments: given }: Pick<State, 'arguments'>): Record<Side, string[]> {
  const ids = (side: Side) => given[side].map(({ id }) => id);
  return { proposition: ids('proposition'), opposition: ids('opposition') };
}

export function docketFor(state: State, seat: string, order: Order): NamedDocket {
  const { first, ids, names } = namesFor(state, state.exchange, seat, order);
  const all = [...state.arguments[first], ...state.arguments[otherSide(first)]];
  return {
    first,
    due: all.filter(({ exchange }) => exchange === state.exchange).map(({ id }) => id),
    earlier: new Map(all.flatMap(({ id, score }) => (score === undefined ? [] : [[id, score] as const]))),
    nameOf: (id) => names.get(id) ?? id,
    idOf: idFinder(ids, first),
    rescoring: state.options.rescoring,
  };
}
