// What is due: both sides argue, then every judge scores; after the last exchange the totals decide.
import type { Next, Step } from '../format.ts';
import { argumentsJsonSchema } from './argument.ts';
import { docketFor } from './docket.ts';
import { judgmentJsonSchema } from './judgment.ts';
import type { State } from './model.ts';
import { argumentsDue, type Options } from './options.ts';
import { sampleArguments, sampleJudgment } from './samples.ts';
import { decimal } from './scoring.ts';
import { argumentId, isSide, type Order, otherSide, SIDES, type Side } from './sides.ts';
import { ACTS, correctionsFor, hasJudged, initial, judgeSeats, ordersOf, phaseOf } from './state.ts';

export const LABELS: Readonly<Record<Side, string>> = { proposition: 'Proposition', opposition: 'Opposition' };

export function labelOf(seat: string): string {
  if (isSide(seat)) return LABELS[seat];
  return seat.replace(/^judge/, 'Judge').replace('-', ' ');
}

/** "the opening", "exchange 2" */
export function exchangeName(exchange: number): string {
  return exchange === 0 ? 'the opening' : `exchange ${exchange}`;
}

const CLOSED_BY_RULES = 'rules';
const list = (ids: readonly string[]) => (ids.length === 0 ? '(none)' : ids.join(', '));

function exchangeValues({ exchange, planned }: State) {
  return { exchange: String(exchange), exchanges: String(planned) };
}

function argueStep(state: State, side: Side): Step {
  const { exchange } = state;
  const targets = {
    own: state.arguments[side].filter((each) => each.exchange < exchange).map(({ id }) => id),
    opposing: state.arguments[otherSide(side)].filter((each) => each.exchange < exchange).map(({ id }) => id),
  };
  const opening = exchange === 0;
  return {
    id: `exchange-${exchange}-${side}`,
    seat: side,
    act: ACTS.argue,
    task: opening ? 'open' : 'rebut',
    label: `${LABELS[side]} ${opening ? 'opens' : `argues in ${exchangeName(exchange)}`}`,
    data: { exchange },
    values: { ...exchangeValues(state), opposing: list(targets.opposing), own: list(targets.own) },
    corrections: correctionsFor(state, side, ACTS.argue),
    schema: argumentsJsonSchema,
    sample: (subject) => sampleArguments(side, exchange, targets, subject),
  };
}

function judgeStep(state: State, seat: string, order: Order): Step {
  const { exchange } = state;
  const docket = docketFor(state, seat, order);
  const act = order === 1 ? ACTS.judge : ACTS.judgeSwapped;
  const earlier = [...docket.earlier].map(([id, score]) => `${docket.nameOf(id)} (${decimal(score)})`);
  return {
    id: `exchange-${exchange}-${seat}-order-${order}`,
    seat,
    act,
    task: state.options.rescoring && earlier.length > 0 ? 'judge-again' : 'judge-exchange',
    label: `${labelOf(seat)} scores ${exchangeName(exchange)}${order === 1 ? '' : ', sides swapped'}`,
    data: { exchange, order },
    values: { ...exchangeValues(state), due: list(docket.due.map(docket.nameOf)), earlier: list(earlier) },
    corrections: correctionsFor(state, seat, act),
    schema: judgmentJsonSchema,
    alone: true,
    sample: () => sampleJudgment(seat, exchange, docket),
  };
}

export function next(state: State): Next {
  if (state.ended) return { kind: 'over' };
  switch (phaseOf(state)) {
    case 'done':
      return {
        kind: 'close',
        close: { outcome: 'decided', decision: null, warnings: [], by: CLOSED_BY_RULES },
      };
    case 'arguing': {
      const due = SIDES.filter((side) => !state.argued.includes(side));
      return { kind: 'ask', steps: due.map((side) => argueStep(state, side)) };
    }
    case 'judging': {
      const orders = ordersOf(state.options);
      const steps = state.judges.flatMap((seat) =>
        orders.filter((order) => !hasJudged(state, seat, order)).map((order) => judgeStep(state, seat, order)),
      );
      return { kind: 'ask', steps };
    }
  }
}

export function calls(options: Options): { atLeast: number; atMost: number } {
  const all = options.rounds * (SIDES.length + options.judges * ordersOf(options).length);
  return { atLeast: all, atMost: all };
}

/** A judge's first request needs arguments; their names are known before anyone has written them. */
function opened(options: Options): State {
  const given = (side: Side) =>
    Array.from({ length: argumentsDue(0) }, (_, index) => ({
      id: argumentId(side, 0, index, argumentsDue(0)),
      side,
      exchange: 0,
      score: undefined,
      attacks: [],
      defends: [],
    }));
  return {
    ...initial(options),
    arguments: { proposition: given('proposition'), opposition: given('opposition') },
    argued: SIDES,
  };
}

export function sampleStep(options: Options, seat: string): Step {
  if (isSide(seat)) return argueStep(initial(options), seat);
  return judgeStep(opened(options), judgeSeats(options).includes(seat) ? seat : 'judge', 1);
}
