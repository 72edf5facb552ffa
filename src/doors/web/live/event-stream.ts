// Messages to one tab as server-sent events. A tab that reads more slowly than a model speaks must not fill the memory.
import type { StreamMessage } from '../../../domain/hall-page/stream.ts';

/** Proxies and browsers give up a connection on which nothing comes. */
const BEAT_MS = 15_000;
/** Of messages that wait for the tab, in characters. A tab that is so far behind reads everything again. */
const MOST_WAITING = 8 * 1024 * 1024;

const encoder = new TextEncoder();

/** `subscribe` gets where to send to, and returns what ends it. The stream ends with `signal`. */
export function eventStream(
  subscribe: (send: (message: StreamMessage) => void) => () => void,
  signal: AbortSignal,
): Response {
  let isOpen = true;
  let unsubscribe = () => {};
  let beat: NodeJS.Timeout | undefined;
  const stop = () => {
    isOpen = false;
    clearInterval(beat);
    unsubscribe();
  };
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const end = () => {
      if (!isOpen) return;
      stop();
      controller.close();
    };
    const write = (text: string) => {
      if (!isOpen) return;
      controller.enqueue(encoder.encode(text));
      if ((controller.desiredSize ?? 0) < 0) end();
    };
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    beat = setInterval(() => write(': \n\n'), BEAT_MS);
    unsubscribe = subscribe((message) => write(`data: ${JSON.stringify(message)}\n\n`));
  };
  const room = { highWaterMark: MOST_WAITING, size: (chunk?: Uint8Array) => chunk?.byteLength ?? 0 };
  const body = new ReadableStream<Uint8Array>({ start, cancel: stop }, room);
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}
