// The result of a review as data, the same at every door; docs/formats/review.md describes it.
import type { LeftOut } from '../../../domain/events.ts';
import type { Severity } from '../../../domain/review-result.ts';
import type { Verified } from '../findings/finding.ts';
import type { Score } from '../scoring.ts';

export interface ReportedFinding {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly file: string | null;
  /** 1-based. */
  readonly line: number | null;
  readonly detail: string;
  readonly fix: string;
  readonly evidence: string | null;
  readonly verified: Verified;
  readonly foundBy: readonly string[];
  /** Stances of all reviewers who have one; who found it holds it valid until it says otherwise. */
  readonly votes: { readonly valid: number; readonly invalid: number };
  readonly status: 'confirmed' | 'disputed' | 'unchecked';
}

export interface ReviewData {
  readonly kind: 'review';
  readonly reviewed: boolean;
  readonly question: string;
  readonly platform: string;
  readonly reviewers: readonly {
    readonly seat: string;
    readonly state: 'reviewed' | 'left' | 'pending';
    readonly reason?: string;
  }[];
  readonly degraded: boolean;
  readonly crossChecked: boolean;
  readonly confidence: number | null;
  readonly rounds: number;
  readonly findings: readonly ReportedFinding[];
  readonly eliminated: readonly (ReportedFinding & { readonly reason: string; readonly by: string })[];
  readonly residualRisks: readonly string[];
  readonly openQuestions: readonly string[];
  readonly scores: readonly (Score & { readonly seat: string })[];
  readonly files: readonly string[];
  readonly leftOut: readonly LeftOut[];
}
