// Writes a Response to node's answer, as fast as the other end reads it.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** `isHead`: only the headers are wanted. `closing`: the server ends. */
export async function writeResponse(
  outgoing: ServerResponse,
  { status, body }: Response,
  { headers, isHead, closing }: { readonly headers: Headers; readonly isHead: boolean; readonly closing: AbortSignal },
): Promise<void> {
  // A connection whose request was not read to its end cannot be used again.
  if (closing.aborted || !outgoing.req.complete) outgoing.setHeader('connection', 'close');
  outgoing.writeHead(status, Object.fromEntries(headers));
  if (body === null || isHead || outgoing.destroyed) {
    await body?.cancel();
    outgoing.end();
    return;
  }
  const reader = body.getReader();
  const gone = () => void reader.cancel().catch(() => {});
  outgoing.once('close', gone);
  try {
    outgoing.flushHeaders();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || outgoing.destroyed) break;
      if (!outgoing.write(value)) await Promise.race([once(outgoing, 'drain'), once(outgoing, 'close')]);
    }
    outgoing.end();
  } catch (error) {
    // What was sent is not whole, and the other end must notice.
    outgoing.destroy();
    throw error;
  } finally {
    outgoing.off('close', gone);
  }
}
