// Messages to one tab as server-sent events. A tab that reads more slowly than a model speaks must not fill the memory.
import type { StreamMessage } from '../../domain/hall-page/stream.ts';

/** Proxies and browsers give up a connection on which nothing comes. */
const BEAT_MS = 15_000;
/** Of messages that wait for the tab, in characters. A tab that is so far behind reads everything again. */
const MOST_WAITING = 8 * 1024 * 1024;

const encoder = new TextEncoder();

/** `subscribe` gets where to send to, and returns what ends it. The stream ends with `signal`. */
export function eventStream(subscribe: (send: (message: StreamMessage) => void) => () => void, signal: AbortSignal): Response {
  let unsubscribe = () => {};
  let beat: NodeJS.Timeout | undefined;
  const stop = () => {
    clearInterval(beat);
    unsubscribe();
    unsubscribe = () => {};
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isOpen = true;
        const end = () => {
          if (!isOpen) return;
          isOpen = false;
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
        if (!isOpen) stop();
      },
      cancel: stop,
    },
    { highWaterMark: MOST_WAITING, size: (chunk) => chunk?.byteLength ?? 0 },
  );
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}
