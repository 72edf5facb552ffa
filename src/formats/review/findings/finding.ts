// What a review is about: claims, as one reviewer made them, and findings, which are claims with one root cause, put together.
import {
  type Finding as ReportedFinding,
  SEVERITIES,
  type Severity,
  VERIFIED,
} from '../../../domain/results/review-result.ts';
import type { ClaimData } from '../data.ts';

/** What a reviewer wrote, the file as it was named there. */
export type ClaimWords = Pick<ReportedFinding, 'title' | 'file' | 'line' | 'detail' | 'fix' | 'evidence'>;

/** A claim as it is compared with others. */
export interface ComparableClaim {
  /** Path in the diff, or the name as given when the diff has no such file; "" for none. */
  readonly place: string;
  readonly line: number | null;
  readonly words: ReadonlySet<string>;
  readonly quote: string;
}

export interface ReviewClaim extends ClaimData {
  /** Number of the reviewer, a dot, number of its claim: "2.1". */
  readonly id: string;
  readonly seat: string;
  /** `undefined` when they were redacted. */
  readonly words: ClaimWords | undefined;
  readonly comparable: ComparableClaim | undefined;
}

export interface ClaimGroup {
  /** "F1". */
  readonly id: string;
  /** In the order of their ids; none when the composer made it up. */
  readonly claims: readonly ReviewClaim[];
}

const rank = (severity: Severity) => SEVERITIES.indexOf(severity);

export function findWorst(severities: readonly Severity[]): Severity {
  return SEVERITIES.find((severity) => severities.includes(severity)) ?? 'P2';
}

function compareIds(one: string, other: string): number {
  const [reviewer = 0, claim = 0] = one.split('.').map(Number);
  const [otherReviewer = 0, otherClaim = 0] = other.split('.').map(Number);
  return reviewer - otherReviewer || claim - otherClaim;
}

export function sortClaims(claims: readonly ReviewClaim[]): readonly ReviewClaim[] {
  return claims.toSorted((one, other) => compareIds(one.id, other.id));
}

/** By the ids of their claims, one by one. */
function compareClaims(one: readonly ReviewClaim[], other: readonly ReviewClaim[]): number {
  const differing = one.findIndex(({ id }, index) => id !== other[index]?.id);
  return differing === -1 ? 0 : compareIds(one[differing]?.id ?? '', other[differing]?.id ?? '');
}

/** The claim that speaks for all of a finding: the best verified, then the worst, then the first. */
export function findLeadingClaim({ claims }: ClaimGroup): ReviewClaim | undefined {
  return sortByEvidence(claims)[0];
}

function sortByEvidence(claims: readonly ReviewClaim[]): readonly ReviewClaim[] {
  return claims.toSorted(
    (one, other) =>
      VERIFIED.indexOf(one.verified) - VERIFIED.indexOf(other.verified) ||
      rank(one.severity) - rank(other.severity) ||
      compareIds(one.id, other.id),
  );
}

/** Those of the foremost claim, or of the next if they were redacted. */
export function findWords({ claims }: ClaimGroup): ClaimWords | undefined {
  return sortByEvidence(claims).flatMap(({ words }) => words ?? [])[0];
}

/** Worst first, then by place in the diff. */
function compareFindings(one: ClaimGroup, other: ClaimGroup): number {
  const weight = ({ claims }: ClaimGroup) => rank(findWorst(claims.map(({ severity }) => severity)));
  const place = (finding: ClaimGroup, of: 'file' | 'line') =>
    findLeadingClaim(finding)?.[of] ?? Number.MAX_SAFE_INTEGER;
  return (
    weight(one) - weight(other) ||
    place(one, 'file') - place(other, 'file') ||
    place(one, 'line') - place(other, 'line') ||
    compareIds(one.claims[0]?.id ?? '', other.claims[0]?.id ?? '')
  );
}

/** The earlier finding that most of its claims repeat, the first of several. */
export function findEarlier({ claims }: ClaimGroup): string | undefined {
  const named = claims.flatMap(({ again }) => again ?? []);
  const times = (id: string) => named.filter((each) => each === id).length;
  return named.toSorted((one, other) => times(other) - times(one))[0];
}

export function listFinders({ claims }: ClaimGroup): readonly string[] {
  return [...new Set(claims.map(({ seat }) => seat))];
}

/**
 * Puts claims together, the surest pairs first. What one reviewer keeps apart stays apart, whatever lies between; only what
 * it says twice is one.
 */
function groupClaims(claims: readonly ReviewClaim[]): readonly (readonly ReviewClaim[])[] {
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  const groupById = new Map<string, readonly ReviewClaim[]>(claims.map((claim) => [claim.id, [claim]]));
  const pairs = claims
    .flatMap((claim) => claim.alike.flatMap(({ id, weight }) => ({ one: byId.get(id), other: claim, weight })))
    .flatMap(({ one, other, weight }) => (one === undefined ? [] : [{ pair: sortClaims([one, other]), weight }]));
  const repeats = ({ pair: [one, other] }: (typeof pairs)[number]) => one?.seat === other?.seat;
  const sorted = pairs.toSorted(
    (a, b) => Number(repeats(b)) - Number(repeats(a)) || b.weight - a.weight || compareClaims(a.pair, b.pair),
  );
  for (const each of sorted) {
    const [one, other] = each.pair.map(({ id }) => groupById.get(id) ?? []);
    if (one === undefined || other === undefined || one === other) continue;
    const shared = one.some(({ seat }) => other.some((claim) => claim.seat === seat));
    if (shared && !repeats(each)) continue;
    const both = sortClaims([...one, ...other]);
    for (const { id } of both) groupById.set(id, both);
  }
  return [...new Set(groupById.values())];
}

/** Claims join the findings that they are alike to, or are findings of their own, the worst first, numbered on. */
export function joinClaims(findings: readonly ClaimGroup[], claims: readonly ReviewClaim[]): readonly ClaimGroup[] {
  const homes = new Map<string, string>();
  for (const { id, alike } of claims) {
    const surest = alike.toSorted((one, other) => other.weight - one.weight);
    const home = surest.flatMap(
      ({ id: known }) => findings.find((finding) => finding.claims.some((c) => c.id === known)) ?? [],
    )[0];
    if (home !== undefined) homes.set(id, home.id);
  }
  const grown = findings.map((finding) => {
    const more = claims.filter(({ id }) => homes.get(id) === finding.id);
    return more.length === 0 ? finding : { ...finding, claims: sortClaims([...finding.claims, ...more]) };
  });
  const found = groupClaims(claims.filter(({ id }) => !homes.has(id))).map((members) => ({ id: '', claims: members }));
  const numbered = found
    .toSorted(compareFindings)
    .map((finding, index) => ({ ...finding, id: `F${findings.length + index + 1}` }));
  return [...grown, ...numbered];
}
