// An answer whose stream ends with a signal, in an orderly way: what was sent is whole.
import { whenAborted } from '../../support/wait.ts';

export function endWith(response: Response, signal: AbortSignal): Response {
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
