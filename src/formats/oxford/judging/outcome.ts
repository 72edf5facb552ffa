// What a debate whose last exchange was judged comes to.
import type { OutcomeKind } from '../../../domain/outcomes.ts';
import type { Side } from '../setup.ts';
import { getPhase, type State } from '../state.ts';
import { assessReliability } from './reliability.ts';
import { computeStandings } from './verdict.ts';

/** `null` before the end, and where nobody wins. */
export function findWinner(state: State): Side | null {
  if (getPhase(state) !== 'done') return null;
  return assessReliability(state).doubt === undefined ? computeStandings(state.settled).winner : null;
}

export function decideOutcome(state: State): OutcomeKind {
  return findWinner(state) === null ? 'not-settled' : 'judged';
}

export function explainOutcome(_: State, outcome: OutcomeKind): string | undefined {
  return outcome === 'not-settled' ? 'The judging cannot tell which side is better.' : undefined;
}
