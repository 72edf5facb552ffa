// Which change a debate is about, and whether a review says that it can be merged.
import { countMissed } from '../left-out.ts';
import { type OutcomeKind, wasStopped } from '../outcomes.ts';
import type { Finding, ReviewResult, Severity } from '../results/review-result.ts';
import { countNoun } from './format-figures.ts';

const CHANGE = 'git:';

/** "changes in main...HEAD", of what the seats were given; `undefined` where no change was. */
export function describeReviewed(context: readonly { readonly source: string }[]): string | undefined {
  return context.find(({ source }) => source.startsWith(CHANGE))?.source.slice(CHANGE.length);
}

/** "src/cart.ts:12", "src/cart.ts:12 (removed)"; `undefined` where no file is named. */
export function formatPlace({ file, line, removed }: Pick<Finding, 'file' | 'line' | 'removed'>): string | undefined {
  if (file === null || line === null) return file ?? undefined;
  return `${file}:${line}${removed === true ? ' (removed)' : ''}`;
}

export interface MergeAdvice {
  readonly title: string;
  /** How far it can be relied on. */
  readonly tone: 'settled' | 'partly' | 'unsettled' | 'open';
}

type Review = Pick<ReviewResult, 'reviewed' | 'findings' | 'reviewers' | 'leftOut'>;

/** The worst that the report, or a reviewer who still holds the finding valid, says. */
const getWorst = ({ severity, severities }: Review['findings'][number]): Severity =>
  [severity, ...severities.map((each) => each.severity)].toSorted()[0] as Severity;

/** "2 P0, 1 finding that a reviewer calls P0": first what the report itself calls so. */
function countAs(severity: Severity, findings: Review['findings']): readonly string[] {
  const held = findings.filter((finding) => getWorst(finding) === severity);
  const agreed = held.filter((finding) => finding.severity === severity).length;
  const disputed = held.length - agreed;
  return [
    ...(agreed === 0 ? [] : [`${agreed} ${severity}`]),
    ...(disputed === 0 ? [] : [`${countNoun(disputed, 'finding')} that a reviewer calls ${severity}`]),
  ];
}

/** A P0 or a P1 is to be mended first, as docs/formats/review.md says. None where somebody ended the review, so that nothing of it stands. */
export function adviseMerge(
  { reviewed, findings, reviewers, leftOut }: Review,
  outcome: OutcomeKind | null,
): MergeAdvice | undefined {
  if (outcome === 'force-closed') return undefined;
  if (!reviewed) return { title: 'Not reviewed', tone: 'unsettled' };
  const counts = [...countAs('P0', findings), ...countAs('P1', findings)].join(', ');
  if (counts !== '') return { title: `Not ready to merge: ${counts}`, tone: 'unsettled' };
  if (outcome === null) return { title: 'Under review', tone: 'open' };
  // Nobody has cross-checked what it holds so far, or looked for more.
  if (wasStopped(outcome)) return { title: 'Review not finished', tone: 'unsettled' };
  const done = reviewers.filter(({ state }) => state === 'reviewed').length;
  const mild = findings.length === 0 ? 'no findings' : countNoun(findings.length, 'minor finding');
  const restriction = [
    ...(done < reviewers.length ? [` by ${done} of ${countNoun(reviewers.length, 'reviewer')}`] : []),
    ...(countMissed(leftOut) > 0 ? [' in what was reviewed'] : []),
  ].join('');
  if (restriction !== '') return { title: `No reason against merging${restriction}: ${mild}`, tone: 'partly' };
  return { title: `Ready to merge: ${mild}`, tone: findings.length === 0 ? 'settled' : 'partly' };
}
