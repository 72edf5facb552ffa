// What is due: both sides argue, then every judge scores; after the last exchange the totals decide, if they can.

import { closeByRules } from '../common/closing.ts';
import type { DueSteps, StepRequest } from '../define-format.ts';
import { decideOutcome } from './judging/outcome.ts';
import type { Options } from './options.ts';
import { createSampleState, requestArguments, requestJudgment } from './requests.ts';
import { isSide, judgeSeats, SIDES } from './seats.ts';
import type { State } from './state.ts';
import { hasJudged, initial, ordersOf, phaseOf } from './state.ts';

export function next(state: State): DueSteps {
  if (state.ended === 'closed') return { kind: 'over' };
  switch (phaseOf(state)) {
    case 'done':
      return closeByRules(decideOutcome(state));
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

export function sampleStep(options: Options, seat: string): StepRequest {
  if (isSide(seat)) return requestArguments(initial(options), seat);
  return requestJudgment(createSampleState(options), judgeSeats(options).includes(seat) ? seat : 'judge', 1);
}
