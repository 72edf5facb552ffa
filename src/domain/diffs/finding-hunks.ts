// The parts of a reviewed change that its findings point at.
import type { DebateRecord } from '../record.ts';
import { type Finding, findPlace, readReview } from '../results/review-result.ts';
import { type Diff, getPath, type Hunk, parseDiff } from './diff.ts';

/** The part of the change that a finding points at. */
export interface FindingHunk {
  readonly finding: string;
  readonly hunk: Hunk;
}

/** Lines before and after the place of a finding. */
const AROUND = 6;

/** Of a long hunk only what is near the line. */
function cutAround({ lines }: Hunk, at: number): Hunk {
  return { lines: lines.slice(Math.max(0, at - AROUND), at + AROUND + 1) };
}

function hunkAt(diff: Diff, { file, line, removed }: Pick<Finding, 'file' | 'line' | 'removed'>): Hunk | undefined {
  const hunks = diff.files.find((each) => getPath(each) === file)?.hunks ?? [];
  for (const hunk of hunks) {
    const at = hunk.lines.findIndex(
      ({ kind, number }) => (kind === 'removed') === (removed === true) && number === line,
    );
    if (at !== -1) return cutAround(hunk, at);
  }
  return undefined;
}

export function findHunks(record: DebateRecord, context: readonly (string | null)[]): FindingHunk[] {
  const review = record.format === 'review' ? readReview(record) : undefined;
  if (review === undefined) return [];
  const diffs = context.filter((text) => text !== null).map((text) => parseDiff(text));
  return [...review.findings, ...review.eliminated].flatMap((finding) => {
    const place = findPlace(finding, review);
    if (place === undefined || (place.line === undefined && finding.removed !== true)) return [];
    const hunk = diffs.map((diff) => hunkAt(diff, finding)).find((each) => each !== undefined);
    return hunk === undefined ? [] : [{ finding: finding.id, hunk }];
  });
}
