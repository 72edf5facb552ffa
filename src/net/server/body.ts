// Reads what a request carries: at most so many bytes, as JSON of the shape that the route expects.
import type { IncomingMessage } from 'node:http';
import type * as z from 'zod';
import { HallError } from '../../domain/failures/errors.ts';
import { findProblems, joinHints, problemSentence } from '../../domain/values/problems.ts';

/** Thrown by whoever reads a body that is longer than the server takes. */
export class BodyTooLargeError extends HallError {
  constructor(maxBytes: number) {
    super('bad-input', `The request is longer than ${maxBytes} bytes.`, { hint: 'Shorten it.' });
  }
}

/** The body as it comes; nothing is read before somebody asks for it. */
export function limitBody(incoming: IncomingMessage, maxBytes: number): ReadableStream<Uint8Array> {
  const parts = incoming[Symbol.asyncIterator]();
  let bytes = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await parts.next();
          if (done === true) return controller.close();
          bytes += (value as Buffer).length;
          if (bytes > maxBytes) return controller.error(new BodyTooLargeError(maxBytes));
          controller.enqueue(value as Buffer);
        } catch (error) {
          controller.error(error);
        }
      },
    },
    { highWaterMark: 0 },
  );
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = findProblems(schema, value, 5);
  const sentences = problems.map((problem) => problemSentence(problem, 'the request'));
  throw new HallError('bad-input', `The request is wrong: ${sentences.join('; ')}.`, {
    hint: joinHints(problems) ?? 'Correct it and send it again.',
  });
}

/** Throws `bad-input`. */
export async function readJsonBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new HallError('bad-input', 'The request is not JSON.', { hint: 'Send it as application/json.' });
  const text = await request.text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new HallError('bad-input', 'The request is not valid JSON.', {
      hint: 'Correct it and send it again.',
      cause,
    });
  }
  return parse(schema, value);
}

/** The query of an address; a name that is given twice is wrong. Throws `bad-input`. */
export function readQuery<Schema extends z.ZodType>(request: Request, schema: Schema): z.output<Schema> {
  const { searchParams } = new URL(request.url);
  const names = [...searchParams.keys()];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new HallError('bad-input', `The address has "${twice}" twice.`, { hint: 'Give it once.' });
  return parse(schema, Object.fromEntries(searchParams));
}
