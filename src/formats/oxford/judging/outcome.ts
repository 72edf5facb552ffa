// What a debate whose last exchange was judged comes to, by the rules that it was opened with.
import type { OutcomeKind } from '../../../domain/outcomes.ts';
import type { Side } from '../seats.ts';
import { phaseOf, type State } from '../state.ts';
import { assessReliability } from './reliability.ts';
import { computeVerdict } from './verdict.ts';

/** `null` before the end, and where nobody wins. */
export function findWinner(state: State): Side | null {
  if (phaseOf(state) !== 'done') return null;
  const isSure = state.rulesVersion === 1 || assessReliability(state).doubt === undefined;
  return isSure ? computeVerdict(state.settled).winner : null;
}

export function decideOutcome(state: State): OutcomeKind {
  if (state.rulesVersion === 1) return 'decided';
  return findWinner(state) === null ? 'not-settled' : 'judged';
}

export function explainOutcome({ rulesVersion }: State, outcome: OutcomeKind): string | undefined {
  if (outcome === 'not-settled') return 'The judging cannot tell which side is better.';
  if (rulesVersion > 1 || outcome !== 'decided') return undefined;
  return 'The totals of the judges decided, by any margin, or someone closed the debate.';
}
