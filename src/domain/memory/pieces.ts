// Pieces of words, four characters each, by which texts are compared without a list of endings.

const BLANK = 32;
/** Scripts without blanks begin here; of those, pairs of characters count. */
export const UNSPACED = 0x3040;
/** All but letters, digits and, from "À" on, whatever is no punctuation. */
const SEPARATORS = /[^ 0-9a-z\xaa\xb2\xb3\xb5\xb9\xba\xbc-\xbe\xc0-\u1fff\u2070-\u2fff\u3040-\uffff]+/g;

/** Words as they are compared, with a blank around each. */
export const spaceWords = (text: string): string => ` ${text.toLowerCase().replace(SEPARATORS, ' ')} `;

/** A small table of pieces, which tells that a piece is not wanted faster than a map does. */
export const FILTER_BITS = 0xffff;
const EVERY_PIECE = new Uint8Array(FILTER_BITS + 1).fill(1);

/**
 * Where pieces end and their numbers, in turn: each is four characters in a row of a word, the blanks around it included. Of all texts
 * at once, as a single long loop is soon compiled, and without a call for each character.
 */
export function findPieces(text: string, filter: Uint8Array): readonly number[] {
  const found: number[] = [];
  let a = BLANK;
  let b = BLANK;
  let c = BLANK;
  for (let index = 0; index < text.length; index += 1) {
    const next = text.charCodeAt(index);
    const isPair = next >= UNSPACED && c >= UNSPACED;
    const before = isPair ? c : Math.imul(Math.imul(a, 31) + b, 8_191) + c;
    const piece = (Math.imul(before, 131_071) + next) | 0;
    if (filter[piece & FILTER_BITS] === 1 && c !== BLANK && (isPair || b !== BLANK)) found.push(index, piece);
    a = b;
    b = c;
    c = next;
  }
  return found;
}

export function listPieces(word: string): ReadonlySet<number> {
  return new Set(findPieces(spaceWords(word), EVERY_PIECE).filter((_, index) => index % 2 === 1));
}
