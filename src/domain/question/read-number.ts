// Reads numbers and probabilities out of words. Everything that was written has to have a meaning, or nothing is read.
import { cutText } from '../words/cut-line.ts';
import type { AnswerReading } from './answer.ts';
import {
  addDecimals,
  type Decimal,
  isAtMost,
  isHandy,
  NUMERAL,
  negateDecimal,
  readNumeral,
  shiftDecimal,
  writeDecimal,
} from './decimal.ts';
import { normalizeWords } from './match-options.ts';

/** Powers of ten. Words that mean another one elsewhere are not among them: "Billion" in German, "mil" in Norwegian, "B", "m". */
const MAGNITUDES: Readonly<Record<string, number>> = {
  ...{ k: 3, K: 3, thousand: 3, Tsd: 3, Tausend: 3, tausend: 3, mille: 3, mila: 3, duizend: 3, tusen: 3, tusind: 3 },
  ...{
    тыс: 3,
    тысяч: 3,
    тысячи: 3,
    тисяч: 3,
    тисячі: 3,
    tys: 3,
    tysięcy: 3,
    tysiące: 3,
    tisíc: 3,
    bin: 3,
    ألف: 3,
    אלף: 3,
  },
  ...{
    M: 6,
    million: 6,
    Million: 6,
    millions: 6,
    mln: 6,
    Mln: 6,
    mio: 6,
    Mio: 6,
    Millionen: 6,
    millón: 6,
    millones: 6,
  },
  ...{ milhão: 6, milhões: 6, milione: 6, milioni: 6, miljoen: 6, miljoner: 6, millioner: 6, milyon: 6, triệu: 6 },
  ...{ млн: 6, миллион: 6, миллиона: 6, миллионов: 6, мільйон: 6, мільйона: 6, мільйонів: 6, milion: 6, miliony: 6 },
  ...{ milionů: 6, milionów: 6, مليون: 6, juta: 6, nghìn: 3, ngàn: 3, ribu: 3, lakh: 5, lakhs: 5, लाख: 5 },
  ...{
    crore: 7,
    crores: 7,
    करोड़: 7,
    bn: 9,
    billion: 9,
    milliard: 9,
    milliards: 9,
    Milliarde: 9,
    Milliarden: 9,
    Mrd: 9,
  },
  ...{ mrd: 9, miliardo: 9, miliardi: 9, miljard: 9, miljarder: 9, milliarder: 9, млрд: 9, миллиард: 9, миллиарда: 9 },
  ...{ миллиардов: 9, мільярд: 9, мільярдів: 9, miliard: 9, miliardy: 9, miliardů: 9, miliardów: 9, mld: 9, milyar: 9 },
  ...{ trillion: 12, 千: 3, 万: 4, 萬: 4, 百万: 6, 億: 8, 亿: 8, 천: 3, 만: 4, 억: 8 },
};
const LETTERS = Object.keys(MAGNITUDES)
  .toSorted((one, other) => other.length - one.length)
  .join('|');
const MAGNITUDE = new RegExp(`^(${LETTERS})(?:\\.|(?![\\p{L}\\p{M}])|(?<=[千万萬億亿천만억]))\\s*(.*)$`, 'u');
/** Whether a text begins like a part of a number, as "million €" does. */
export const isMagnitude = (text: string) => MAGNITUDE.test(text);

export const ABOUT =
  /^(?:about|around|roughly|approximately|approx\.?|circa|ca\.?|etwa|ungefähr|rund|environ|около|約|约|大约|~|≈)\s*/i;
const ONE = new RegExp(
  `^(?<before>[^\\d.+−-]*?)\\s*(?<sign>[+−-]?)\\s*(?<symbol>\\p{Sc}?)\\s*(?<numeral>${NUMERAL})\\s*(?<behind>\\P{Nd}*)$`,
  'u',
);
const NUMBERS = new RegExp(NUMERAL, 'gu');
const CONNECTORS = /\s*[-–—−~〜]\s*|\s+(?:to|through|bis|à|hasta|do|до|and|und|et|y|e|и)\s+|[至到]/giu;
const AND = /^\s+(?:and|und|et|y|e|и)\s+$/iu;
const RANGE = /^(?:(?:range|interval)(?: of)?:?\s*)?((?:between|from|zwischen|von|entre|de|между|от)\s+)?(.+)$/iu;
const MARGIN = /^(.+?)\s*(?:±|\+\/-|\+-)\s*(.+)$/u;

