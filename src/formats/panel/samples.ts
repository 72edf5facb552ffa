// What a rehearsal says at each step: seats differ, so that a rehearsed debate shows what a real one looks like.
import { type Claim, claimName } from '../common/claims/state.ts';
import type { Move } from './data.ts';
import { listClaims, roundOf } from './rounds.ts';
import { labelOf, listPanelists } from './seats.ts';
import type { State } from './state.ts';

const REHEARSED = '(Rehearsal: no model thought about this.)';
const SUBJECT = 'the subject';

/** Everybody comes to hold what the last seat said at first, which is how rehearsed ballots end. */
function chooseMove(state: State, seat: string, { number, seat: owner }: Claim): Move {
  const last = listPanelists(state.options).at(-1);
  if (owner === last) return 'concede';
  if (roundOf(state) > 1) return owner === seat && number % 2 === 0 ? 'rebut' : 'concede';
  if (owner === seat) return 'concede';
  return number === 1 && seat === last ? 'refine' : number % 2 === 0 ? 'concede' : 'rebut';
}

const REASONS: Readonly<Record<Move, (subject: string) => string>> = {
  concede: (subject) => `Whoever looks after ${subject} can check it, and nothing here speaks against it.`,
  rebut: (subject) =>
    `It takes for granted that ${subject} costs the same everywhere; one place where it does not is enough.`,
  refine: () => 'True for the first part, and said of the whole.',
};

export function sampleReply(state: State, seat: string, due: readonly Claim[], subject = SUBJECT): string {
  const isFirst = roundOf(state) === 1 && seat === 'a';
  return JSON.stringify({
    replies: due.map((claim) => {
      const move = chooseMove(state, seat, claim);
      return {
        claim: claimName(claim.number),
        move,
        reason: `${REASONS[move](subject)} ${REHEARSED}`,
        evidence: null,
        refined:
          move === 'refine' ? `A small trial of ${subject} can be stopped within a week while one team runs it.` : null,
      };
    }),
    new_claims:
      isFirst && state.options.newClaims > 0
        ? [`Nobody has named who decides when a trial of ${subject} has failed.`]
        : [],
  });
}

export function sampleDecision(state: State, answer: string, subject = SUBJECT): string {
  const weighed = listClaims(state)
    .slice(-2)
    .map(({ number }) => claimName(number));
  return [
    ...(answer === '' ? [] : [`ANSWER: ${answer}`]),
    `1. **Decision.** ${answer === '' ? `Measure ${subject} for two weeks, then try one part of it.` : `The panel's answer on ${subject} is ${answer}.`}`,
    `2. **Why.** ${weighed.length === 0 ? 'Nothing was claimed against it.' : `${weighed.join(' and ')} decided it; what speaks against it is kept in the minority reports.`}`,
    `3. **When to reverse it.** If two weeks of figures on ${subject} show the opposite.`,
    `4. **Next step.** Write down today's figure for ${subject}. ${REHEARSED}`,
  ].join('\n');
}

export function sampleReport(seat: string, subject = SUBJECT): string {
  return `${labelOf(seat)} holds another answer: the decision settles ${subject} before anybody has a number for it. ${REHEARSED}`;
}
