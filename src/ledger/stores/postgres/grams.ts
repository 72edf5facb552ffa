// Numbers for the pairs and triples of letters in a text: whoever looks for a word looks for the texts that have all of its numbers.
// Of any language and script, and without an extension of Postgres, whose own trigrams know no word of two letters, as most of Chinese are.
import { onceForName } from '../../../domain/once.ts';

const BITS = 16;
const PRIME = 0x01000193;
/** All that `split(/\s+/)` parts words at. */
const BLANK = /\s/;

const mix = (state: number, unit: number) => Math.imul(state ^ unit, PRIME);

/** Signed, as Postgres has it. */
function finish(state: number): number {
  const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 13)) << BITS) >> BITS;
}

/** Other numbers in each hall, so that those of one say nothing about those of another. */
export function createSeed(hall: string): number {
  let state = 0x811c9dc5 | 0;
  for (let index = 0; index < hall.length; index += 1) state = mix(state, hall.charCodeAt(index));
  return state;
}

/** Each number once. None for a text of one letter. */
export function listGrams(text: string, seed: number): readonly number[] {
  const found = new Uint8Array(1 << BITS);
  const grams: number[] = [];
  const add = (gram: number) => {
    const at = gram & 0xffff;
    if (found[at] === 1) return;
    found[at] = 1;
    grams.push(gram);
  };
  const isBlank = onceForName((unit: number) => BLANK.test(String.fromCharCode(unit)));
  // How many letters stand before without a blank between them.
  let before = 0;
  let one = 0;
  let two = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (isBlank(unit)) {
      before = 0;
      continue;
    }
    if (before >= 1) add(finish(mix(mix(seed, two), unit)));
    if (before >= 2) add(finish(mix(mix(mix(seed, one), two), unit)));
    one = two;
    two = unit;
    before += 1;
  }
  return grams;
}
