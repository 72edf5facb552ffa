// What became of each finding over several reviews of one change and the author's answers between them.
import { type Diff, getPath } from '../diffs/diff.ts';
import { hasLine } from '../diffs/lookup.ts';
import type { DebateRecord } from '../record.ts';
import { type FixAnswer, formatTrackedId } from './fix-result.ts';
import { type Finding, findingsFrom, type ReviewResult, type Severity } from './review-result.ts';

export interface FixingRound {
  readonly review: Pick<ReviewResult, 'findings' | 'crossChecked' | 'reviewers'>;
  /** Absent before the author has answered. */
  readonly answers?:
    | readonly { readonly id: string; readonly answer: FixAnswer; readonly reason: string }[]
    | undefined;
  /** What the author changed after this review, as far as reviewers could see it. */
  readonly changes?: Diff | undefined;
  /** The next review was of the same files: the author changed none. */
  readonly isUnchanged?: true | undefined;
}

/**
 * fixed: the author fixed it, and the last review has it no more. unchanged: the same, but the author changed no file. accepted: the author disputes it, and the last review has it no
 * more. disputed, not-fixed: the last review has it again. open: the author was not asked. dropped: nobody was asked, and the last
 * review has it no more. answered: no review has followed the answer.
 */
export const FATES = [
  'not-fixed',
  'unchanged',
  'disputed',
  'open',
  'answered',
  'accepted',
  'fixed',
  'dropped',
] as const;
export type Fate = (typeof FATES)[number];

/** change: found by the first review. fix: in or beside lines that a fix changed. late: elsewhere, by a later review. */
type Origin = 'change' | 'fix' | 'late';

/** The debates about one change that an author works on, or will, as all doors show them. */
export interface FixChain {
  /** In their order. */
  readonly debates: readonly {
    readonly threadId: string;
    readonly kind: 'review' | 'fix';
    readonly round: number;
    readonly status: DebateRecord['status'];
  }[];
  /** Null before the first fix. */
  readonly branch: string | null;
  /** What it came to, or how far it is, in a sentence. */
  readonly summary: string;
  /** The command of the next step, for whoever has the repository. */
  readonly next: string;
}

export interface TrackedFinding {
  /** "R1-F2": as the review calls it that had it first. */
  readonly id: string;
  /** As the last review has it that has it. */
  readonly finding: Finding;
  readonly origin: Origin;
  /** Reviews that have it, from 1. */
  readonly rounds: readonly number[];
  readonly answers: readonly { readonly round: number; readonly answer: FixAnswer; readonly reason: string }[];
  readonly fate: Fate;
}

function isIn({ file, line }: Finding, changes: Diff | undefined): boolean {
  const changed = changes?.files.find((each) => getPath(each) === file);
  return changed !== undefined && (line === null || hasLine(changed, line));
}

type Tracked = Omit<TrackedFinding, 'fate'>;

function decideFate({ rounds: held, answers }: Tracked, rounds: readonly FixingRound[]): Fate {
  const answer = answers.at(-1);
  if (answer?.round === rounds.length) return 'answered';
  const isThere = held.at(-1) === rounds.length;
  if (answer === undefined) return isThere ? 'open' : 'dropped';
  if (answer.answer === 'disputed') return isThere ? 'disputed' : 'accepted';
  if (isThere) return 'not-fixed';
  return rounds[answer.round - 1]?.isUnchanged === true ? 'unchanged' : 'fixed';
}

/** Every finding of every review once, in the order in which they came up. */
export function trackFindings(rounds: readonly FixingRound[]): readonly TrackedFinding[] {
  const tracked = new Map<string, Tracked>();
  for (const [index, { review, answers = [] }] of rounds.entries()) {
    const round = index + 1;
    for (const finding of review.findings) {
      const again = finding.again === undefined ? undefined : tracked.get(finding.again);
      // What a review keeps apart stays apart: of two that repeat the same one, the second gets a name of its own.
      const known = again?.rounds.at(-1) === round ? undefined : again;
      const id = known?.id ?? formatTrackedId(round, finding.id);
      const origin = round === 1 ? 'change' : isIn(finding, rounds[index - 1]?.changes) ? 'fix' : 'late';
      const before = known ?? { id, origin, rounds: [], answers: [] };
      tracked.set(id, { ...before, finding, rounds: [...before.rounds, round] });
    }
    for (const { id, answer, reason } of answers) {
      const known = tracked.get(id);
      if (known !== undefined) tracked.set(id, { ...known, answers: [...known.answers, { round, answer, reason }] });
    }
  }
  return [...tracked.values()].map((each) => ({ ...each, fate: decideFate(each, rounds) }));
}

/** Reviewers stand behind it; where there is only one, nobody else can. */
function isHeld({ status }: Finding, { crossChecked, reviewers }: FixingRound['review']): boolean {
  const isAlone = reviewers.filter(({ state }) => state === 'reviewed').length === 1;
  return status === 'confirmed' || (isAlone && !crossChecked && status === 'unchecked');
}

/** What the author has to answer after the last review: what its reviewers hold, from `failOn` on. */
export function listToAnswer(rounds: readonly FixingRound[], failOn: Severity): readonly TrackedFinding[] {
  const last = rounds.at(-1);
  if (last === undefined) return [];
  const wanted = new Set(findingsFrom(last.review, failOn));
  return trackFindings(rounds).filter(
    ({ rounds: held, finding }) => held.at(-1) === rounds.length && wanted.has(finding) && isHeld(finding, last.review),
  );
}

/** Nothing is left but what the author has disputed and the reviewers repeat, so that another round would say the same. */
export function isStandstill(findings: readonly TrackedFinding[]): boolean {
  return findings.length > 0 && findings.every(({ fate }) => fate === 'disputed');
}
