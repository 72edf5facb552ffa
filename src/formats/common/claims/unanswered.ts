// The claims that a seat could still answer, for its request.
import { type Claims, claimName } from './state.ts';

/** Of other seats, without a reply of anybody: "C1, C2 (Wind), C4 (Door)". */
export function listUnanswered(claims: Claims, seat: string, label: (seat: string) => string): string {
  const groups = new Map<string, string[]>();
  for (const claim of claims) {
    if (claim.seat === seat || claim.replies.length > 0) continue;
    groups.set(claim.seat, [...(groups.get(claim.seat) ?? []), claimName(claim.number)]);
  }
  if (groups.size === 0) return 'none';
  return [...groups].map(([owner, names]) => `${names.join(', ')} (${label(owner)})`).join(', ');
}
