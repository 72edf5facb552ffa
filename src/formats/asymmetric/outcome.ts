// What an exchange of points comes to, and why: by final answers where they can be compared, else by the points.
import type { OutcomeKind } from '../../domain/outcomes.ts';
import { isClosed } from '../../domain/question/question.ts';
import { settlePoints } from '../../domain/question/settle-votes.ts';
import { countNoun } from '../../domain/words/format-figures.ts';
import { settleOpinions } from '../common/opinions/settlement.ts';
import { countPoints, findRejection, hasAllPositions, type State } from './state.ts';

const UNCOMPARED =
  'Every point was agreed with, but no side was asked for its final answer, so nobody knows whether they are the same.';

const hasBallot = ({ opinions }: State): boolean => opinions?.options.ballot === true;

/** Words cannot be compared, so for them the points count. */
export function decideOutcome(state: State): OutcomeKind {
  const { opinions } = state;
  return opinions !== undefined && hasBallot(state) && isClosed(opinions.question)
    ? settleOpinions({ ...state, opinions }).label
    : settlePoints(countPoints(state), hasBallot(state));
}

function explainPoints(state: State): string {
  const { points, agreements } = countPoints(state);
  if (points === 0) return 'No side raised a point against the other, so all positions are untested.';
  if (points === agreements) {
    return hasBallot(state)
      ? 'Every point was agreed with; the final answers are in words, which no rule compares.'
      : UNCOMPARED;
  }
  return `${points - agreements} of ${countNoun(points, 'point')} ${points - agreements === 1 ? 'was' : 'were'} not agreed with.`;
}

/** `undefined` where final answers were compared, which explain themselves. */
export function explainOutcome(state: State, outcome: OutcomeKind): string | undefined {
  if (outcome === 'stable-disagreement' && findRejection(state) !== undefined) return 'The reviewer rejected it.';
  if (!hasAllPositions(state)) {
    return outcome === 'stopped-by-limit' ? 'A side left, and nobody could take its place.' : undefined;
  }
  const isCompared = hasBallot(state) && state.opinions !== undefined && isClosed(state.opinions.question);
  return isCompared || decideOutcome(state) !== outcome ? undefined : explainPoints(state);
}
