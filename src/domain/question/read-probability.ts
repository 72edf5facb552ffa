// Reads a probability: a percentage, a share, or odds that it refuses.
import { once } from '../once.ts';
import { roundPercent } from '../words/format-figures.ts';
import type { AnswerReading } from './answer.ts';
import { NUMERAL, readNumeral, writeDecimal } from './decimal.ts';
import { ABOUT, countNumbers, findAmbiguous, misread, prepare, shown } from './read-number.ts';
import { PERCENT_BEFORE, PERCENT_WORDS } from './units.ts';

const CHANCE =
  'chances?|probability|likelihood|likely|probable|wahrscheinlichkeit|wahrscheinlich|chance|(?:de )?(?:chances?|probabilité|probabilidad|probabilidade)|(?:di )?probabilità|kans|waarschijnlijkheid|szans|prawdopodobieństwa';
/** Made for the first probability. */
const getPatterns = once(() => ({
  percent: new RegExp(`^(?:(${PERCENT_BEFORE})\\s*)?(${NUMERAL})\\s*(${PERCENT_WORDS})?$`, 'iu'),
  /** "a 65% chance", of the event itself: of one of two events, or of its opposite, more would be said. */
  withChance: new RegExp(`^(?:an? |eine |une |una |uma |een )?(.*(?:${PERCENT_WORDS}))\\s+(?:${CHANCE})$`, 'iu'),
  share: new RegExp(`^(${NUMERAL})\\s*(\\/|(?:in|of|out of|von|sur|su|de|из)\\s)\\s*(${NUMERAL})$`, 'iu'),
  odds: new RegExp(`^${NUMERAL}\\s*(?::|to|-|/)\\s*${NUMERAL}$`, 'iu'),
}));

const toNumber = (numeral: string): number | undefined => {
  const read = readNumeral(numeral);
  return read === undefined || 'either' in read ? undefined : Number(writeDecimal(read.decimal));
};

const probability = (exact: number): AnswerReading =>
  exact > 100
    ? misread('A probability is a number from 0 to 100, in percent.')
    : { ok: true, answer: { kind: 'probability', percent: roundPercent(exact) } };

function readShare(text: string): AnswerReading | undefined {
  const [, part, between, whole] = getPatterns().share.exec(text) ?? [];
  if (part === undefined || whole === undefined) return undefined;
  const [one, all] = [toNumber(part), toNumber(whole)];
  if (one === undefined || all === undefined || all === 0 || one > all) return undefined;
  // "50/50" is even odds, "40/60" four to six.
  return between === '/' && (one + all === 100 || one === all) ? undefined : probability((one / all) * 100);
}

/** A number without a sign of percent up to 1 is a share, as in 0.7; 1 itself could be either. */
export function readProbability(said: string): AnswerReading {
  const { percent, withChance, odds } = getPatterns();
  const text = prepare(said).replace(ABOUT, '').replace(withChance, '$1');
  const [, before, numeral, sign = before] = percent.exec(text) ?? [];
  const number = numeral === undefined ? undefined : toNumber(numeral);
  if (number !== undefined) {
    if (sign !== undefined || number > 1 || number === 0) return probability(number);
    if (number < 1) return probability(number * 100);
    return misread(`${shown(text)} can be 1% or 100%; write it with a percent sign.`);
  }
  const share = readShare(text);
  if (share !== undefined) return share;
  const example = 'write one number in percent, such as 65%';
  const ambiguous = findAmbiguous(text);
  if (ambiguous !== undefined) return misread(`"${ambiguous[0]}" can be read in two ways; ${example}.`);
  if (odds.test(text)) return misread(`${shown(text)} can be odds or a range; ${example}.`);
  return countNumbers(text) > 1
    ? misread(`${shown(text)} holds more than one number; ${example}, without a range.`)
    : misread(`A probability is a number from 0 to 100; ${example}, without other words.`);
}
