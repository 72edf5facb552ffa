// How alike two texts are by the words that they share: for findings and steps that several agents word differently.

/** Shorter words say little, unless they are numbers or stand in a script that writes without blanks. */
const SHORTEST_WORD = 3;
/** Longer words count as the same when they begin alike: "validation" and "validates". */
const STEM_LENGTH = 7;
/** Korean puts blanks, but also endings, behind words of one or two characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** What a word counts that says something. */
export const FULL_WEIGHT = 4;
/**
 * Up to so many letters, without their marks, a word counts less: in every language those that any text holds are short (Zipf 1949),
 * so that no list of them is needed: "die", "wenn", "cuando".
 */
const [SMALLEST, SMALL] = [3, 5];
/** In Japanese they are written in Hiragana. */
const HIRAGANA = /^\p{Script=Hiragana}+$/u;

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
 * The words of a text that can be compared, whatever its language: without case, endings and punctuation; names
 * in code are taken apart (`userId`, `user_id`).
 */
export function splitIntoWords(text: string): ReadonlySet<string> {
  const apart = text.normalize('NFKC').replace(/(?<=\p{Ll}|\p{N})(?=\p{Lu})/gu, ' ');
  const words = new Set<string>();
  for (const run of apart.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    if (UNSPACED.test(run)) {
      for (const pair of listPairs(run)) words.add(pair);
    } else if (run.length >= SHORTEST_WORD || /^\p{N}+$/u.test(run)) {
      words.add(stem(run));
    }
  }
  return words;
}

function weigh(word: string): number {
  if (/\p{N}/u.test(word)) return FULL_WEIGHT;
  if (UNSPACED.test(word)) return HIRAGANA.test(word) ? 1 : FULL_WEIGHT;
  const letters = [...word.replace(/\p{M}/gu, '')].length;
  return letters <= SMALLEST ? 1 : letters <= SMALL ? 2 : FULL_WEIGHT;
}

const sumWeights = (words: Iterable<string>): number => [...words].reduce((sum, word) => sum + weigh(word), 0);

/** Words by what they count, `FULL_WEIGHT` for one that says something. */
export interface Overlap {
  readonly shared: number;
  /** Of both together. */
  readonly all: number;
  /** Of the one with fewer. */
  readonly fewer: number;
}

/** The same whichever of the two comes first. */
export function measureOverlap(one: ReadonlySet<string>, other: ReadonlySet<string>): Overlap {
  const [first, second] = [sumWeights(one), sumWeights(other)];
  const shared = sumWeights([...one].filter((word) => other.has(word)));
  return { shared, all: first + second - shared, fewer: Math.min(first, second) };
}
