// Who moved whom: which seats end with another answer than they began with, and what they name as their reason.
import type { Influence } from '../../../domain/claims.ts';
import { isSameAnswer } from '../../../domain/question/answer.ts';
import { isClosed } from '../../../domain/question/question.ts';
import type { OpinionsResult } from '../../../domain/results/opinions-result.ts';
import type { BallotData } from '../opinions/data.ts';
import { settle } from '../opinions/settlement.ts';
import type { OpinionState } from '../opinions/state.ts';
import { type Claims, claimName } from './state.ts';

/** The turn in which the seat conceded what moved it, else its final answer. */
function findMoment(claims: Claims, seat: string, movedBy: BallotData['movedBy'], ballotSeq: number): number {
  const claim = movedBy === null ? undefined : claims[movedBy.claim - 1];
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
  const { moves, openings: first, answer } = settle({ opinions, numberedClaims: claims });
  const seats = opinions.holders.flatMap((seat): Influence['seats'] => {
    const [opening, final] = [openings[seat], ballot[seat]];
    if (opening === undefined || final === undefined) return [];
    const move = moves.find((each) => each.seat === seat);
    const moved = isComparable && !opinions.replaced.includes(seat) ? move !== undefined : null;
    const { movedBy } = final;
    const seq = ballotSeqs[seat] ?? Number.POSITIVE_INFINITY;
    return [
      {
        seat,
        opening: answerOf(summary.openings, seat),
        final: answerOf(summary.ballot, seat),
        moved,
        toward: [...(move?.toward ?? [])],
        movedBy: movedBy === null ? null : { seat: movedBy.seat, claim: claimName(movedBy.claim) },
        movedAt: moved === true ? findMoment(claims, seat, movedBy, seq) : null,
        withoutClaim: move !== undefined && !move.hasReason,
      },
    ];
  });
  return {
    seats,
    conformists: moves.flatMap(({ seat, isAlarm }) => (isAlarm ? [seat] : [])),
    neverMoved: seats.flatMap(({ seat, moved }) => (moved === false ? [seat] : [])),
    byOpeningsAlone: summary.openings.majority,
    changedByDebate:
      first.majority === undefined || answer === undefined ? null : !isSameAnswer(first.majority, answer),
  };
}
