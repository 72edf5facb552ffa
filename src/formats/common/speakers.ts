// Neutral names under which seats read each other, drawn from the seed of the debate: nobody can tell who speaks, nor in which order.
import { hashText } from '../../domain/draws.ts';

/** The seats in the order of their neutral names. */
export function drawOrder(seed: string, seats: readonly string[]): readonly string[] {
  const drawn = new Map(seats.map((seat) => [seat, hashText(`${seed} ${seat}`)] as const));
  return seats.toSorted((one, other) => (drawn.get(one) ?? 0) - (drawn.get(other) ?? 0) || (one < other ? -1 : 1));
}

/** By seat: "Speaker 2". */
export function drawNames(seed: string, seats: readonly string[]): ReadonlyMap<string, string> {
  return new Map(drawOrder(seed, seats).map((seat, index) => [seat, `Speaker ${index + 1}`]));
}
