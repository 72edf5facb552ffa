// Whether two claims have the same root cause: they are about the same place and say it in similar words.
import { collapseSpace } from '../../../domain/evidence/quote-in-text.ts';
import { measureOverlap, wordsOf } from '../../../domain/words/similarity.ts';
import type { ClaimWords, Comparable } from './finding.ts';

/** Lines apart that are one place, and that may still be one. */
const NEAR = 5;
const FAR = 30;

/** Thousandths of the words of the shorter text that have to stand in the other. */
const ENOUGH_NEAR = 350;
const ENOUGH_FAR = 500;
const FEWEST_WORDS = 3;

/** A better sign than any words. */
const NEARBY = 1_000;
const SAME_QUOTE = 1_000;

export function toComparable(words: ClaimWords, path: string | undefined, line: number | null): Comparable {
  return {
    place: path ?? (words.file ?? '').trim().toLowerCase(),
    line,
    words: wordsOf(`${words.title}\n${words.detail}`),
    quote: collapseSpace(words.evidence ?? ''),
  };
}

/**
 * How surely both have the same root cause, as a whole number; 0 when they have not. The same whichever of the two comes
 * first.
 */
export function measureSimilarity(one: Comparable, other: Comparable): number {
  if (one.place !== other.place) return 0;
  const apart = one.line === null || other.line === null ? undefined : Math.abs(one.line - other.line);
  if (apart !== undefined && apart > FAR) return 0;
  const { shared, fewer } = measureOverlap(one.words, other.words);
  if (shared < Math.min(FEWEST_WORDS, fewer) || shared === 0) return 0;
  const sameQuote = one.quote !== '' && one.quote === other.quote;
  const near = apart !== undefined && apart <= NEAR;
  const ratio = Math.floor((shared * 1_000) / fewer);
  if (ratio < (near || sameQuote ? ENOUGH_NEAR : ENOUGH_FAR)) return 0;
  return ratio + (near ? NEARBY : 0) + (sameQuote ? SAME_QUOTE : 0);
}

/** Whether a reviewer says the same twice; apart from that, what it keeps apart is kept apart. */
export function isRepeat(one: Comparable, other: Comparable): boolean {
  if (one.place !== other.place || one.line !== other.line || one.words.size !== other.words.size) return false;
  return measureOverlap(one.words, other.words).shared === one.words.size;
}
