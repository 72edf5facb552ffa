// Reads output that is one JSON event per line, whichever program prints it.
import type * as z from 'zod';
import { parseJson } from '../../domain/parse-json.ts';

/** What a program said of which nothing could be understood: other talk, or events of kinds that are not known here. */
export interface Misread {
  readonly kind: 'talk' | 'unknown';
  /** The first of it. */
  readonly line: string;
}

export function createJsonEventReader<Event>(schema: z.ZodType<Event>) {
  let isUnderstood = false;
  let hasEvents = false;
  let talk: string | undefined;
  let unknown: string | undefined;
  return {
    /** The event in a line; `undefined` when it is none that the schema knows. */
    read(line: string): Event | undefined {
      const json = parseJson(line);
      const event = schema.safeParse(json).data;
      const isEvent = event !== undefined || line.startsWith('{');
      hasEvents ||= isEvent;
      isUnderstood ||= event !== undefined;
      if (!isEvent && line.trim() !== '') talk ??= line;
      // One that is no JSON was cut off.
      if (isEvent && json !== undefined && event === undefined) unknown ??= line;
      return event;
    },
    /** Only as long as no event is known. */
    misread(): Misread | undefined {
      if (isUnderstood) return undefined;
      if (unknown !== undefined) return { kind: 'unknown', line: unknown };
      return hasEvents || talk === undefined ? undefined : { kind: 'talk', line: talk };
    },
    /** What comes from now on is judged by itself. */
    startOver() {
      isUnderstood = false;
      unknown = undefined;
    },
    /** Whether anything looked like an event, known or not. */
    hasEvents: () => hasEvents,
  };
}
