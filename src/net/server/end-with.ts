// An answer whose stream ends with a signal, in an orderly way: what was sent is whole.

export function endWith(response: Response, signal: AbortSignal): Response {
  const { body } = response;
  if (body === null) return response;
  const reader = body.getReader();
  let isOpen = true;
  let end = () => {};
  const stop = () => {
    isOpen = false;
    signal.removeEventListener('abort', end);
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        end = () => {
          if (!isOpen) return;
          stop();
          controller.close();
          void reader.cancel().catch(() => {});
        };
        if (signal.aborted) end();
        else signal.addEventListener('abort', end);
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
