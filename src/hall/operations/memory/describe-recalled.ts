// A past decision in a line, for people and for models.
import { OUTCOME_WORDS } from '../../../domain/outcomes.ts';
import { listCaveats } from '../../../domain/words/describe-authority.ts';
import { toPrintable } from '../../../support/control-characters.ts';
import { topicLine } from '../debate/opening/topic.ts';
import type { RecalledDecision } from './recall.ts';

const DAY_MS = 86_400_000;
const UNITS = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
  ['day', 1],
] as const;

/** "today", "3 weeks ago". */
function describeAge(iso: string, now: number): string {
  const days = Math.floor((now - Date.parse(iso)) / DAY_MS);
  const [unit, length] = UNITS.find(([, each]) => days >= each) ?? [];
  if (unit === undefined) return 'today';
  const count = Math.floor(days / length);
  return count === 1 ? `a ${unit} ago` : `${count} ${unit}s ago`;
}

const ANSWER_WIDTH = 60;

/** "agreed: Yes, turned out wrong, 3 weeks ago". */
export function describeRecalled(
  { outcome, answer, turnedOut, decidedAt, ...panel }: RecalledDecision,
  now: number,
): string {
  return [
    `${OUTCOME_WORDS[outcome].title.toLowerCase()}${answer === null ? '' : `: ${topicLine(answer, ANSWER_WIDTH)}`}`,
    ...(turnedOut === null ? [] : [`turned out ${turnedOut}`]),
    ...listCaveats(panel),
    describeAge(decidedAt, now),
  ].join(', ');
}

const TOPIC_WIDTH = 100;

/** "2026-11-20-rust (agreed: Yes, turned out wrong, 3 weeks ago): Should we …?" */
export function pastDecisionLine(decision: RecalledDecision, now: number): string {
  const printable = toPrintable(decision);
  return `${printable.threadId} (${describeRecalled(printable, now)}): ${topicLine(printable.topic, TOPIC_WIDTH)}`;
}
