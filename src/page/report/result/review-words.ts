// Words of a review for the page.
import type { Finding, ReviewResult, Severity } from '../../../domain/results/review-result.ts';

export type { Finding, ReviewResult };

export const SEVERITY_ORDER: readonly { readonly severity: Severity; readonly title: string }[] = [
  { severity: 'P0', title: 'must be fixed' },
  { severity: 'P1', title: 'should be fixed' },
  { severity: 'P2', title: 'could be better' },
];
