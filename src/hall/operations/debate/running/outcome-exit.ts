// Which exit code a debate's end gives, the same for every door that ends with one.
import { EXIT, type ExitCode } from '../../../../domain/failures/exit-codes.ts';
import type { RunEndReason } from '../../../../domain/live-events.ts';
import { OUTCOME_WORDS } from '../../../../domain/outcomes.ts';
import type { DebateRecord } from '../../../../domain/record.ts';
import { readPlan } from '../../../../domain/results/plan-result.ts';
import { findingsFrom, readReview, type Severity } from '../../../../domain/results/review-result.ts';

function getOutcomeCode(record: DebateRecord): ExitCode {
  // Whoever asks for independent answers wants to know that they differ, also where most are the same.
  const isSplit = record.format === 'check' && record.outcome === 'majority';
  const exit = isSplit ? EXIT.disagreement : record.outcome === null ? EXIT.ok : OUTCOME_WORDS[record.outcome].exit;
  return exit === EXIT.ok && !record.authority.full ? EXIT.degraded : exit;
}

/**
 * Docs/cli.md lists the codes. A review that nobody made, and a plan that nobody made, are never a success; findings from
 * `failOn` on come before every other shortcoming of a review, and what nobody has looked at makes it an incomplete one.
 */
export function getExitCode(reason: RunEndReason, record: DebateRecord, failOn?: Severity): ExitCode {
  if (reason === 'cancelled' || reason === 'force-closed') return EXIT.cancelled;
  if (reason === 'paused') return EXIT.agent;
  const code = getOutcomeCode(record);
  const nothing = code === EXIT.limit ? code : EXIT.agent;
  if (record.format === 'plan') return readPlan(record)?.planned === true ? code : nothing;
  if (record.format !== 'review') return code;
  const review = readReview(record);
  if (review?.reviewed !== true) return nothing;
  if (failOn !== undefined && findingsFrom(review, failOn).length > 0) return EXIT.findings;
  return code === EXIT.ok && review.degraded ? EXIT.degraded : code;
}
