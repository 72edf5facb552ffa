// What is due: plans, critiques, the composition, the votes on it; or that the debate has run its course.

import { closeByRules } from '../common/closing.ts';
import type { DueSteps, StepRequest } from '../define-format.ts';
import { listDueSeats } from './evolve/phases.ts';
import type { Options } from './options.ts';
import { decideOutcome } from './outcome.ts';
import { requestComposition, requestCritique, requestPlan, requestVotes } from './requests.ts';
import { initial, type State } from './state.ts';

const STEP_OF = {
  plan: requestPlan,
  critique: requestCritique,
  compose: requestComposition,
  validate: requestVotes,
} as const;

export function next(state: State): DueSteps {
  if (state.ended !== undefined) return { kind: 'over' };
  if (state.phase !== 'done') {
    const make = STEP_OF[state.phase];
    return { kind: 'ask', steps: listDueSeats(state).map((seat) => make(state, seat)) };
  }
  return closeByRules(decideOutcome(state));
}

export function calls({ planners: count, rounds }: Options): { atLeast: number; atMost: number } {
  if (count === 1) return { atLeast: 1, atMost: 1 };
  // Plans, composition and votes; planners who all propose the same steps have nothing to criticise.
  const framed = 2 * count;
  return { atLeast: framed, atMost: framed + count * rounds };
}

export function sampleStep(options: Options, seat: string): StepRequest {
  return requestPlan(initial(options), seat);
}
