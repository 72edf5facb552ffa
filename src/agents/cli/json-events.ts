// Reads output that is one JSON event per line, whichever program prints it.
import type * as z from 'zod';
import { parseJson } from '../../domain/parse-json.ts';

/** What a program said of which nothing could be understood: other talk, or events of kinds that are not known here. */
export interface Misread {
  readonly kind: 'talk' | 'unknown';
  /** The first of it. */
  readonly line: string;
}

/** `asides`: known events that say nothing of an answer, and so nothing of whether the others can be understood. */
export function createJsonEventReader<Event>(schema: z.ZodType<Event>, asides?: z.ZodType) {
  /** The first line of each kind; one that begins as an event and is no JSON was cut off. */
  const first = new Map<'known' | 'aside' | 'cut' | Misread['kind'], string>();
  return {
    /** The event in a line; `undefined` when it is none that the schema knows. */
    read(line: string): Event | undefined {
      const json = parseJson(line);
      const event = schema.safeParse(json).data;
      const isAside = event === undefined && asides?.safeParse(json).success === true;
      const other = !line.startsWith('{') ? 'talk' : json === undefined ? 'cut' : 'unknown';
      const kind = event !== undefined ? 'known' : isAside ? 'aside' : other;
      if (line.trim() !== '' && !first.has(kind)) first.set(kind, line);
      return event;
    },
    /** Only as long as no event is known. */
    misread(): Misread | undefined {
      const kind = first.has('unknown') ? 'unknown' : 'talk';
      const line = first.has('known') || (kind === 'talk' && first.has('cut')) ? undefined : first.get(kind);
      return line === undefined ? undefined : { kind, line };
    },
    /** What comes from now on is judged by itself. */
    startOver(): void {
      first.clear();
    },
    /** Whether anything looked like an event, known or not. */
    hasEvents: () => (['known', 'aside', 'unknown', 'cut'] as const).some((kind) => first.has(kind)),
  };
}
