// What an answer says in a form that was not asked for: a number in words, an object where text is wanted, entries under keys of their own.
import { isFields } from '../values/tree.ts';

/** The names of a member and of the lists that it is in, each for one of them. */
const listNames = (place: string) => (place.match(/[a-z]+/g) ?? []).map((name) => name.replace(/s$/, ''));

/** Whether the key of an entry says no more than that it is one: "2", "item_2", in `claims` "Claim 2". */
export function isNumbering(key: string, place: string): boolean {
  const [, word = '', rest = ''] = /^([a-z]*)[\s_#-]*(.*)$/.exec(key.toLowerCase()) ?? [];
  return /^\d{1,4}$/.test(rest) && ['', 'item', 'entry', ...listNames(place)].includes(word);
}

const LONGEST_NUMBER = 80;
const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,15})?\.?$/;
/** "of 10", where that is the most. */
const OUT_OF = /\s*(?:\/|(?:out )?of|von|sur|de|su)\s*(\d{1,15})$/;

/** "7", "+1", "１", "(7)", "7/10" where 10 is the most, and with the name of its key or list before it: "Phase 2", "Point #1". */
export function readNumber(text: string, place: string, most: unknown): number | undefined {
  if (text.length > LONGEST_NUMBER) return undefined;
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('−', '-')
    .replace(/[*_`()[\]]/g, ' ')
    .trim();
  const name = listNames(place).find((each) => words.startsWith(each)) ?? '';
  const digits = words.slice(name.length).replace(/^[\s:#]+/, '');
  const [scale, whole] = OUT_OF.exec(digits) ?? [];
  const said = scale !== undefined && Number(whole) === most ? digits.slice(0, -scale.length) : digits;
  return NUMBER.test(said) ? Number(said) : undefined;
}

/** The text of an object with one text; else its fields, one after the other. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isFields(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== '');
  const [only] = entries;
  if (entries.length === 1 && typeof only?.[1] === 'string') return only[1];
  return entries
    .map(([key, inner]) => `${key}: ${typeof inner === 'string' ? inner : JSON.stringify(inner)}`)
    .join('; ');
}
