// Which side a judge sees first, and the neutral names under which it sees the arguments of both.
import { hashText } from '../../../domain/draws.ts';
import { createNameReader } from '../../common/named.ts';
import { otherSide, SIDES, type Side } from '../setup.ts';

/** Which way round a judge sees the sides: as the lot fell, or swapped. */
export type Order = 1 | 2;

/** The side that is "Side A" and stands first: drawn by the debate's seed for every exchange and judge, then swapped. */
export function drawFirstSide(seed: string, exchange: number, seat: string, order: Order): Side {
  // The low bits of this hash depend on few of the bits that go in.
  const drawn = SIDES[(hashText(`${seed} ${exchange} ${seat}`) >>> 16) & 1] as Side;
  return order === 1 ? drawn : otherSide(drawn);
}

/** Neutral names of arguments, given those of each side in order: "A1", "B4". */
export function createNeutralNames(
  ids: Readonly<Record<Side, readonly string[]>>,
  first: Side,
): ReadonlyMap<string, string> {
  const named = (side: Side, letter: string) => ids[side].map((id, index) => [id, `${letter}${index + 1}`] as const);
  return new Map([...named(first, 'A'), ...named(otherSide(first), 'B')]);
}

/** Finds the argument that a judge means, by its neutral name or its own; `undefined` for a name that nothing has. */
export function createIdFinder(
  ids: Readonly<Record<Side, readonly string[]>>,
  first: Side,
): (name: string) => string | undefined {
  // A person who looks at the record knows the arguments by their own names.
  return createNameReader(
    [...createNeutralNames(ids, first)].flatMap(
      ([id, name]) =>
        [
          [name, id],
          [id, id],
        ] as const,
    ),
  );
}
