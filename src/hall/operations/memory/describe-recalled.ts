// A past decision in a line, for people and for models.
import { OUTCOME_WORDS } from '../../../domain/outcomes.ts';
import { topicLine } from '../debate/opening/topic.ts';
import { describeAge } from './describe-age.ts';
import type { RecalledDecision } from './recall.ts';

const ANSWER_WIDTH = 60;

/** "agreed: Yes, turned out wrong, 3 weeks ago". */
export function describeRecalled(
  { outcome, answer, turnedOut, rehearsal, decidedAt }: RecalledDecision,
  now: number,
): string {
  return [
    `${OUTCOME_WORDS[outcome].title.toLowerCase()}${answer === null ? '' : `: ${topicLine(answer, ANSWER_WIDTH)}`}`,
    ...(turnedOut === null ? [] : [`turned out ${turnedOut}`]),
    ...(rehearsal ? ['rehearsal'] : []),
    describeAge(decidedAt, now),
  ].join(', ');
}
