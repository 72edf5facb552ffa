// What is due: both sides argue, then every judge scores; after the last exchange the totals decide.
import type { Next, Step } from '../format.ts';
import type { Options } from './options.ts';
import { createSampleState, requestArguments, requestJudgment } from './requests.ts';
import { isSide, SIDES, type Side } from './seats.ts';
import type { State } from './state.ts';
import { hasJudged, initial, judgeSeats, ordersOf, phaseOf } from './state.ts';

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
export const list = (ids: readonly string[]) => (ids.length === 0 ? '(none)' : ids.join(', '));

export function exchangeValues({ exchange, planned }: State) {
  return { exchange: String(exchange), exchanges: String(planned) };
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
      return { kind: 'ask', steps: due.map((side) => requestArguments(state, side)) };
    }
    case 'judging': {
      const orders = ordersOf(state.options);
      const steps = state.judges.flatMap((seat) =>
        orders.filter((order) => !hasJudged(state, seat, order)).map((order) => requestJudgment(state, seat, order)),
      );
      return { kind: 'ask', steps };
    }
  }
}

export function calls(options: Options): { atLeast: number; atMost: number } {
  const all = options.rounds * (SIDES.length + options.judges * ordersOf(options).length);
  return { atLeast: all, atMost: all };
}

export function sampleStep(options: Options, seat: string): Step {
  if (isSide(seat)) return requestArguments(initial(options), seat);
  return requestJudgment(createSampleState(options), judgeSeats(options).includes(seat) ? seat : 'judge', 1);
}
