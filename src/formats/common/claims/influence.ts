// Who moved whom: which seats end with another answer than they began with, and what they name as their reason.
import type { Influence } from '../../../domain/claims.ts';
import { isSameAnswer } from '../../../domain/question/answer.ts';
import { isClosed } from '../../../domain/question/question.ts';
import type { OpinionsResult } from '../../../domain/results/opinions-result.ts';
import type { BallotData } from '../opinions/data.ts';
import { type OpinionState, settle, tallyOpenings } from '../opinions/state.ts';
import { type Claims, claimName } from './state.ts';

/** Whether a move rests on something that was new to the seat: a claim of another seat that its author had not given up by then. */
export function isNewClaim(
  claims: Claims,
  seat: string,
  movedBy: BallotData['movedBy'],
  ballotSeq = Number.POSITIVE_INFINITY,
): boolean {
  const claim = movedBy === null || movedBy.claim === null ? undefined : claims[movedBy.claim - 1];
  if (claim === undefined || claim.seat === seat || claim.seq > ballotSeq) return false;
  const gaveUp = claim.replies.some(
    (reply) => reply.seat === claim.seat && reply.move === 'withdraw' && reply.seq < ballotSeq,
  );
  return !gaveUp;
}

/** The turn in which the seat conceded what moved it, else its final answer. */
function findMoment(claims: Claims, seat: string, movedBy: BallotData['movedBy'], ballotSeq: number): number {
  const claim = movedBy === null || movedBy.claim === null ? undefined : claims[movedBy.claim - 1];
  const concession = claim?.replies.find((reply) => reply.seat === seat && reply.move !== 'rebut');
  return concession === undefined || concession.seq > ballotSeq ? ballotSeq : concession.seq;
}

export interface InfluenceInput {
  readonly opinions: OpinionState;
  readonly claims: Claims;
  /** The same opinions as people read them. */
  readonly summary: OpinionsResult;
}

const answerOf = ({ seats }: OpinionsResult['openings'] | OpinionsResult['ballot'], seat: string) =>
  seats.find((each) => each.seat === seat)?.answer ?? null;

/** `undefined` without both openings and final answers, which are what it compares. */
export function computeInfluence({ opinions, claims, summary }: InfluenceInput): Influence | undefined {
  const { openings, ballot, question, ballotSeqs } = opinions;
  if (!Object.keys(openings).some((seat) => ballot[seat] !== undefined)) return undefined;
  const isComparable = isClosed(question);
  const seats = opinions.holders.flatMap((seat): Influence['seats'] => {
    const [opening, final] = [openings[seat], ballot[seat]];
    if (opening === undefined || final === undefined) return [];
    const moved = isComparable ? !isSameAnswer(opening.answer, final.answer) : null;
    const { movedBy } = final;
    const toward = opinions.holders.filter((other) => {
      const held = openings[other]?.answer;
      return moved === true && other !== seat && held !== undefined && isSameAnswer(held, final.answer);
    });
    const seq = ballotSeqs[seat] ?? Number.POSITIVE_INFINITY;
    return [
      {
        seat,
        opening: answerOf(summary.openings, seat),
        final: answerOf(summary.ballot, seat),
        moved,
        toward,
        movedBy:
          movedBy === null
            ? null
            : { seat: movedBy.seat, claim: movedBy.claim === null ? null : claimName(movedBy.claim) },
        movedAt: moved === true ? findMoment(claims, seat, movedBy, seq) : null,
        withoutNewClaim: moved === true && !isNewClaim(claims, seat, movedBy, seq),
      },
    ];
  });
  const first = isComparable ? tallyOpenings(opinions).leader : undefined;
  const last = isComparable ? settle(opinions).answer?.value : undefined;
  return {
    seats,
    conformists: seats.flatMap(({ seat, withoutNewClaim }) => (withoutNewClaim ? [seat] : [])),
    neverMoved: seats.flatMap(({ seat, moved }) => (moved === false ? [seat] : [])),
    byOpeningsAlone: first === undefined ? null : summary.openings.leader,
    changedByDebate: first === undefined || last === undefined ? null : !isSameAnswer(first, last),
  };
}
