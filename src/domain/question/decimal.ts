// Decimal numbers as they are written: exact, since what somebody said is never rounded. And the numerals of many countries.

/** `digits` without a mark, the last `scale` of which are behind it. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

export const MOST_BEFORE = 15;
export const MOST_BEHIND = 9;

/** "-12.5", without needless zeros. */
export function writeDecimal({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const all = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const behind = all.slice(all.length - scale, all.length).replace(/0+$/, '');
  const before = all.slice(0, all.length - scale);
  return behind === '' ? `${sign}${before}` : `${sign}${before}.${behind}`;
}

const WRITTEN = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/;

/** What `writeDecimal` writes, or `String` of a number. */
export function parseDecimal(text: string | number): Decimal {
  const [, before = '0', behind = '', power = '0'] = WRITTEN.exec(String(text)) ?? [];
  return shiftDecimal({ digits: BigInt(`${before}${behind}`), scale: behind.length }, Number(power));
}

const AS_GROUP = /^-?[1-9]\d{0,2}\.\d{3}$/;

/** "3.1410" for 3.141, which in half of the world is three thousand. */
export const showDecimal = (value: string) => (AS_GROUP.test(value) ? `${value}0` : value);

const align = (one: Decimal, other: Decimal): readonly [bigint, bigint, number] => {
  const scale = Math.max(one.scale, other.scale);
  const raise = (decimal: Decimal) => decimal.digits * 10n ** BigInt(scale - decimal.scale);
  return [raise(one), raise(other), scale];
};

export function addDecimals(one: Decimal, other: Decimal): Decimal {
  const [first, second, scale] = align(one, other);
  return { digits: first + second, scale };
}

export const negateDecimal = ({ digits, scale }: Decimal): Decimal => ({ digits: -digits, scale });

export const multiplyDecimals = (one: Decimal, other: Decimal): Decimal => ({
  digits: one.digits * other.digits,
  scale: one.scale + other.scale,
});

/** Without its sign. */
export const measureDecimal = (decimal: Decimal): Decimal => (decimal.digits < 0n ? negateDecimal(decimal) : decimal);

/** How far two lie from each other. */
export const measureDistance = (one: Decimal, other: Decimal): Decimal =>
  measureDecimal(addDecimals(one, negateDecimal(other)));

export function isAtMost(one: Decimal, other: Decimal): boolean {
  const [first, second] = align(one, other);
  return first <= second;
}

/** Times ten to that power. */
export function shiftDecimal({ digits, scale }: Decimal, power: number): Decimal {
  const behind = scale - power;
  return behind >= 0 ? { digits, scale: behind } : { digits: digits * 10n ** BigInt(-behind), scale: 0 };
}

/** Neither too large nor too fine to be kept and compared. */
export function isHandy(decimal: Decimal): boolean {
  const [before = '', behind = ''] = writeDecimal(decimal).replace('-', '').split('.');
  return before.length <= MOST_BEFORE && behind.length <= MOST_BEHIND;
}

const SPACES = '\\u00a0\\u2009\\u202f';
const MARKS = `.,'’_${SPACES}`;

/**
 * One number with whatever marks stand within it. Between groups of digits an ordinary space counts only before "000", since "100 200"
 * may be two numbers.
 */
export const NUMERAL = `(?<![\\d.,'’_])(?:\\d+(?:[${MARKS}]\\d+| 000(?!\\d))*(?:[eE][+-]?\\d{1,2}(?![\\p{L}\\d]))?|\\.\\d+)(?!\\d|[.,'’_]\\d)`;

export type NumeralReading =
  | { readonly decimal: Decimal }
  /** What it can mean, where that depends on the country. */
  | { readonly either: readonly [string, string] }
  | undefined;

const createDecimal = (before: string, behind = ''): { readonly decimal: Decimal } => ({
  decimal: { digits: BigInt(`${before}${behind}`), scale: behind.length },
});

const GROUPED = new RegExp(`^([1-9]\\d{0,2}(?:([.,'’_ ${SPACES}])\\d{3})(?:\\2\\d{3})*)(?:([.,])(\\d+))?$`);
const INDIAN = /^(\d{1,2}(?:,\d{2})+,\d{3})(?:\.(\d+))?$/;
const WITH_MARK = /^(\d*)([.,])(\d+)$/;
const EXPONENT = /^(.+)[eE]([+-]?\d+)$/;
const onlyDigits = (text: string) => text.replace(/\D/g, '');

/** "1.500" is 1500 in Berlin and 1.5 in Boston; every other mark says itself what it is. */
export function readNumeral(text: string): NumeralReading {
  const [, base, power] = EXPONENT.exec(text) ?? [];
  if (base !== undefined) {
    const read = readNumeral(base);
    return read === undefined || 'either' in read ? read : { decimal: shiftDecimal(read.decimal, Number(power)) };
  }
  if (/^\d+$/.test(text)) return createDecimal(text);
  const [, whole = '', mark, behind = ''] = WITH_MARK.exec(text) ?? [];
  if (mark !== undefined) {
    if (whole === '') return mark === '.' ? createDecimal('0', behind) : undefined;
    const isGroup = behind.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
    if (!isGroup) return createDecimal(whole, behind);
    return { either: [`${whole}${behind}`, showDecimal(writeDecimal(createDecimal(whole, behind).decimal))] };
  }
  const [, grouped, separator, point, rest = ''] = GROUPED.exec(text) ?? [];
  if (grouped !== undefined && separator !== point) return createDecimal(onlyDigits(grouped), rest);
  const [, indian, fraction = ''] = INDIAN.exec(text) ?? [];
  return indian === undefined ? undefined : createDecimal(onlyDigits(indian), fraction);
}
