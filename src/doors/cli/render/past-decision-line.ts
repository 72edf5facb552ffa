// A past decision on one line.
import { topicLine } from '../../../hall/operations/debate/opening/topic.ts';
import { describeRecalled } from '../../../hall/operations/memory/describe-recalled.ts';
import type { RecalledDecision } from '../../../hall/operations/memory/recall.ts';
import { toPrintable } from '../../../support/control-characters.ts';

const TOPIC_WIDTH = 100;

/** "2026-11-20-rust (agreed: Yes, turned out wrong, 3 weeks ago): Should we …?" */
export function pastDecisionLine(decision: RecalledDecision, now: number): string {
  const printable = toPrintable(decision);
  return `${printable.threadId} (${describeRecalled(printable, now)}): ${topicLine(printable.topic, TOPIC_WIDTH)}`;
}
