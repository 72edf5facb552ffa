// The claims that openings rest on are the first claims of a debate.
import type { OpinionState } from '../opinions/state.ts';
import { addClaims, type Claims, NO_CLAIMS } from './state.ts';

/** Numbered in the order of the seats, whoever answered first; so they have no numbers before all openings are in. */
export function claimsOfOpenings({ holders, openings, openingSeqs }: OpinionState): Claims {
  return holders.reduce((before, seat) => {
    const count = openings[seat]?.claims ?? 0;
    return addClaims(before, { seat, seq: openingSeqs[seat] ?? 0, round: null, count });
  }, NO_CLAIMS);
}