export const misread = (issue: string): { readonly ok: false; readonly issue: string } => ({ ok: false, issue });
type Refusal = ReturnType<typeof misread>;

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

export const PERCENT_WORDS =
  '%|٪|percent|per cent|prozent|pour cent|por ciento|por cento|per cento|procent|процент(?:а|ов)?|persen|パーセント|퍼센트';
/** Before the number, as in Turkish, Arabic, Basque and Chinese. */
export const PERCENT_BEFORE = '%|٪|yüzde|百分之';
const IS_PERCENT = new RegExp(`^(?:${PERCENT_WORDS}|${PERCENT_BEFORE})$`, 'iu');

/** Units of the same meaning in other languages; only words that mean one of them everywhere. */
const SAME_UNITS = [
  'second|seconds|sekunde|sekunden|seconde|secondes|segundo|segundos|secondo|secondi|sekunda|sekundy|sekund',
  'minute|minutes|minuten|minuto|minutos|minuti|minuut|minuta|minuty|minut',
  'hour|hours|stunde|stunden|heure|heures|hora|horas|ora|ore|uur|uren|godzina|godziny|godzin',
  'day|days|tag|tage|tagen|jour|jours|día|días|dia|dias|giorno|giorni|dag|dagen|dzień|dni',
  'week|weeks|woche|wochen|semaine|semaines|semana|semanas|settimana|settimane|weken|tydzień|tygodnie|tygodni',
  'month|months|monat|monate|monaten|mois|mes|meses|mês|mese|mesi|maand|maanden|miesiąc|miesiące|miesięcy',
  'year|years|jahr|jahre|jahren|an|ans|année|années|año|años|ano|anos|anno|anni|jaar|jaren|rok|lata|lat',
  'person|persons|people|personen|leute|personne|personnes|persona|personas|persone|pessoa|pessoas|mensen|osoba|osoby|osób',
  'euro|euros|eur|€',
].map((words) => words.split('|'));

/** Of short units, such as "m" and "M", the case counts; long words may be singular or plural. */
function isUnit(unit: string | undefined, text: string): boolean {
  const said = text.trim();
  if (unit === undefined || said === unit) return said === unit;
  if (unit === '%') return IS_PERCENT.test(said);
  const [known, given] = [unit.toLowerCase(), said.toLowerCase()];
  if (SAME_UNITS.some((words) => words.includes(known) && words.includes(given))) return true;
  const bare = (word: string) => word.toLowerCase().replace(/(?<=\p{L}{2})(?:es|s)$/u, '');
  return unit.length > 2 && said.length > 2 && bare(said) === bare(unit);
}

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
  const [, word = '', rest = ''] = isUnit(unit, behind) ? [] : (MAGNITUDE.exec(behind) ?? [undefined, '', behind]);
  if (rest !== '' && !isUnit(unit, rest)) return undefined;
  const power = MAGNITUDES[word] ?? 0;
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

export const countNumbers = (text: string) => [...text.matchAll(NUMBERS)].length;

/** What is the matter with a text in which a number stands and which is none that can be read. */
function explain(text: string, unit: string | undefined): Refusal {
  const ambiguous = findAmbiguous(text);
  if (ambiguous !== undefined) {
    const [numeral, [whole, part]] = ambiguous;
    return misread(
      `"${numeral}" can be ${whole} or ${part}; write it without a thousands separator: ${whole} or ${part}.`,
    );
  }
  const example = `12.5 (10 to 15)${unit === undefined ? '' : `, in ${unit}`}`;
  const numbers = countNumbers(text);
  if (numbers === 0) return misread(`The answer is not a number in digits; write it such as ${example}.`);
  if (readBounds(text, unit) !== undefined || /^(?:between|from)\s/i.test(text))
    return misread(`${shown(text)} is a range without the number that you expect; write it such as ${example}.`);
  if (numbers > 1) return misread(`${shown(text)} holds more than one number; write it such as ${example}.`);
  return unit === undefined
    ? misread(`${shown(text)} holds more than a number; write the number alone, in digits and without a unit.`)
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
