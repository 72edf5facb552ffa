// Reads numbers and probabilities out of words. Everything that was written has to have a meaning, or nothing is read.
import { once } from '../once.ts';
import { cutText } from '../words/cut-line.ts';
import type { AnswerReading } from './answer.ts';
import {
  addDecimals,
  type Decimal,
  isAtMost,
  isHandy,
  MOST_BEFORE,
  MOST_BEHIND,
  NUMERAL,
  negateDecimal,
  readNumeral,
  shiftDecimal,
  writeDecimal,
} from './decimal.ts';
import { normalizeWords } from './match-options.ts';
import { isUnit, mayBeginUnit } from './units.ts';

/** Words for powers of ten. Those that mean another one elsewhere are not among them: "Billion" in German, "mil" in Norwegian, "B", "m". */
const MAGNITUDES = {
  3: [
    'k K thousand Tsd Tausend tausend mille mila duizend tusen tusind тыс тысяч тысячи тисяч тисячі tys',
    'tysięcy tysiące tisíc bin ألف אלף nghìn ngàn ribu 千 천',
  ].join(' '),
  4: '万 萬 만',
  5: 'lakh lakhs लाख',
  6: [
    'M million Million millions mln Mln mio Mio Millionen millón millones milhão milhões milione milioni',
    'miljoen miljoner millioner milyon triệu млн миллион миллиона миллионов мільйон мільйона мільйонів milion',
    'miliony milionů milionów مليون juta 百万',
  ].join(' '),
  7: 'crore crores करोड़',
  8: '億 亿 억',
  9: [
    'bn billion milliard milliards Milliarde Milliarden Mrd mrd miliardo miliardi miljard miljarder',
    'milliarder млрд миллиард миллиарда миллиардов мільярд мільярдів miliard miliardy miliardů miliardów mld',
    'milyar',
  ].join(' '),
  12: 'trillion',
};
/** Made for the first number: few questions ask for one. */
const getMagnitudes = once(() => {
  const powers: ReadonlyMap<string, number> = new Map(
    Object.entries(MAGNITUDES).flatMap(([power, words]) => words.split(' ').map((word) => [word, Number(power)])),
  );
  const letters = [...powers.keys()].join('|');
  return {
    powers,
    pattern: new RegExp(`^(${letters})(?:\\.|(?![\\p{L}\\p{M}])|(?<=[千万萬億亿천만억]))\\s*(.*)$`, 'u'),
  };
});
/** Whether a text begins like a part of a number, as "million €" does. */
export const isMagnitude = (text: string) => getMagnitudes().pattern.test(text);

export const ABOUT =
  /^(?:about|around|roughly|approximately|approx\.?|circa|ca\.?|etwa|ungefähr|rund|environ|около|約|约|大约|~|≈)\s*/i;
const ONE = new RegExp(
  `^(?<before>[^\\d.+−-]*?)\\s*(?<sign>[+−-]?)\\s*(?<symbol>\\p{Sc}?)\\s*(?<numeral>${NUMERAL})\\s*(?<behind>\\P{Nd}*)$`,
  'u',
);
const NUMBERS = new RegExp(NUMERAL, 'gu');
const SCALED = new RegExp(`(${NUMERAL})\\s?(\\p{L})(?!\\p{L})`, 'gu');
const CONNECTORS = /\s*[-–—−~〜]\s*|\s+(?:to|through|bis|à|hasta|do|до|and|und|et|y|e|и)\s+|[至到]/giu;
const AND = /^\s+(?:and|und|et|y|e|и)\s+$/iu;
const RANGE = /^(?:(?:range|interval)(?: of)?:?\s*)?((?:between|from|zwischen|von|entre|de|между|от)\s+)?(.+)$/iu;
const MARGIN = /^(.+?)\s*(?:±|\+\/-|\+-)\s*(.+)$/u;

export const misread = (issue: string): { readonly ok: false; readonly issue: string } => ({ ok: false, issue });

