// How alike two texts are by the words that they share: for findings and steps that several agents word differently.

/** Shorter words say little, unless they are numbers or stand in a script that writes without blanks. */
const SHORTEST_WORD = 3;
/** Longer words count as the same when they begin alike: "validation" and "validates". */
const STEM_LENGTH = 7;
const FILLERS = new Set(
  'and are but can could does for from has have how into its may must not should than that the then there this was when where which will with would'.split(
    ' ',
  ),
);
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

function stem(word: string): string {
  const bare = word.replace(/(?<=[a-z]{4})(?:ing|ed|es|s)$/, '');
  return [...bare].slice(0, STEM_LENGTH).join('');
}

/** Pairs of neighbours stand for the words of a script that writes without blanks. */
function listPairs(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/**
 * The words of a text that can be compared, whatever its language: without case, endings, fillers and punctuation; names
 * in code are taken apart (`userId`, `user_id`).
 */
export function splitIntoWords(text: string): ReadonlySet<string> {
  const apart = text.normalize('NFKC').replace(/(?<=\p{Ll}|\p{N})(?=\p{Lu})/gu, ' ');
  const words = new Set<string>();
  for (const run of apart.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    if (UNSPACED.test(run)) {
      for (const pair of listPairs(run)) words.add(pair);
    } else if ((run.length >= SHORTEST_WORD && !FILLERS.has(run)) || /^\p{N}+$/u.test(run)) {
      words.add(stem(run));
    }
  }
  return words;
}

export interface Overlap {
  readonly shared: number;
  /** Words of both together. */
  readonly all: number;
  /** Words of the one with fewer. */
  readonly fewer: number;
}

/** The same whichever of the two comes first. */
export function measureOverlap(one: ReadonlySet<string>, other: ReadonlySet<string>): Overlap {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return { shared, all: one.size + other.size - shared, fewer: Math.min(one.size, other.size) };
}
