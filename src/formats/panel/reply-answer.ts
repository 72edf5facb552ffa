// What a reply answers to the claims of others, and what it leaves open.
import * as z from 'zod';
import { type Claim, claimName, readClaimName, stands } from '../common/claims/state.ts';
import { isBlank } from '../common/wording.ts';
import { listClaims } from './rounds.ts';
import type { State } from './state.ts';

const optionalWords = z.string().nullable().default(null);

export const answerSchema = z.object({
  replies: z.array(
    z.object({
      claim: z.union([z.string(), z.number()]).transform(String),
      move: z.string(),
      reason: optionalWords,
      evidence: optionalWords,
      refined: optionalWords,
    }),
  ),
  new_claims: z.array(z.string()).nullable().default(null),
});
export type JsonAnswer = z.infer<typeof answerSchema>;
type ReplyItem = JsonAnswer['replies'][number];

export const listNewClaims = ({ new_claims: claims }: JsonAnswer): readonly string[] =>
  (claims ?? []).map((claim) => claim.trim()).filter((claim) => claim !== '');

export const findReply = ({ replies }: JsonAnswer, claim: number): ReplyItem | undefined =>
  replies.find((each) => readClaimName(each.claim) === claim);

export function joinReason({ reason, evidence }: ReplyItem): string {
  const cited = isBlank(evidence) ? [] : [`Evidence: ${evidence?.trim()}`];
  return [...(isBlank(reason) ? [] : [reason?.trim()]), ...cited].join(' ');
}

export const listOpen = (state: State): ReadonlyMap<number, Claim> =>
  new Map(listClaims(state).flatMap((claim) => (stands(claim) ? [[claim.number, claim]] : [])));

export const joinNames = (claims: readonly Claim[]) => claims.map(({ number }) => claimName(number)).join(', ');

export const describeMissing = (missing: readonly Claim[]): readonly string[] =>
  missing.length === 0 ? [] : [`No answer to ${joinNames(missing)}.`];

export function describeUnanswered(due: readonly Claim[]): string {
  const [first] = due;
  if (first === undefined) return 'No claim is answered.';
  return `None of the claims ${joinNames(due)} is answered; write a line such as "${claimName(first.number)} concede: why".`;
}
