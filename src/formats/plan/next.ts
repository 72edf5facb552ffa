// What is due: plans, critiques, the composition, the votes on it; or that the debate has run its course.

import type { EventData } from '../../domain/events.ts';
import { accept, refuse } from '../common/admission.ts';
import { admitSynthesis, closeByRules, isRuled, manualOutcome, refuseOutcome } from '../common/closing.ts';
import type { DueSteps, StepRequest } from '../define-format.ts';
import type { Admission } from '../format.ts';
import { ACTS } from './acts/acts.ts';
import { listDueSeats } from './evolve/phases.ts';
import type { Options } from './options.ts';
import { decideOutcome } from './outcome.ts';
import { initial, type State } from './state.ts';

export function next(state: State): DueSteps {
  if (state.ended !== undefined) return { kind: 'over' };
  if (state.phase !== 'done') {
    const { phase } = state;
    return { kind: 'ask', steps: listDueSeats(state).map((seat) => ACTS[phase].request(state, seat, phase)) };
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
  return ACTS.plan.request(initial(options), seat, 'plan');
}

/** Closing as the rules have it, or manually with a synthesis. */
export function admitClose(state: State, close: EventData<'debate-closed'>, text: string | undefined): Admission {
  const { decision, outcome } = close;
  if (decision === null) return isRuled(next(state), close) ? accept({}) : refuseOutcome(outcome);
  const expected = manualOutcome(state);
  if ('turn' in decision || outcome !== expected) {
    const message = `When you close a plan manually, its outcome is "${expected}", with the decision in words.`;
    return refuse({ code: 'rule-violation', message });
  }
  return admitSynthesis(text, state.options.maxContent);
}
