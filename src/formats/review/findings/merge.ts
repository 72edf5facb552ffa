// Puts claims together into findings by their root cause; what comes out does not depend on who spoke first.
import { type ClaimGroup, compareClaims, compareFindings, type ReviewClaim, sortClaims } from './finding.ts';

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
