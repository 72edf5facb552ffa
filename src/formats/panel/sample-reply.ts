// A reply as a rehearsal gives it.
import { type Claim, claimName } from '../common/claims/state.ts';
import { findDissenter, REHEARSED } from '../common/opinions/samples.ts';
import { getRound } from './rounds.ts';
import { SUBJECT } from './seats.ts';
import type { Move, State } from './state.ts';

/** The others rebut what the dissenter claims, which rebuts what the last seat claims; in later rounds most come round. */
function chooseMove({ opinions, rounds }: State, seat: string, { seat: owner, number, round }: Claim): Move {
  const isFirst = rounds.length === 0;
  const { seats } = opinions;
  const last = seats.at(-1);
  const dissenter = findDissenter(seats) ?? seats[0];
  if (owner === seat) return 'concede';
  if (seat === dissenter) return owner === last && round === null ? 'rebut' : 'concede';
  if (number === 1 && seat === last) return isFirst ? 'refine' : 'rebut';
  return owner === dissenter && (seat === last || isFirst) ? 'rebut' : 'concede';
}

const REASONS: Readonly<Record<Exclude<Move, 'refine'>, readonly ((subject: string) => string)[]>> = {
  concede: [
    (subject) => `Whoever looks after ${subject} can check it in an hour.`,
    () => 'Nothing that was said speaks against it, and it holds under both answers.',
    (subject) => `It is true of every part of ${subject} that was named here.`,
  ],
  rebut: [
    (subject) => `It takes for granted that every part of ${subject} is alike; one part that is not is enough.`,
    () => 'It says what is not known, and nothing about what follows from that.',
    (subject) => `The same would have been said of ${subject} a year ago, and nothing came of it.`,
  ],
};

function sampleReason(move: Move, { number }: Claim, subject: string): string {
  if (move === 'refine') return 'It holds for the first part, and is said of the whole.';
  const reasons = REASONS[move];
  return (reasons[number % reasons.length] as (subject: string) => string)(subject);
}

export function sample(state: State, seat: string, due: readonly Claim[], subject = SUBJECT): string {
  const isFirst = getRound(state) === 1 && seat === state.opinions.seats[0];
  const fresh = isFirst && state.options.newClaims > 0;
  return JSON.stringify({
    replies: due.map((claim, index) => {
      const move = chooseMove(state, seat, claim);
      const refined = `A small trial of ${subject} can be stopped within a week while one team runs it.`;
      return {
        claim: claimName(claim.number),
        move,
        reason: `${sampleReason(move, claim, subject)}${index === 0 ? ` ${REHEARSED}` : ''}`,
        evidence: null,
        refined: move === 'refine' ? refined : null,
      };
    }),
    new_claims: fresh ? [`Nobody has named who says when a trial of ${subject} has failed.`] : [],
  });
}
