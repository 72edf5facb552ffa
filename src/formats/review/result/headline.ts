// A review in one sentence, which never says "no findings" of what nobody has reviewed.

import { listMissed } from '../../../domain/left-out.ts';
import type { ReviewResult } from '../../../domain/results/review-result.ts';
import { describeSeverities, SEVERITIES } from '../../../domain/results/review-result.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import type { State } from '../state.ts';

function explainNoReview({ reviewers }: ReviewResult): string {
  const failed = reviewers.filter(({ reason }) => reason !== undefined);
  if (failed.length === 0) return `Not reviewed yet: 0 of ${countNoun(reviewers.length, 'review')} in.`;
  const reasons = failed.map(({ seat, reason = '' }) => `${seat} failed: ${reason.replace(/\.$/, '')}`);
  return `Not reviewed: ${reasons.join('; ')}.`;
}

function summarizeFindings({ findings, reviewers }: ReviewResult): string {
  const done = reviewers.filter(({ state }) => state === 'reviewed').length;
  const by = `by ${done} of ${countNoun(reviewers.length, 'reviewer')}`;
  if (findings.length === 0) return `No findings ${by}`;
  const severities = SEVERITIES.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  return `${countNoun(findings.length, 'finding')} (${severities.join(', ')}) ${by}`;
}

function summarizeStanding({ findings, crossChecked, eliminated }: ReviewResult): string[] {
  const count = (status: string) => findings.filter((finding) => finding.status === status).length;
  const disputed = count('disputed');
  const unchecked = count('unchecked');
  // What is disputed has dissent by its nature.
  const dissent = [...findings.filter(({ status }) => status !== 'disputed'), ...eliminated].filter(
    (finding) => finding.dissent.length > 0,
  ).length;
  const severity = findings.filter((finding) => describeSeverities(finding) !== undefined).length;
  return [
    ...(disputed === 0 ? [] : [`${disputed} disputed`]),
    ...(severity === 0 ? [] : [`${severity} of disputed severity`]),
    ...(dissent === 0 ? [] : [`${dissent} with dissent`]),
    ...(crossChecked || unchecked === 0 ? [] : [`${unchecked} not cross-checked`]),
    ...(eliminated.length === 0 ? [] : [`${eliminated.length} voted out`]),
  ];
}

/** Reviewers who overlap think alike, which says little about whether they are right; of one vendor, less. */
function describeOverlap({ overlap, vendors }: ReviewResult): string[] {
  if (overlap === null) return [];
  const of = vendors.length === 0 ? '' : `, ${countNoun(vendors.length, 'vendor')}`;
  return [`overlap ${overlap}%${of}`];
}

export function buildHeadline(data: ReviewResult, { phase, ended }: Pick<State, 'phase' | 'ended'>): string {
  if (!data.reviewed) return explainNoReview(data);
  const left = data.reviewers.filter(({ state }) => state === 'left').map(({ seat }) => seat);
  const onlyOne = data.reviewers.filter(({ state }) => state === 'reviewed').length === 1;
  const isPart = listMissed(data.leftOut).length > 0;
  const open = phase !== 'done';
  const parts = [
    `${open ? (ended === undefined ? 'So far: ' : 'Stopped before the end: ') : ''}${summarizeFindings(data)}`,
    ...summarizeStanding(data),
    ...(onlyOne && data.findings.length === 0 ? ['no second opinion'] : []),
    ...(isPart ? ['parts of the change were left out'] : []),
    ...describeOverlap(data),
    ...(left.length > 0 ? [`degraded: without ${left.join(', ')}`] : data.degraded ? ['degraded'] : []),
  ];
  return `${parts.join('; ')}.`;
}
