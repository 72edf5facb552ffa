// Puts claims together into findings by their root cause; what comes out does not depend on who spoke first.
import { byWeight, type Claim, type Finding, inOrder } from './finding.ts';

/** Claims that are alike, directly or through others, by the marks that the rules put into the data. */
function groups(claims: readonly Claim[]): readonly (readonly Claim[])[] {
  const group = new Map(claims.map((claim) => [claim.id, claim.id]));
  const rootOf = (id: string): string => {
    const parent = group.get(id) as string;
    return parent === id ? id : rootOf(parent);
  };
  for (const { id, alike } of claims) {
    for (const other of alike) if (group.has(other)) group.set(rootOf(other), rootOf(id));
  }
  const members = new Map<string, Claim[]>();
  for (const claim of inOrder(claims)) {
    const root = rootOf(claim.id);
    members.set(root, [...(members.get(root) ?? []), claim]);
  }
  return [...members.values()];
}

function numbered(claims: readonly Claim[], from: number): readonly Finding[] {
  return groups(claims)
    .map((members) => ({ id: '', claims: members }))
    .toSorted(byWeight)
    .map((finding, index) => ({ ...finding, id: `F${from + index}` }));
}

/** The findings of the blind reviews: F1 is the worst. */
export function merged(claims: readonly Claim[]): readonly Finding[] {
  return numbered(claims, 1);
}

/** Claims that came later join the findings that they are alike to, or are findings of their own, numbered on. */
export function joined(findings: readonly Finding[], claims: readonly Claim[]): readonly Finding[] {
  const homes = new Map<string, string>();
  for (const { id, alike } of claims) {
    const home = findings.find((finding) => finding.claims.some((known) => alike.includes(known.id)));
    if (home !== undefined) homes.set(id, home.id);
  }
  const grown = findings.map((finding) => {
    const more = claims.filter(({ id }) => homes.get(id) === finding.id);
    return more.length === 0 ? finding : { ...finding, claims: inOrder([...finding.claims, ...more]) };
  });
  return [
    ...grown,
    ...numbered(
      claims.filter(({ id }) => !homes.has(id)),
      findings.length + 1,
    ),
  ];
}
