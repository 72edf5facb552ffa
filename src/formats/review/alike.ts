// Whether two claims have the same root cause: they are about the same place and say it in similar words.
import { overlap, wordsOf } from '../similarity.ts';
import type { ClaimWords, Comparable } from './finding.ts';

/** Lines apart that are one place, and that may still be one. */
const NEAR = 5;
const FAR = 30;
/** Thousandths of the words of the shorter text that have to stand in the other. */
const ENOUGH_NEAR = 300;
const ENOUGH_FAR = 500;
const FEWEST_WORDS = 2;

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim();

export function comparable(words: ClaimWords, path: string | undefined, line: number | null): Comparable {
  return {
    place: path ?? (words.file ?? '').trim().toLowerCase(),
    line,
    words: wordsOf(`${words.title}\n${words.detail}`),
    quote: squeezed(words.evidence ?? ''),
  };
}

/** The same whichever of the two comes first. */
export function haveOneCause(one: Comparable, other: Comparable): boolean {
  if (one.place !== other.place) return false;
  const apart = one.line === null || other.line === null ? undefined : Math.abs(one.line - other.line);
  if (apart !== undefined && apart > FAR) return false;
  const { shared, fewer } = overlap(one.words, other.words);
  if (shared < Math.min(FEWEST_WORDS, fewer) || shared === 0) return false;
  const sameQuote = one.quote !== '' && one.quote === other.quote;
  const near = sameQuote || (apart !== undefined && apart <= NEAR);
  return shared * 1_000 >= fewer * (near ? ENOUGH_NEAR : ENOUGH_FAR);
}
