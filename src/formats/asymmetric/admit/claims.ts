// Points as claims: each has a number of its own, and may reply to a claim of an opening.
import type { ClaimMove } from '../../../domain/claims.ts';
import { defined } from '../../../domain/defined.ts';
import type { RuleData } from '../../../domain/events.ts';
import { claimEntriesIn } from '../../common/claims/entries.ts';
import type { ClaimRules } from '../../common/claims/rules.ts';
import { type Claims, countRoom } from '../../common/claims/state.ts';
import { readChallenge } from '../answers.ts';
import type { Action } from '../convergence.ts';
import { dataOf, type Moves } from '../data.ts';
import { readWords } from '../overview.ts';
import { listKnownClaims, type State } from '../state.ts';
import { listPointWords } from './position-points.ts';

/** What each action says of the claim that it is about. */
export const MOVE_OF: Readonly<Record<Action, ClaimMove>> = {
  agree: 'concede',
  challenge: 'rebut',
  propose_alternative: 'rebut',
  synthesize: 'refine',
};

/** The claim of somebody else that a point names; a name that means nothing is ignored. */
function findClaim(known: Claims, seat: string, said: string | null | undefined): number | undefined {
  const claim = known[Number(/\d{1,4}/.exec(said ?? '')?.[0]) - 1];
  return claim === undefined || claim.seat === seat ? undefined : claim.number;
}

/** Points with their numbers, and those of the claims that they name. */
export function numberPoints(state: State, seat: string, text: string, moves: readonly Moves[number][]): RuleData[] {
  const { numberedClaims } = state;
  if (numberedClaims === undefined) return [...moves];
  const answer = readChallenge(text);
  const known = listKnownClaims(state);
  return moves.map((move, index) => {
    const claim = findClaim(known, seat, answer.ok ? answer.value.points[index]?.claim : null);
    const as = index < countRoom(numberedClaims) ? { as: numberedClaims.length + index + 1 } : {};
    return { ...move, ...(claim === undefined ? {} : { claim }), ...as };
  });
}

export const CLAIM_RULES: ClaimRules<State> = {
  entriesOf: ({ act, data }) =>
    act === 'challenge'
      ? dataOf('challenge', data).points.map(({ action, claim, as }) =>
          defined({ claim, move: claim === undefined ? undefined : MOVE_OF[action], as }),
        )
      : claimEntriesIn(data),
  wordsOf: (text, { act, data }) =>
    act === 'challenge'
      ? readWords(dataOf('challenge', data).points, text).map((said) => said?.point)
      : listPointWords(text, claimEntriesIn(data)),
  roundOf: () => 1,
  // All challenges are made at the same time, so none of them can answer another.
  couldReply: ({ data }, _, madeIn) => data.act === 'challenge' && madeIn.data.act !== 'challenge',
};
