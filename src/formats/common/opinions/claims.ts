// Numbers the claims of the openings through, so that a ballot can name the one that moved it.
import type { SeatSpec } from '../../format.ts';
import type { Claims } from '../claims/state.ts';
import type { BallotData } from './data.ts';
import type { OpinionState } from './state.ts';

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

export interface CitedFrom {
  readonly opinions: Pick<OpinionState, 'seats' | 'openings' | 'readerNames'>;
  /** All claims of the debate; `undefined` under rules that number none but those of the openings. */
  readonly claims: Claims | undefined;
}

/**
 * What somebody names as what moved them: a claim by its name, or another seat by its label. `undefined` when it is nothing of
 * another seat.
 */
export function findCited(
  { opinions: { seats, openings, readerNames }, claims }: CitedFrom,
  specs: readonly SeatSpec[],
  said: string,
  by: string,
): Cited | undefined {
  if (claims === undefined) {
    const first = numberClaims(seats, (seat) => openings[seat]?.claims ?? 0);
    const number = Number(/\bC(\d{1,3})\b/i.exec(said)?.[1]);
    const owner = seats.find((seat) => {
      const from = first.get(seat) ?? 0;
      return number >= from && number < from + (openings[seat]?.claims ?? 0);
    });
    if (owner !== undefined) return owner === by ? undefined : { seat: owner, claim: number };
  } else {
    const named = [...said.matchAll(/\bC(\d{1,4})\b/gi)].flatMap(([, digits]) => claims[Number(digits) - 1] ?? []);
    const other = named.find(({ seat }) => seat !== by);
    if (other !== undefined) return { seat: other.seat, claim: other.number };
    if (named.length > 0) return undefined;
  }
  const words = ` ${said.toLowerCase().replace(/[^\p{L}\p{N}-]+/gu, ' ')} `;
  const named = specs.find(
    ({ id, label }) =>
      id !== by && [id, label, readerNames.get(id) ?? label].some((name) => words.includes(` ${name.toLowerCase()} `)),
  );
  return named === undefined ? undefined : { seat: named.id, claim: null };
}
