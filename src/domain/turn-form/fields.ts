// What a person fills in for a turn: the fields of a form as every door shows them, and what is wrong with what was filled in.
import { groupBy } from '../group-by.ts';

export interface FieldOption {
  readonly value: string;
  readonly title: string;
}

export interface TurnField {
  /** Unique in its form; what was filled in goes back under it. */
  readonly name: string;
  /** Words of any length, a single line, a whole number from 0 to 100, or one of `options`. */
  readonly type: 'words' | 'line' | 'percent' | 'choice';
  /** With `when`: by the values of that field with which this one is asked. */
  readonly label: string | Readonly<Record<string, string>>;
  /** The field on whose value it depends whether this one is asked. */
  readonly when?: string;
  /** Has to be filled in: always when it is asked, or with these values of the other field. */
  readonly needed?: true | readonly string[];
  /** In one or more lines. */
  readonly hint?: string;
  readonly options?: readonly FieldOption[];
  /** What belongs together, such as all that is asked of one claim. */
  readonly group?: string;
  /** Of the first of a group: what it is about, in somebody's words. */
  readonly about?: string;
  /** What it begins with, which says nothing by itself. */
  readonly blank?: string;
  /** Lines that it takes up where there is room. */
  readonly rows?: number;
  /** What it says can be written among the words of the turn as well, so a door that asks one thing after the other leaves it out. */
  readonly inWords?: true;
}

type More = Omit<TurnField, 'name' | 'type' | 'label'>;

export const askWords = (name: string, label: TurnField['label'], rows: number, more: More = {}): TurnField => ({
  ...{ name, type: 'words', label, rows },
  ...more,
});

export const askChoice = (
  name: string,
  label: TurnField['label'],
  options: readonly FieldOption[],
  more: More = {},
): TurnField => ({ name, type: 'choice', label, options, ...more });

export const option = (value: string, title = value): FieldOption => ({ value, title });

/** What was filled in, by the names of the fields. */
export type Filled = Readonly<Record<string, string>>;

const read = (filled: Filled, name: string) => filled[name]?.trim() ?? '';

export const PERCENT = '\\s*(100|\\d{1,2})\\s*%?\\s*';

export function readPercent(said = ''): number | null {
  const [, digits] = new RegExp(`^${PERCENT}$`).exec(said) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** As it is asked now; `undefined` where it is not. */
export function findLabel({ label, when = '' }: TurnField, filled: Filled): string | undefined {
  if (typeof label === 'string') return label;
  const value = read(filled, when);
  return Object.hasOwn(label, value) ? label[value] : undefined;
}

interface Labelled {
  readonly label: string;
  /** Of the other field. */
  readonly values: readonly string[];
}

/** Every label that it can have. */
export function listLabels({ label }: TurnField): readonly Labelled[] {
  if (typeof label === 'string') return [{ label, values: [] }];
  const groups = groupBy(Object.entries(label), ([, words]) => words);
  return [...groups].map(([words, entries]) => ({ label: words, values: entries.map(([value]) => value) }));
}

/** As it is named where its group is not seen: "C2: Why does it not hold?" */
export function nameField(field: TurnField, filled: Filled = {}): string {
  const labels = listLabels(field).map(({ label }) => label);
  const name = findLabel(field, filled) ?? labels.join(' / ');
  return field.group === undefined ? name : `${field.group}: ${name}`;
}

/** What was filled in of what is asked. */
export function pickAsked(fields: readonly TurnField[], filled: Filled): Filled {
  const asked = fields.filter((field) => findLabel(field, filled) !== undefined && read(filled, field.name) !== '');
  return Object.fromEntries(asked.map(({ name }) => [name, filled[name] as string]));
}

function isMissing(field: TurnField, filled: Filled): boolean {
  const { name, when = '', needed, blank = '' } = field;
  if (findLabel(field, filled) === undefined) return false;
  const isNeeded = needed === true || needed?.includes(read(filled, when)) === true;
  return isNeeded && ['', blank.trim()].includes(read(filled, name));
}

/** What keeps it from being a turn, in a sentence. */
export function findMissing(fields: readonly TurnField[], filled: Filled): string | undefined {
  if (Object.keys(pickAsked(fields, filled)).length === 0) return 'Nothing is filled in.';
  const missing = fields.find((field) => isMissing(field, filled));
  return missing && `"${nameField(missing, filled)}" is not filled in.`;
}

/** The lines of it, without the marks of a list. */
export function readLines(said = ''): readonly string[] {
  const lines = said.split('\n').map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim());
  return lines.filter((line) => line !== '');
}

export const readWords = (said = ''): string | null => (said.trim() === '' ? null : said);

const quoteAll = (words: readonly string[]) => words.map((each) => `"${each}"`).join(', ');

function findWrong(fields: readonly TurnField[], filled: Filled, name: string): string | undefined {
  const field = fields.find((each) => each.name === name);
  const value = read(filled, name);
  if (value === '') return undefined;
  if (field === undefined) return `This form has no field "${name}".`;
  const named = `"${nameField(field, filled)}"`;
  if (findLabel(field, filled) === undefined) {
    const other = fields.find((each) => each.name === field.when);
    return `${named} is only asked where "${other && nameField(other)}" is one of ${quoteAll(Object.keys(field.label))}.`;
  }
  if (field.type === 'percent' && readPercent(value) === null)
    return `${named} must be a whole number from 0 to 100, not "${value}".`;
  const values = field.options?.map((option) => option.value);
  return values === undefined || values.includes(value)
    ? undefined
    : `${named} cannot be "${value}"; choose from ${quoteAll(values)}.`;
}

/** The first thing that is wrong with what was filled in, in a sentence. */
export function findFault(fields: readonly TurnField[], filled: Filled): string | undefined {
  const [wrong] = Object.keys(filled).flatMap((name) => findWrong(fields, filled, name) ?? []);
  return wrong ?? findMissing(fields, filled);
}
