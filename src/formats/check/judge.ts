// What independent answers come to: all the same, most the same, or split.

import type { OutcomeKind } from '../../domain/outcomes.ts';
import { type Answer, isSameAnswer } from '../../domain/question/answer.ts';
import { isClosed } from '../../domain/question/question.ts';
import { doOpeningsAgree, type OpinionState, tallyOpenings } from '../common/opinions/state.ts';

/** Whether more than half of what counts is this answer; the leader of many answers may have less. */
function isMost(opinions: OpinionState, leader: Answer): boolean {
  const { counts } = tallyOpenings(opinions);
  const sum = (weights: readonly number[]) => weights.reduce((total, weight) => total + weight, 0);
  const same = counts.filter(({ answer }) => isSameAnswer(answer, leader));
  return sum(same.map(({ weight }) => weight)) * 2 > sum(counts.map(({ weight }) => weight));
}

export function judgeOpenings(opinions: OpinionState): OutcomeKind {
  if (!isClosed(opinions.question)) return 'not-settled';
  if (doOpeningsAgree(opinions)) return 'agreed';
  const { leader } = tallyOpenings(opinions);
  if (leader === undefined || !isMost(opinions, leader)) return 'stable-disagreement';
  return leader.kind === 'unsure' ? 'not-settled' : 'majority';
}

/** What the outcome says here, where its usual words would not be true. */
export function explainOutcome({ question, options }: OpinionState, outcome: OutcomeKind): string | undefined {
  switch (outcome) {
    case 'agreed':
      return 'Every seat gave the same answer without seeing another one.';
    case 'majority':
      return options.weigh === 'none'
        ? 'Most seats gave this answer without seeing another one, and others differ.'
        : `Weighted by ${options.weigh}, most answers are this one, and others differ.`;
    case 'stable-disagreement':
      return 'The seats gave different answers, and none has a majority.';
    case 'not-settled':
      return isClosed(question)
        ? 'Most seats say that there is not enough to say.'
        : 'The answers are in words, which no rule compares.';
    default:
      return undefined;
  }
}
