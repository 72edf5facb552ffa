// Writes a Response to node's answer, as fast as the other end reads it.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { whenAborted } from '../../support/wait.ts';

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
