// Points of one review, which only choose who composes; whole numbers, from evidence and not from names alone.
import type { ReviewerScore, Severity } from '../../domain/results/review-result.ts';
import type { Evidence } from './findings/evidence.ts';
import type { ClaimWords } from './findings/finding.ts';

const POINTS: Readonly<Record<Severity, { readonly each: number; readonly most: number }>> = {
  P0: { each: 15, most: 45 },
  P1: { each: 8, most: 32 },
  P2: { each: 3, most: 12 },
};

const FALSE_POSITIVE = { each: -10, least: -30 };
const FIXES = { each: 5, most: 25 };
const ACCURACY = { file: 2, line: 1, most: 10 };
const CLARITY = { findings: 3, risks: 2, questions: 2, filled: 3 };

/** Characters; a fix that is not longer says nothing. */
const SHORT_FIX = 10;

/** Halves: 4 for a fix with code marked as such, 2 with a call or a member, 1 in words alone. */
function measureConcreteness(fix: string): number {
  if ([...fix.trim()].length <= SHORT_FIX) return 0;
  if (fix.includes('`')) return 4;
  return /[\p{L}\p{N}_]\(|\.[\p{L}\p{N}_]/u.test(fix) ? 2 : 1;
}

export interface Scored {
  readonly severity: Severity;
  readonly words: Pick<ClaimWords, 'title' | 'detail' | 'fix'>;
  readonly evidence: Pick<Evidence, 'file' | 'lineShown' | 'falsePositive'>;
}

export function scoreReview(claims: readonly Scored[], risks: number, questions: number): ReviewerScore {
  const severity = (which: Severity) => {
    const { each, most } = POINTS[which];
    return Math.min(most, each * claims.filter((claim) => claim.severity === which).length);
  };
  const falsePositives = claims.filter(({ evidence }) => evidence.falsePositive).length;
  const halves = claims.reduce((sum, { words }) => sum + measureConcreteness(words.fix), 0);
  const accuracy = claims.reduce(
    (sum, { evidence: { file, lineShown } }) =>
      sum + (file === null ? 0 : ACCURACY.file + (lineShown ? ACCURACY.line : 0)),
    0,
  );
  const filled = ({ words: { title, detail, fix } }: Scored) =>
    [title, detail, fix].every((text) => text.trim() !== '');
  const parts = {
    p0: severity('P0'),
    p1: severity('P1'),
    p2: severity('P2'),
    falsePositives: falsePositives === 0 ? 0 : Math.max(FALSE_POSITIVE.least, FALSE_POSITIVE.each * falsePositives),
    fixes: Math.min(FIXES.most, Math.floor((FIXES.each * halves) / 2)),
    fileAccuracy: Math.min(ACCURACY.most, accuracy),
    clarity:
      (claims.length > 0 ? CLARITY.findings : 0) +
      (risks > 0 ? CLARITY.risks : 0) +
      (questions > 0 ? CLARITY.questions : 0) +
      (claims.length > 0 && claims.every(filled) ? CLARITY.filled : 0),
  };
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
}
