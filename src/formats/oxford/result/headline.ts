// The result in one sentence.
import { computeVerdict, formatTotals } from '../judging/verdict.ts';
import { decimal } from '../scoring.ts';
import { LABELS } from '../seats.ts';
import { phaseOf, type State } from '../state.ts';

/** "Proposition wins by 1.300 (0.650 to -0.650) after 3 exchanges" */
export function buildHeadline(state: State): string {
  const { settled, planned } = state;
  if (settled.length === 0) return 'No exchange has been judged yet';
  const verdict = computeVerdict(settled);
  const { winner, margin } = verdict;
  const after = `after ${settled.length === 1 ? 'one exchange' : `${settled.length} exchanges`}`;
  const open = `${after} of ${planned}; there is no verdict yet`;
  const complete = phaseOf(state) === 'done';
  if (winner === null) return complete ? `A draw ${after}` : `Level ${open}`;
  const ahead = `by ${decimal(margin)} (${formatTotals(verdict)})`;
  return complete ? `${LABELS[winner]} wins ${ahead} ${after}` : `${LABELS[winner]} leads ${ahead} ${open}`;
}
