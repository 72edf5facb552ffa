// What makes a finding the same one in the next review, although lines have moved and words differ.
import type { Finding } from '../../../domain/results/review-result.ts';
import { sha256Hex } from '../../../support/canonical.ts';

const squeezed = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The quoted code where it stands in the diff, since reviewers word a title differently each time; else the title. */
function identify({ file, verified, evidence, title }: Finding): string {
  const quote = verified === 'quote' && evidence !== null ? evidence.replace(/\s+/g, ' ').trim() : '';
  return JSON.stringify([file, quote === '' ? squeezed(title) : quote]);
}

/** One for each, in their order. Several findings about the same code differ by their order. */
export function createFingerprints(findings: readonly Finding[]): readonly string[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const hash = sha256Hex(identify(finding).toWellFormed()).slice(0, 32);
    const nth = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, nth);
    return `${hash}:${nth}`;
  });
}
