// What a text quotes without saying from where.
import { collapseSpace } from './quote-in-text.ts';

const QUOTED = /"([^"\n]{1,300})"|“([^”\n]{1,300})”|„([^“”\n]{1,300})[“”]|«([^»\n]{1,300})»|「([^」\n]{1,300})」/g;

/** Shorter ones are names and irony, which quote nobody. */
const MIN_LENGTH = 12;
const MIN_WORDS = 3;

/** Written where it is used: classes of characters take long to read, and few starts need them. */
const hasNoBlanks = (text: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);

function isTelling(quote: string): boolean {
  if (hasNoBlanks(quote)) return quote.length >= MIN_LENGTH / 2;
  return quote.length >= MIN_LENGTH && quote.split(' ').length >= MIN_WORDS;
}

/** Each once, without the mark at its end, which may be that of the sentence around it. */
export function findQuotes(text: string): readonly string[] {
  const quotes = [...text.matchAll(QUOTED)].map((match) => {
    const quoted = match.slice(1).find((part) => part !== undefined) ?? '';
    return collapseSpace(quoted).replace(/[.,;:!?…。、]+$/u, '');
  });
  return [...new Set(quotes.filter(isTelling))];
}

/** The parts of a quote around what was left out. */
export const splitQuote = (quote: string) =>
  quote
    .split(/\.{3,}|…/)
    .map(collapseSpace)
    .filter((part) => part !== '');
