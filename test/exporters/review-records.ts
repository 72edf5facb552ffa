// Records of reviews for the exporters' tests: plain ones, and arbitrary ones with hostile text in every field.
import fc from 'fast-check';
import type { DebateRecord } from '../../src/domain/record.ts';
import type { Finding, ReviewResult } from '../../src/domain/results/review-result.ts';
import { fullRecord, hostileText } from './records.ts';

export function finding(change: Partial<Finding> = {}): Finding {
  return {
    id: 'F1',
    severity: 'P1',
    title: 'The total is off by one',
    file: 'src/cart.ts',
    line: 12,
    detail: 'The loop ends before the last item.',
    fix: 'Use `<=`.',
    evidence: 'for (let at = 0; at < items.length - 1; at += 1)',
    verified: 'quote',
    foundBy: ['reviewer-1'],
    severities: [],
    votes: { valid: 2, invalid: 0 },
    status: 'confirmed',
    dissent: [],
    ...change,
  };
}

export function review(change: Partial<ReviewResult> = {}): ReviewResult {
  return {
    kind: 'review',
    reviewed: true,
    question: 'Is it safe?',
    platform: 'general',
    reviewers: [
      { seat: 'reviewer-1', state: 'reviewed' },
      { seat: 'reviewer-2', state: 'reviewed' },
    ],
    degraded: false,
    stopped: false,
    crossChecked: true,
    overlap: 90,
    vendors: ['anthropic', 'openai'],
    rounds: 1,
    findings: [finding()],
    eliminated: [],
    residualRisks: [],
    openQuestions: [],
    scores: [],
    files: ['src/cart.ts', 'docs/caf\u00e9 #1.md'],
    leftOut: [],
    ...change,
  };
}

const FULL = {
  full: true,
  failed: [],
  replaced: [],
  left: [],
  silent: [],
  missed: 0,
  rehearsal: [],
  sharedVendors: [],
};

/** A closed review of a full panel. */
export function reviewRecord(result: ReviewResult | null = review(), change: Partial<DebateRecord> = {}): DebateRecord {
  return fullRecord({
    format: 'review',
    outcome: 'decided',
    outcomeMeaning: 'One seat decided, without a vote.',
    authority: FULL,
    contextLeftOut: [...(result?.leftOut ?? [])],
    result: result === null ? null : { data: result as never, headline: 'One finding.', markdown: '# Review' },
    ...change,
  });
}

/** Hostile and never empty, since a path is not. */
const hostilePath = hostileText.map((text) => text || 'x');

export const arbitraryReview: fc.Arbitrary<ReviewResult> = fc
  .record({
    words: hostileText,
    files: fc.array(hostilePath, { maxLength: 3 }),
    reviewed: fc.boolean(),
    findings: fc.array(
      fc.record({
        severity: fc.constantFrom('P0', 'P1', 'P2'),
        title: hostileText,
        at: fc.nat(4),
        named: fc.option(hostilePath),
        line: fc.option(fc.integer({ min: 1, max: 1e9 })),
        detail: hostileText,
        fix: hostileText,
        evidence: fc.option(hostileText),
        verified: fc.constantFrom('quote', 'line', 'file', 'unverified'),
        status: fc.constantFrom('confirmed', 'disputed', 'unchecked'),
      }),
      { maxLength: 5 },
    ),
  })
  .map(({ words, files, reviewed, findings }) =>
    review({
      reviewed,
      question: words,
      files,
      leftOut: [{ source: words || '…', reason: words || '…', missed: true as const }],
      reviewers: [{ seat: 'reviewer-1', state: 'left', reason: words }],
      residualRisks: [words],
      findings: findings.map(({ at, named, ...rest }, index) =>
        finding({ ...rest, id: `F${index + 1}`, file: files[at] ?? named, foundBy: [words] } as Partial<Finding>),
      ),
    }),
  );
