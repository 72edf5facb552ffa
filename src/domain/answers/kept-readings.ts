// Keeps what was read out of the last answers: rules, transcripts and records read the same text over and over.

/** More than a debate has of one kind, so that going through all of them again finds each. */
const MOST = 200;
/** Longer texts are rare, and would be held for long. */
const LONGEST = 20_000;

type Readings<Reading> = Map<string, Reading>;

/** Reads a text, or gives what was read out of it last time. */
export function createKeeper<Schema extends object, Reading>(read: (text: string, schema: Schema) => Reading) {
  const kept = new WeakMap<Schema, Readings<Reading>>();
  return (text: string, schema: Schema): Reading => {
    if (text.length > LONGEST) return read(text, schema);
    const readings: Readings<Reading> = kept.get(schema) ?? new Map();
    kept.set(schema, readings);
    const known = readings.get(text);
    if (known !== undefined) return known;
    const reading = read(text, schema);
    const [oldest] = readings.keys();
    if (readings.size === MOST && oldest !== undefined) readings.delete(oldest);
    readings.set(text, reading);
    return reading;
  };
}
