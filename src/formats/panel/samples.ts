// What a rehearsal says at each step: seats differ, and one keeps its answer to the end, so that a rehearsed debate shows what a real
// one looks like.
import { type Claim, claimName } from '../common/claims/state.ts';
import type { Move } from './data.ts';
import { listClaims, listDisputed, roundOf } from './rounds.ts';
import type { State } from './state.ts';

const REHEARSED = '(Rehearsal: no model thought about this.)';
const SUBJECT = 'the subject';

/** Two seats have no majority to dissent from. */
export function findDissenter(seats: readonly string[]): string | undefined {
  return seats.length > 2 ? seats[1] : undefined;
}

/** The others rebut what the dissenter claims, which rebuts what the last seat claims; in later rounds most come round. */
function chooseMove({ opinions, rounds }: State, seat: string, { seat: owner, number, round }: Claim): Move {
  const isFirst = rounds.length === 0;
  const seats = opinions?.seats ?? [];
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

export function sampleReply(state: State, seat: string, due: readonly Claim[], subject = SUBJECT): string {
  const isFirst = roundOf(state) === 1 && seat === state.opinions?.seats[0];
  return JSON.stringify({
    replies: due.map((claim, index) => {
      const move = chooseMove(state, seat, claim);
      return {
        claim: claimName(claim.number),
        move,
        reason: `${sampleReason(move, claim, subject)}${index === 0 ? ` ${REHEARSED}` : ''}`,
        evidence: null,
        refined:
          move === 'refine' ? `A small trial of ${subject} can be stopped within a week while one team runs it.` : null,
      };
    }),
    new_claims:
      isFirst && state.options.newClaims > 0
        ? [`Nobody has named who says when a trial of ${subject} has failed.`]
        : [],
  });
}

export function sampleDecision(state: State, answer: string, subject = SUBJECT): string {
  const disputed = listDisputed(state);
  const settled = listClaims(state).filter((claim) => !disputed.includes(claim));
  const namesOf = (claims: readonly Claim[]) => claims.map(({ number }) => claimName(number)).join(', ') || 'none';
  return [
    ...(answer === '' ? [] : [`ANSWER: ${answer}`, '']),
    `1. **Decision.** ${answer === '' ? `Measure ${subject} for two weeks, then try one part of it.` : `The answer on ${subject} is ${answer}; it starts with the one part that can be undone.`}`,
    `2. **Why.** What nobody disputes in the end: ${namesOf(settled)}.`,
    `3. **What it rests on.** That the first part of ${subject} is like the rest; two weeks of figures check that.`,
    `4. **Disputed to the end.** ${namesOf(disputed)}.`,
    `5. **When to reverse it.** If two weeks of figures on ${subject} show the opposite.`,
    `6. **Next steps.** Write down today's figure for ${subject}; name who stops the trial. ${REHEARSED}`,
  ].join('\n');
}

export function sampleReport(state: State, subject = SUBJECT): string {
  const rests = listDisputed(state).map(({ number }) => claimName(number));
  return [
    `- **What I hold instead:** change nothing about ${subject} until its cost has been measured.`,
    `- **Why:** ${rests[0] ?? 'my opening'} was disputed and never answered with a number.`,
    '- **What the majority bets on:** that an easy first part says something about the rest.',
    `- **The first sign that I was right:** in four weeks nobody can say what ${subject} cost before. ${REHEARSED}`,
  ].join('\n');
}
