// A reply in plain lines, as people write it.
import * as z from 'zod';
import { isBlank, isNothing } from '../../domain/answers/nothing.ts';
import { readAnswer } from '../../domain/answers/read-answer.ts';
import { countNoun } from '../../domain/words/format-figures.ts';
import { describeUncounted, readClaimEntries } from '../common/claims/prose.ts';
import { listClaimWords } from '../common/claims/recorded-words.ts';
import { type Claim, claimName, NO_CLAIMS, readClaimName, readMove, stands } from '../common/claims/state.ts';
import { isPlain } from '../common/opinions/answers.ts';
import { optionalList, optionalText } from '../common/wording.ts';
import type { ActReading } from '../define-act.ts';
import { getRound, listClaims, listDueClaims } from './rounds.ts';
import type { ReplyData, State } from './state.ts';

// What a reply answers to the claims of others, and what it leaves open.

export const answerSchema = z.object({
  replies: z.array(
    z.object({
      claim: z.union([z.string(), z.number()]).transform(String),
      move: z.string(),
      reason: optionalText,
      evidence: optionalText,
      refined: optionalText,
    }),
  ),
  new_claims: optionalList(z.string()),
});
export type JsonAnswer = z.infer<typeof answerSchema>;
type ReplyItem = JsonAnswer['replies'][number];

export const listNewClaims = ({ new_claims: claims }: JsonAnswer): readonly string[] =>
  (claims ?? []).map((claim) => claim.trim()).filter((claim) => !isNothing(claim));

export const findReply = ({ replies }: JsonAnswer, claim: number): ReplyItem | undefined =>
  replies.find((each) => readClaimName(each.claim) === claim && readMove(each.move) !== undefined);

export function joinReason({ reason, evidence }: ReplyItem): string {
  const cited = isNothing(evidence ?? '') ? [] : [`Evidence: ${evidence?.trim()}`];
  return [...(isBlank(reason) ? [] : [reason?.trim()]), ...cited].join(' ');
}

export const listOpen = (state: State): ReadonlyMap<number, Claim> =>
  new Map(listClaims(state).flatMap((claim) => (stands(claim) ? [[claim.number, claim]] : [])));

export const joinNames = (claims: readonly Claim[]) => claims.map(({ number }) => claimName(number)).join(', ');

export const describeMissing = (missing: readonly Claim[]): readonly string[] =>
  missing.length === 0 ? [] : [`No answer to ${joinNames(missing)}.`];

function describeUnanswered(due: readonly Claim[]): string {
  const [first] = due;
  if (first === undefined) return 'No claim is answered.';
  return `None of the claims ${joinNames(due)} is answered; write a line such as "${claimName(first.number)} concede: why".`;
}

/** What a person writes in plain lines, who knows which claims are their own. */
export function readLines(state: State, text: string, seat: string): ActReading<ReplyData> {
  const { entries: claims, misplaced, unread } = readClaimEntries(text, state.numberedClaims ?? NO_CLAIMS, seat);
  const isHeld = ({ isOwn, move }: (typeof misplaced)[number]) => isOwn && move === 'concede';
  const answered = new Set(claims.map(({ claim }) => claim));
  // "Concede" says here that a claim holds, whosever it is.
  const holds = [...new Set(misplaced.filter(isHeld).map(({ claim }) => claim))].filter(
    (claim) => !answered.has(claim),
  );
  const open = listOpen(state);
  const closed = claims.filter(({ claim }) => claim !== undefined && !open.has(claim));
  const made = claims.filter(({ claim, as }) => claim === undefined && as !== undefined).length;
  const most = state.options.newClaims;
  const due = listDueClaims(state, seat);
  const missing = due.filter((claim) => claim.seat !== seat && !answered.has(claim.number));
  return {
    data: { round: getRound(state), claims: [...claims], holds },
    fatal: [
      ...closed.map(({ claim = 0 }) => `There is no open claim "${claimName(claim)}".`),
      ...(made > most ? [`${countNoun(made, 'new claim')}; at most ${most} in a round.`] : []),
      ...(claims.length + holds.length === 0 ? [describeUnanswered(due)] : []),
    ],
    doubts: describeMissing(missing),
    warnings: describeUncounted({ misplaced: misplaced.filter((each) => !isHeld(each)), unread }),
  };
}

/** The words of each entry, in the same order: of a new claim, of a refined one, or of the reason. */
export function listReplyWords(text: string, { claims }: ReplyData, byHand: boolean): readonly (string | undefined)[] {
  if (isPlain(text, byHand)) return listClaimWords(text, claims);
  const read = readAnswer(text, answerSchema);
  if (!read.ok) return [];
  const made = [...listNewClaims(read.value)];
  return claims.map(({ claim, as }) => {
    if (claim === undefined) return made.shift();
    const said = findReply(read.value, claim);
    if (said === undefined) return undefined;
    return as === undefined ? joinReason(said) : (said.refined?.trim() ?? undefined);
  });
}
