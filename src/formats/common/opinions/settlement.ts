// What the opinions of a debate come to by the one rule, src/domain/question/settle.ts; and whether a claim can have moved a seat.
import { isSameAnswer, isSameValue } from '../../../domain/question/answer.ts';
import { isClosed } from '../../../domain/question/question.ts';
import { type Seated, type Settlement, settleDebate } from '../../../domain/question/settle.ts';
import type { BaseState } from '../base-state.ts';
import { type Claims, NO_CLAIMS, stands } from '../claims/state.ts';
import { isReplaced, type OpinionState, weighSeat } from './state.ts';

/** The claims that can move a seat now: those of the others that stand. */
export function listMovingClaims(claims: Claims, seat: string): Claims {
  return claims.filter((claim) => claim.seat !== seat && stands(claim));
}

/**
 * Whether a seat names a claim that can have moved it: its ballot was held to the claims of others that stood, so what is left to ask is
 * whether the claim is from an opening for the very answer that the seat left. One that moved by little left no more than one number.
 */
function hasReason({ openings, ballot }: OpinionState, claims: Claims, seat: string): boolean {
  const { movedBy = null, answer: final } = ballot[seat] ?? {};
  const claim = movedBy === null ? undefined : claims[movedBy.claim - 1];
  if (claim === undefined || final === undefined) return false;
  const [left, author] = [openings[seat], openings[claim.seat]];
  if (left === undefined || author === undefined || claim.seq !== author.seq) return true;
  return !(isSameAnswer(left.answer, final) ? isSameValue : isSameAnswer)(left.answer, author.answer);
}

export function listSeated(opinions: OpinionState, claims: Claims): readonly Seated[] {
  return opinions.holders.map((seat) => {
    const [opening, final] = [opinions.openings[seat], opinions.ballot[seat]];
    return {
      seat,
      weights: { opening: weighSeat(opinions, seat, opening), last: weighSeat(opinions, seat, final ?? opening) },
      opening: opening?.answer,
      final: final?.answer,
      hasReason: hasReason(opinions, claims, seat),
      vote: final?.vote ?? undefined,
      hasLeft: !opinions.seats.includes(seat),
      isReplaced: isReplaced(opinions, seat),
      people: [opening, final].flatMap((given) => given?.by.author ?? []),
    };
  });
}

type Opinionated = { readonly opinions: OpinionState } & Pick<BaseState, 'numberedClaims'>;

export function settleOpinions({ opinions, numberedClaims = NO_CLAIMS }: Opinionated): Settlement {
  return settleDebate({ seated: listSeated(opinions, numberedClaims), isClosed: isClosed(opinions.question) });
}
