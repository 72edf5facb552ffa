// Numbers the claims of the openings through, so that a ballot can name the one that moved it.
import type { SeatSpec } from '../../format.ts';
import type { BallotData } from './data.ts';
import type { OpinionState } from './state.ts';

/** "C1": as seats and people read it. */
export const claimName = (number: number) => `C${number}`;

/** By seat: the number of its first claim. Claims are numbered in the order of the seats, whoever answered first. */
export function numberClaims(seats: readonly string[], claims: (seat: string) => number): ReadonlyMap<string, number> {
  let next = 1;
  return new Map(
    seats.map((seat) => {
      const first = next;
      next += claims(seat);
      return [seat, first];
    }),
  );
}

export type Cited = NonNullable<BallotData['movedBy']>;

/**
 * What somebody names as what moved them: a claim by its name, or another seat by its label. `undefined` when it is nothing of
 * another seat.
 */
export function findCited(
  { seats, openings, readerNames }: Pick<OpinionState, 'seats' | 'openings' | 'readerNames'>,
  { seats: specs, findClaimant }: { readonly seats: readonly SeatSpec[]; findClaimant?(claim: number): string | undefined },
  said: string,
  by: string,
): Cited | undefined {
  const first = numberClaims(seats, (seat) => openings[seat]?.claims ?? 0);
  const number = Number(/\bC(\d{1,3})\b/i.exec(said)?.[1]);
  const opener = seats.find((seat) => {
    const from = first.get(seat) ?? 0;
    return number >= from && number < from + (openings[seat]?.claims ?? 0);
  });
  const owner = findClaimant?.(number) ?? opener;
  if (owner !== undefined) return owner === by ? undefined : { seat: owner, claim: number };
  const words = ` ${said.toLowerCase().replace(/[^\p{L}\p{N}-]+/gu, ' ')} `;
  const named = specs.find(
    ({ id, label }) =>
      id !== by && [id, label, readerNames.get(id) ?? label].some((name) => words.includes(` ${name.toLowerCase()} `)),
  );
  return named === undefined ? undefined : { seat: named.id, claim: null };
}
