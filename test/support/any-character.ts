// Any character of Unicode, for `fc.string({ unit: anyCharacter })`. The unit "binary" of fast-check gives the same, but makes a table of
// all of them first, which takes a second in every process that names it.
import fc from 'fast-check';

const [FIRST_SURROGATE, SURROGATES, LAST] = [0xd800, 0x800, 0x10ffff];

export const anyCharacter = fc
  .nat({ max: LAST - SURROGATES })
  .map((place) => String.fromCodePoint(place < FIRST_SURROGATE ? place : place + SURROGATES));
