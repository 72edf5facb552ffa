// The result in one sentence.
import { findWinner } from '../judging/outcome.ts';
import { assessReliability, type Reliability } from '../judging/reliability.ts';
import { computeStandings } from '../judging/verdict.ts';
import { formatScore } from '../scoring.ts';
import { LABELS } from '../seats.ts';
import { phaseOf, type State } from '../state.ts';

const SCALE = '(each argument scores from -1 to 1)';

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

/** "the opening", "the opening and 2 exchanges", "the opening and 1 of 2 exchanges" */
function describeCourse(settled: number, planned: number): string {
  if (settled === 1) return 'the opening';
  const of = settled < planned ? ` of ${planned - 1}` : '';
  return `the opening and ${settled - 1}${of} exchange${settled === 2 && of === '' ? '' : 's'}`;
}

/** "Proposition wins by 1.300 after the opening and 2 exchanges (each argument scores from -1 to 1)" */
export function buildHeadline(state: State): string {
  const { settled, planned } = state;
  if (settled.length === 0) return 'No exchange has been judged yet';
  const { winner: leader, margin } = computeStandings(settled);
  const complete = phaseOf(state) === 'done';
  const after = `after ${describeCourse(settled.length, complete ? settled.length : planned)}`;
  if (leader === null) return complete ? `A draw ${after}` : `Level ${after}; there is no verdict yet`;
  const ahead = `by ${formatScore(margin)}`;
  if (!complete) return `${LABELS[leader]} leads ${ahead} ${after} ${SCALE}; there is no verdict yet`;
  if (findWinner(state) !== null) return `${LABELS[leader]} wins ${ahead} ${after} ${SCALE}`;
  return `No winner ${after}: ${LABELS[leader]} is ahead ${ahead} ${SCALE}, but ${explainDoubt(assessReliability(state))}`;
}
