// Keeps results small and other people's words apart from ours: clipping, quoting, and the last bound on the size of every result.

/**
 * Size in quarters of a token. Latin text takes about a quarter of a token for a character, letters of other alphabets
 * about half of one, and Chinese, Japanese and Korean characters about one: 43,000 of those were measured as 41,227 tokens.
 */
export function measureWeight(text: string): number {
  let weight = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    weight += unit < 0x80 ? 1 : unit < 0x1100 ? 2 : 4;
  }
  return weight;
}

/**
 * The beginning of a text whose JSON form weighs at most `max`, since that is what a client counts.
 * A cut text ends with "…".
 */
export function clip(text: string, max: number): string {
  let cut = text;
  for (let weight = measureWeight(JSON.stringify(cut)); weight > max; weight = measureWeight(JSON.stringify(cut))) {
    cut = `${cut.slice(0, Math.max(1, Math.floor((cut.length * max) / weight) - 1)).toWellFormed()}…`;
    if (cut.length <= 2) break;
  }
  return cut;
}

/** As a quotation, so that no line of it reads as the server's own. */
export function quoteLines(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

/** A part of a text whose JSON form weighs at most `max`: whole lines where they fit, and never half a character. */
export function slicePortion(text: string, offset: number, max: number): string {
  let part = text.slice(offset);
  for (let weight = measureWeight(JSON.stringify(part)); weight > max; weight = measureWeight(JSON.stringify(part))) {
    part = part.slice(0, Math.max(1, Math.floor((part.length * max) / weight)));
  }
  if (offset + part.length === text.length) return part;
  const lineEnd = part.lastIndexOf('\n') + 1;
  if (lineEnd > 0) return part.slice(0, lineEnd);
  return part.isWellFormed() || part.length === 1 ? part : part.slice(0, -1);
}

/** Of a whole result, data and text together, in quarters of a token. */
const MOST_WEIGHT = 100_000;

interface Told<Data> {
  readonly structured: Data;
  readonly text: string;
}

/** Of each text, and of each list. */
interface Bounds {
  readonly weight: number;
  readonly rows: number;
}

/** Tried one after the other. */
const BOUNDS: readonly Bounds[] = [
  { weight: 8_000, rows: 1_000 },
  { weight: 2_000, rows: 500 },
  { weight: 600, rows: 200 },
  { weight: 200, rows: 100 },
  { weight: 150, rows: 30 },
  { weight: 150, rows: 10 },
];

function cutAll(value: unknown, bounds: Bounds): unknown {
  if (typeof value === 'string') return clip(value, bounds.weight);
  if (Array.isArray(value)) return value.slice(0, bounds.rows).map((item) => cutAll(item, bounds));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutAll(item, bounds)]));
}

const weigh = ({ structured, text }: Told<unknown>) =>
  measureWeight(JSON.stringify(structured)) + measureWeight(JSON.stringify(text));

/** `note` ends the text of a result that was cut, whose data has `shortened`. */
export function fitResult<Data extends object>(told: Told<Data>, note: string, most: number = MOST_WEIGHT): Told<Data> {
  let fitted = told;
  for (const bounds of BOUNDS) {
    if (weigh(fitted) <= most) break;
    const structured = { ...(cutAll(told.structured, bounds) as Data), shortened: true };
    fitted = { structured, text: `${clip(told.text, most / 4)}\n${note}` };
  }
  return fitted;
}
