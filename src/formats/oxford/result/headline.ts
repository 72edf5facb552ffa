// The result in one sentence.
import { findWinner } from '../judging/outcome.ts';
import { assessReliability, type Reliability } from '../judging/reliability.ts';
import { computeVerdict, formatTotals } from '../judging/verdict.ts';
import { formatScore } from '../scoring.ts';
import { LABELS } from '../seats.ts';
import { phaseOf, type State } from '../state.ts';

/** "within 0.482, by which the judging itself varies" and the like; follows "but". */
function explainDoubt({ doubt, sensitivity = 0 }: Reliability): string {
  switch (doubt) {
    case 'orders-differ':
      return 'with the sides swapped the judging favours the other one';
    case 'judges-differ':
      return 'the judges favour different sides';
    case 'judged-once':
      return 'one judge saw each exchange in one order only, so nothing shows how far to trust it';
    default:
      return `the judging itself varies by ${formatScore(sensitivity)}`;
  }
}

/** "Proposition wins by 1.300 (0.650 to -0.650) after 3 exchanges" */
export function buildHeadline(state: State): string {
  const { settled, planned } = state;
  if (settled.length === 0) return 'No exchange has been judged yet';
  const verdict = computeVerdict(settled);
  const { winner: leader, margin } = verdict;
  const after = `after ${settled.length === 1 ? 'one exchange' : `${settled.length} exchanges`}`;
  const open = `${after} of ${planned}; there is no verdict yet`;
  const complete = phaseOf(state) === 'done';
  if (leader === null) return complete ? `A draw ${after}` : `Level ${open}`;
  const ahead = `by ${formatScore(margin)} (${formatTotals(verdict)})`;
  if (!complete) return `${LABELS[leader]} leads ${ahead} ${open}`;
  if (findWinner(state) !== null) return `${LABELS[leader]} wins ${ahead} ${after}`;
  return `No winner ${after}: ${LABELS[leader]} is ahead ${ahead}, but ${explainDoubt(assessReliability(state))}`;
}
