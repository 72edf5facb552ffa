// Reads output that is one JSON event per line, whichever program prints it.
import type * as z from 'zod';
import { parseJson } from '../../domain/parse-json.ts';

export function createJsonEventReader<Event>(schema: z.ZodType<Event>) {
  let understood = false;
  let talk: string | undefined;
  return {
    /** The event in a line; `undefined` when it is none that the schema knows. */
    read(line: string): Event | undefined {
      const event = schema.safeParse(parseJson(line)).data;
      // What is none is other talk, or an event that was cut off.
      if (event !== undefined || line.startsWith('{')) understood = true;
      else if (line.trim() !== '') talk ??= line;
      return event;
    },
    /** The first line of other talk; only when no event came at all, so that nothing of the output was understood. */
    firstOtherLine: () => (understood ? undefined : talk),
    /** Whether anything looked like an event, known or not. */
    hasEvents: () => understood,
  };
}
