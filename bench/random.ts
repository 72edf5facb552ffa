// Randomness that is the same for the same seed everywhere.
import { createRandom } from '../src/domain/draws.ts';

export { createRandom as randomFrom };

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** A number in 0…1 that depends on the name alone. */
export type Draw = (name: string) => number;

/** Draws by name, so that nothing depends on the order in which they are made. */
export function drawsFrom(seed: string): Draw {
  return (name) => {
    let value = FNV_OFFSET;
    for (const character of `${seed} ${name}`) {
      value = Math.imul(value ^ (character.codePointAt(0) as number), FNV_PRIME) >>> 0;
    }
    return createRandom(value)();
  };
}

/** A number of the standard normal distribution (Box and Muller). */
export function normal(draw: Draw, name: string): number {
  const radius = Math.sqrt(-2 * Math.log(1 - draw(`${name} radius`)));
  return radius * Math.cos(2 * Math.PI * draw(`${name} angle`));
}
