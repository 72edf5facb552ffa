// The last bound on the size of every result: what is still too large for a client has its texts and lists cut, and says so.
import { clip, measureWeight } from './text.ts';

/** Of a whole result, data and text together, in quarters of a token. */
const MOST_WEIGHT = 100_000;

export interface Told<Data> {
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