/** The text of a number: its case counts, as "M" is a million. */
export const prepare = (text: string) =>
  normalizeWords(text)
    .replace(/[*`"“”„«»]/g, '')
    .replace(/[\n\r\t]+/g, ' ')
    // As in the form that is asked for.
    .replace(/<(\s*[+−-]?\d[^<>\p{L}\s]*)>/gu, '$1')
    .replace(/\.{2,}|…/g, ' – ')
    .trim()
    .replace(/[\s.!,;:。،؛]+$/, '')
    .replace(/^_+|_+$/g, '');

interface Quantity {
  readonly decimal: Decimal;
  readonly hasMagnitude: boolean;
}

export const shown = (text: string) => `"${cutText(text, 60)}"`;

/** A number, its magnitude and its unit, and nothing else; `undefined` for anything else. */
function readQuantity(text: string, unit: string | undefined): Quantity | undefined {
  const found = ONE.exec(text.replace(ABOUT, ''))?.groups;
  if (found === undefined) return undefined;
  const { before = '', sign = '', symbol = '', numeral = '', behind = '' } = found;
  const read = readNumeral(numeral);
  if (read === undefined || 'either' in read) return undefined;
  const front = `${before}${symbol}`.trim();
  if (front !== '' && !isUnit(unit, front)) return undefined;
  const { powers, pattern } = getMagnitudes();
  const [, word = '', rest = ''] = isUnit(unit, behind) ? [] : (pattern.exec(behind) ?? [undefined, '', behind]);
  if (rest === '' ? mayBeginUnit(word, unit) : !isUnit(unit, rest)) return undefined;
  const power = powers.get(word) ?? 0;
  const shifted = shiftDecimal(read.decimal, power);
  if (!isHandy(shifted)) return undefined;
  return { decimal: /[-−]/.test(sign) ? negateDecimal(shifted) : shifted, hasMagnitude: power > 0 };
}

type Bounds = readonly [low: Quantity, high: Quantity];

/** "10 to 20", "10–20", "between 10 and 20". */
function readBounds(text: string, unit: string | undefined): Bounds | undefined {
  const [, opening, words = ''] = RANGE.exec(text.trim()) ?? [];
  for (const connector of words.matchAll(CONNECTORS)) {
    if (AND.test(connector[0]) && opening === undefined) continue;
    const low = readQuantity(words.slice(0, connector.index), unit);
    const high = readQuantity(words.slice(connector.index + connector[0].length), unit);
    if (low !== undefined && high !== undefined) return [low, high];
  }
  return undefined;
}

/** "15 (10 to 20)", "15 [10–20] days", "15, between 10 and 20" as the number and its range. */
function splitRange(text: string, unit: string | undefined): readonly [value: string, range: string] | undefined {
  const [, head = '', round, square, tail = ''] =
    /^([^()[\]]+)(?:\(([^()[\]]+)\)|\[([^()[\]]+)\])([^()[\]]*)$/u.exec(text) ?? [];
  const inside = round ?? square;
  if (inside !== undefined) return tail.trim() === '' || isUnit(unit, tail) ? [head.trim(), inside] : undefined;
  const [, first, second] = /^(.+?)(?:[,;:]\s+|\s+(?=between\s))(.+)$/iu.exec(text) ?? [];
  return first === undefined || second === undefined ? undefined : [first, second];
}

export const findAmbiguous = (text: string): readonly [string, readonly [string, string]] | undefined => {
  for (const [numeral] of text.matchAll(NUMBERS)) {
    const read = readNumeral(numeral);
    if (read !== undefined && 'either' in read) return [numeral, read.either];
  }
  return undefined;
};

function findUnhandy(text: string): string | undefined {
  const numerals = [...text.matchAll(NUMBERS)].map(([numeral]) => numeral);
  return numerals.find((numeral) => {
    const read = readNumeral(numeral);
    return read !== undefined && !('either' in read) && !isHandy(read.decimal);
  });
}

/** "12k" of a unit that itself may begin with "k". */
function findScaled(text: string, unit: string | undefined): readonly [string, readonly [string, string]] | undefined {
  for (const [written, numeral = '', magnitude = ''] of text.matchAll(SCALED)) {
    const read = readNumeral(numeral);
    const power = getMagnitudes().powers.get(magnitude);
    if (read === undefined || 'either' in read || power === undefined || !mayBeginUnit(magnitude, unit)) continue;
    return [written, [writeDecimal(read.decimal), writeDecimal(shiftDecimal(read.decimal, power))]];
  }
  return undefined;
}

export const countNumbers = (text: string) => [...text.matchAll(NUMBERS)].length;

/** What is the matter with a text in which a number stands and which is none that can be read. */
function explain(text: string, unit: string | undefined): ReturnType<typeof misread> {
  const ambiguous = findAmbiguous(text);
  if (ambiguous !== undefined) {
    const [numeral, [whole, part]] = ambiguous;
    return misread(
      `"${numeral}" can be ${whole} or ${part}; write it without a thousands separator: ${whole} or ${part}.`,
    );
  }
  const unhandy = findUnhandy(text);
  if (unhandy !== undefined) {
    const most = `at most ${MOST_BEFORE} digits before the point and ${MOST_BEHIND} behind it`;
    return misread(`${shown(unhandy)} is too large or too fine to be compared; write it with ${most}.`);
  }
  const scaled = findScaled(text, unit);
  if (scaled !== undefined) {
    const [written, [few, many]] = scaled;
    return misread(`"${written}" can be ${few} or ${many} ${unit}; write it without a letter: ${few} or ${many}.`);
  }
  const example = `12.5 (10 to 15)${unit === undefined ? '' : `, in ${unit}`}`;
  const numbers = countNumbers(text);
  if (numbers === 0) return misread(`The answer is not a number in digits; write it such as ${example}.`);
  if (readBounds(text, unit) !== undefined || /^(?:between|from)\s/i.test(text))
    return misread(`${shown(text)} is a range without the number that you expect; write it such as ${example}.`);
  if (numbers > 1) return misread(`${shown(text)} holds more than one number; write it such as ${example}.`);
  return unit === undefined
    ? misread(
        `${shown(text)} holds more than a number. If the question itself says what it counts, write how many of these, in digits alone; if it does not, "not enough to say".`,
      )
    : misread(
        `${shown(text)} is not a number of ${unit}; write the number in ${unit}, in digits and without other words.`,
      );
}

const toAnswer = (value: Decimal, bounds?: readonly [Decimal, Decimal]): AnswerReading => ({
  ok: true,
  answer: {
    kind: 'number',
    value: writeDecimal(value),
    range: bounds === undefined ? null : { low: writeDecimal(bounds[0]), high: writeDecimal(bounds[1]) },
  },
});

const MIXED = 'Write all numbers of the answer in the same way: all with "million", "k" and so on, or none.';

function readWithRange(value: Quantity, [low, high]: Bounds): AnswerReading {
  if (low.hasMagnitude !== high.hasMagnitude) return misread(MIXED);
  const [first, middle, last] = [low.decimal, value.decimal, high.decimal];
  if (isAtMost(first, middle) && isAtMost(middle, last)) return toAnswer(middle, [first, last]);
  return misread(`The number ${writeDecimal(middle)} is not between ${writeDecimal(first)} and ${writeDecimal(last)}.`);
}

function readWithMargin(value: Quantity, margin: Quantity): AnswerReading {
  if (value.hasMagnitude !== margin.hasMagnitude) return misread(MIXED);
  if (margin.decimal.digits < 0n) return misread('A margin is not negative; write it such as 12 ± 3.');
  const [middle, width] = [value.decimal, margin.decimal];
  return toAnswer(middle, [addDecimals(middle, negateDecimal(width)), addDecimals(middle, width)]);
}

/** A number, with or without a range around it. */
export function readNumber(said: string, unit: string | undefined): AnswerReading {
  const text = prepare(said);
  const alone = readQuantity(text, unit);
  if (alone !== undefined) return toAnswer(alone.decimal);
  const [, middle = '', width = ''] = MARGIN.exec(text) ?? [];
  const [centre, margin] = [readQuantity(middle, unit), readQuantity(width, unit)];
  if (centre !== undefined && margin !== undefined) return readWithMargin(centre, margin);
  const parts = splitRange(text, unit);
  if (parts === undefined) return explain(text, unit);
  const [value, bounds] = [readQuantity(parts[0], unit), readBounds(parts[1], unit)];
  if (value !== undefined && bounds !== undefined) return readWithRange(value, bounds);
  const around = /^(?:±|\+\/-|\+-)\s*(.+)$/u.exec(parts[1].trim())?.[1];
  const distance = around === undefined ? undefined : readQuantity(around, unit);
  return value === undefined || distance === undefined ? explain(text, unit) : readWithMargin(value, distance);
}
