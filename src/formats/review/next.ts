// What is due: who reviews, judges, argues, composes or votes; or that the review has run its course.

import { closeByRules } from '../common/closing.ts';
import type { DueSteps } from '../define-format.ts';
import type { Expendable } from '../format.ts';
import type { Act } from './data.ts';
import { listDueSeats } from './evolve/phases.ts';
import type { Options } from './options.ts';
import { decideOutcome } from './outcome.ts';
import { createRequest } from './requests.ts';
import { activeSeats } from './seats.ts';
import type { Phase, State } from './state.ts';

/** The act that a seat is due to do now. */
export function actDue(state: State, seat: string): Act | undefined {
  if (state.ended !== undefined || state.phase === 'done') return undefined;
  return listDueSeats(state).includes(seat) ? state.phase : undefined;
}

export function next(state: State): DueSteps {
  if (state.ended !== undefined) return { kind: 'over' };
  const { phase } = state;
  if (phase === 'done') return closeByRules(decideOutcome(state));
  return { kind: 'ask', steps: listDueSeats(state).map((seat) => createRequest(state, phase, seat)) };
}

/** The review goes on without a seat as long as another one is left; the last one pauses the run instead. */
export function expendable(state: State): readonly Expendable[] {
  if (state.ended !== undefined || activeSeats(state).length < 2) return [];
  return listDueSeats(state).map((seat) => ({ seat, since: state.since, deadlineMs: null }));
}

/** Whether several answer at once, each without the others' answers. */
export function isBlind({ phase }: { readonly phase: Phase }): boolean {
  return phase !== 'compose' && phase !== 'done';
}

export function calls(options: Options): { atLeast: number; atMost: number } {
  const { reviewers, rounds } = options;
  if (reviewers === 1) return { atLeast: 1, atMost: 1 };
  // Nobody has findings; or all have, every round is held, one composes and the others vote.
  return { atLeast: reviewers, atMost: reviewers * (3 + rounds) };
}

/** Whether an answer is still awaited; also beyond a limit, where the answers that are on their way come in. */
export function isDue({ phase, answered }: State, seat: string, act: string): boolean {
  return act === phase && !answered.includes(seat);
}
