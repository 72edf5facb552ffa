// One HTTP exchange: through the person's proxy, on a connection of its own that is gone when the exchange is over.
// Redirects are not followed, so that the key goes nowhere but to the configured address.
import type { Dispatcher } from 'undici';
import { defined } from '../domain/defined.ts';
import type { FailureCode } from '../domain/failures/failures.ts';
import type { Environment } from '../support/environment.ts';

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly key: string | undefined;
  /** JSON. */
  readonly body?: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?![\s\S])/;
/** Errors of a request that nobody has received. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(?:HOST|NET)UNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$|CERT|TLS/;

export function isLoopback(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname);
}

/** The limits of the caller are the only ones; undici's own would end a model that thinks for five minutes. */
const NO_TIMEOUTS = { headersTimeout: 0, bodyTimeout: 0 };

async function createDispatcher({ url, env }: HttpCall): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici');
  if (isLoopback(url)) return new Agent(NO_TIMEOUTS);
  const variable = (name: string) => env[name.toLowerCase()] ?? env[name] ?? '';
  return new EnvHttpProxyAgent({
    ...NO_TIMEOUTS,
    httpProxy: variable('HTTP_PROXY'),
    httpsProxy: variable('HTTPS_PROXY'),
    noProxy: variable('NO_PROXY'),
  });
}

/** Makes the call and hands the response to `read`; rejects with what `read` throws or the network does. */
export async function exchange<T>(call: HttpCall, read: (response: HttpResponse) => Promise<T>): Promise<T> {
  const { method, url, key, body, signal } = call;
  const { request } = await import('undici');
  const dispatcher = await createDispatcher(call);
  try {
    const response = await request(url, {
      dispatcher,
      method,
      signal,
      reset: true,
      headers: {
        accept: 'text/event-stream, application/json',
        'accept-encoding': 'identity',
        'user-agent': 'debate-hall',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      ...defined({ body }),
    });
    // What breaks after `read` is done with it is nobody's concern.
    response.body.on('error', () => {});
    return await read({ status: response.statusCode, headers: response.headers, body: response.body });
  } finally {
    await dispatcher.destroy();
  }
}

/** The whole body as text; `undefined` where it has more than so many bytes. */
export async function readText({ body }: HttpResponse, maxBytes: number): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** What is the matter with the connection, in one word; `undefined` for an error of any other sort. */
function findErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return code === 'UND_ERR_INVALID_ARG' ? undefined : code;
  // undici gives this one no code.
  return error.name === 'HTTPParserError' ? error.name : undefined;
}

/** What an error of the network comes to, or `undefined` for any other error. */
export function toNetworkFailure(
  error: unknown,
  url: string,
): { readonly code: FailureCode; readonly explanation: string } | undefined {
  const code = findErrorCode(error);
  if (code === undefined) return undefined;
  const { host } = new URL(url);
  if (NOT_SENT.test(code)) return { code: 'unreachable', explanation: `Could not connect to ${host} (${code}).` };
  return {
    code: 'crashed',
    explanation: `The connection to ${host} was lost before the response was complete (${code}).`,
  };
}
