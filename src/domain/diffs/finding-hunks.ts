// The parts of a reviewed change that its findings point at.
import type { DebateRecord } from '../record.ts';
import { findPlace, readReview } from '../results/review-result.ts';
import { type Diff, type Hunk, parseDiff } from './diff.ts';

/** The part of the change that a finding points at. */
export interface FindingHunk {
  /** ID of the finding. */
  readonly finding: string;
  readonly hunk: Hunk;
}

/** Lines before and after the place of a finding. */
const AROUND = 6;

/** Of a long hunk only what is near the line. */
function cutAround({ lines, ...hunk }: Hunk, line: number): Hunk {
  const at = lines.findIndex(({ kind, number }) => kind !== 'removed' && number === line);
  return { ...hunk, lines: lines.slice(Math.max(0, at - AROUND), at + AROUND + 1) };
}

function hunkAt(diff: Diff, file: string, line: number): Hunk | undefined {
  const hunks = diff.files.find(({ newPath }) => newPath === file)?.hunks ?? [];
  const hunk = hunks.find(({ lines }) => lines.some(({ kind, number }) => kind !== 'removed' && number === line));
  return hunk === undefined ? undefined : cutAround(hunk, line);
}

export function findHunks(record: DebateRecord, context: readonly (string | null)[]): FindingHunk[] {
  const review = record.format === 'review' ? readReview(record) : undefined;
  if (review === undefined) return [];
  const diffs = context.filter((text) => text !== null).map((text) => parseDiff(text));
  return [...review.findings, ...review.eliminated].flatMap((finding) => {
    const { file, line } = findPlace(finding, review) ?? {};
    if (file === undefined || line === undefined) return [];
    const hunk = diffs.map((diff) => hunkAt(diff, file, line)).find((each) => each !== undefined);
    return hunk === undefined ? [] : [{ finding: finding.id, hunk }];
  });
}
