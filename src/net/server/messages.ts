// Requests and responses of the web on node:http: a request that keeps its signal, a response written as fast as the other end reads
// it, and one whose stream ends with a signal.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { whenAborted } from '../../support/wait.ts';

/** Its signal is aborted when whoever asked is gone. */
export class AnswerableRequest extends Request {
  readonly #signal: AbortSignal;

  constructor(input: string | Request, { signal, ...init }: RequestInit & { readonly signal: AbortSignal }) {
    super(input, init);
    this.#signal = signal;
  }

  override get signal(): AbortSignal {
    return this.#signal;
  }
}

interface Ways {
  readonly headers: Headers;
  /** Only the headers are wanted. */
  readonly isHead: boolean;
  /** Aborted when the server ends. */
  readonly closing: AbortSignal;
  /** Aborted when whoever asked is gone, also while the answer waits behind another one on the same connection. */
  readonly gone: AbortSignal;
}

export async function writeResponse(
  outgoing: ServerResponse,
  { status, body }: Response,
  { headers, isHead, closing, gone }: Ways,
): Promise<void> {
  // A connection whose request was not read to its end cannot be used again.
  if (closing.aborted || !outgoing.req.complete) outgoing.setHeader('connection', 'close');
  outgoing.writeHead(status, Object.fromEntries(headers));
  if (body === null || isHead || gone.aborted) {
    await body?.cancel();
    outgoing.end();
    return;
  }
  const reader = body.getReader();
  const release = whenAborted(gone, () => void reader.cancel().catch(() => {}));
  try {
    outgoing.flushHeaders();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || gone.aborted) break;
      if (!outgoing.write(value)) await once(outgoing, 'drain', { signal: gone }).catch(() => {});
    }
    outgoing.end();
  } catch (error) {
    // What was sent is not whole, and the other end must notice.
    outgoing.destroy();
    throw error;
  } finally {
    release();
  }
}

/** An answer whose stream ends with a signal, in an orderly way: what was sent is whole, and `last` says why there is no more. */
export function endWith(response: Response, signal: AbortSignal, last = ''): Response {
  const { body } = response;
  if (body === null) return response;
  const reader = body.getReader();
  let isOpen = true;
  let release = () => {};
  const stop = () => {
    isOpen = false;
    release();
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        release = whenAborted(signal, () => {
          if (!isOpen) return;
          stop();
          if (last !== '') controller.enqueue(new TextEncoder().encode(last));
          controller.close();
          void reader.cancel().catch(() => {});
        });
      },
      async pull(controller) {
        const { done, value } = await reader.read();
        if (!isOpen) return;
        if (!done) return controller.enqueue(value);
        stop();
        controller.close();
      },
      async cancel(reason) {
        stop();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, response);
}
