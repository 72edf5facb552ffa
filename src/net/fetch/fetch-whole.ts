// `fetch` for answers of services that are read whole: within a time and a size, redirects left to the caller where they are not an error.
import { startTimeLimit, untilAborted, whenAborted } from '../../support/wait.ts';

export interface AnswerLimits {
  /** For the whole answer. */
  readonly withinMs: number;
  readonly maxBytes: number;
}

/** Answers that have no body, which `Response` insists on. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

export function toResponse(status: number, headers: Iterable<readonly [string, string]>, body: BodyInit): Response {
  return new Response(WITHOUT_BODY.has(status) ? null : body, {
    status,
    headers: [...headers].map(([a, b]) => [a, b]),
  });
}

/** The signal of `fetch` alone is not enough: once memory was collected, it no longer reaches a body that is still read. */
async function readWhole(body: ReadableStream<Uint8Array>, maxBytes: number, signal: AbortSignal): Promise<Blob> {
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => {});
  const release = whenAborted(signal, stop);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.length;
      if (bytes > maxBytes) throw new TypeError(`The answer has more than ${maxBytes} bytes.`);
      parts.push(new Uint8Array(part.value));
    }
    signal.throwIfAborted();
    return new Blob(parts);
  } finally {
    release();
    stop();
  }
}

/** The whole answer. Throws what `fetch` throws, and for one that comes too late or is too long. */
export async function fetchWhole(
  url: string,
  { signal: outer, redirect = 'manual', ...init }: RequestInit,
  { withinMs, maxBytes }: AnswerLimits,
): Promise<Response> {
  const limit = startTimeLimit(withinMs);
  const signal = outer == null ? limit : AbortSignal.any([outer, limit]);
  const { status, headers, body } = await untilAborted(fetch(url, { ...init, redirect, signal }), signal);
  return toResponse(status, headers, body === null ? '' : await readWhole(body, maxBytes, signal));
}
