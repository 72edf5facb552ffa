// A server on node:http whose handlers speak the web's Request and Response: limits, the check of host and origin before anything
// else, headers on every answer, and an end that lets answers finish.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { defined } from '../../domain/defined.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { onceForEach } from '../../domain/once.ts';
import { withRequestContext } from '../../support/request-context.ts';
import { waitFor, whenAborted } from '../../support/wait.ts';
import { AnonymousConnections } from './anonymous-connections.ts';
import { errorAnswer } from './answers.ts';
import { limitBody } from './body.ts';
import { AnswerableRequest, writeResponse } from './messages.ts';
import { checkOrigin, type OriginPolicy } from './origin-policy.ts';

/** Of answers that are no page: nothing in them may run or load anything. */
const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'";

const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': NO_CONTENT_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** An answer that sets one of them itself keeps its own. */
function addSecurityHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(HEADERS)) if (!headers.has(name)) headers.set(name, value);
}

export interface Connection {
  /** Address of the other end: of the proxy where there is one. */
  readonly remoteAddress: string | undefined;
  /** Whether the request shows that it came through a proxy. */
  readonly isForwarded: boolean;
  /** Aborted when the server begins to end: streams end then, other answers finish. */
  readonly closing: AbortSignal;
  /** Says that whoever asks is known. Connections of others give way when there are many of them. */
  readonly recognise: () => void;
}

export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  /** Without what follows a question mark. */
  readonly path: string;
  readonly status: number;
  /** Until the answer began. */
  readonly milliseconds: number;
}

/** What a server that many use does with each request besides answering it. */
interface RequestObserver {
  /** Its answer carries it as x-request-id. */
  readonly createId: () => string;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsed: () => number;
  readonly note: (answered: AnsweredRequest) => void;
}

/** Answers one request; `request.signal` is aborted when the other end is gone. Must not throw. */
export type Handle = (request: Request, connection: Connection) => Promise<Response>;

export interface HttpServerOptions {
  /** The address to listen on, such as "127.0.0.1" or "::". */
  readonly address: string;
  /** 0: one that is free. */
  readonly port: number;
  /** By the port that the server got. */
  readonly policy: (port: number) => OriginPolicy;
  readonly handle: Handle;
  /** Told of faults that no handler caught. */
  readonly report: (fault: unknown) => void;
  readonly maxBodyBytes?: number;
  readonly observer?: RequestObserver;
  /** How to name another port, for the error of one that is taken. */
  readonly portFlag?: string;
  /** False: the process may end while it listens. */
  readonly holdsProcess?: boolean;
}

export type HttpServer = Awaited<ReturnType<typeof startHttpServer>>;

const MAX_BODY_BYTES = 4 * 1024 * 1024;
const GRACE_MS = 2_000;

/** Against clients that send slowly, or nothing, to hold connections. */
const TIME_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
};
const SIZE_LIMITS = { maxHeaderSize: 16 * 1024 };
const MAX_CONNECTIONS = 10_000;

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'DELETE']);
/** What proxies add; one that adds nothing often speaks the oldest HTTP to the server behind it. */
const OF_PROXIES =
  /^(?:(?:x-|x-original-)?forwarded(?:-.+)?|via|cdn-loop|x-real-ip|.+-(?:client|connecting)-ip|x-envoy-.+)$/;

function readHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}

const plain = (status: number, text: string) =>
  new Response(`${text}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });

/** As the other end knows it: a proxy may have taken away the "s" of "https". */
function findOrigin({ origins }: OriginPolicy, headers: Headers): string {
  const host = headers.get('host') ?? '';
  return origins.find((origin) => origin.endsWith(`//${host}`)) ?? `http://${host}`;
}

/**
 * Aborted when the connection is closed. An answer that waits behind another one on the same connection does not hear of it, and a
 * listener for each of them would be more than Node takes for a few.
 */
const signalClosed = onceForEach((socket: Socket): AbortSignal => {
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  return closed.signal;
});

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly options: HttpServerOptions;
  readonly policy: OriginPolicy;
  readonly closing: AbortSignal;
  readonly gone: AbortSignal;
  readonly recognise: () => void;
}

async function answer({ incoming, options, policy, closing, gone, recognise }: Exchange): Promise<Response> {
  const { method = 'GET', socket } = incoming;
  const headers = readHeaders(incoming);
  // A request line may hold a whole address, which would put another host before the one that was checked.
  const target = incoming.url ?? '';
  const path = target.split('?')[0] ?? '';
  const refusal = checkOrigin(policy, { method, path, headers });
  if (refusal !== undefined) return plain(refusal.status, refusal.reason);
  if (!METHODS.has(method)) {
    return new Response(null, { status: 405, headers: { allow: [...METHODS].join(', ') } });
  }
  const address = `${findOrigin(policy, headers)}${target}`;
  if (!target.startsWith('/') || !URL.canParse(address)) return plain(400, 'The address is wrong.');
  const maxBytes = options.maxBodyBytes ?? MAX_BODY_BYTES;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? { body: limitBody(incoming, maxBytes), duplex: 'half' as const } : {};
  const request = new AnswerableRequest(address, { method, headers, signal: gone, ...body });
  const isForwarded = incoming.httpVersion === '1.0' || [...headers.keys()].some((name) => OF_PROXIES.test(name));
  return await options.handle(request, { remoteAddress: socket.remoteAddress, isForwarded, closing, recognise });
}

/** Never throws. */
async function answerAnyhow(parts: Exchange): Promise<Response> {
  try {
    return await answer(parts);
  } catch (fault) {
    parts.options.report(fault);
    return errorAnswer(new HallError('internal', 'Internal error in Debate Hall.'));
  }
}

async function exchange(parts: Exchange, outgoing: ServerResponse): Promise<void> {
  const { incoming, options } = parts;
  const { observer } = options;
  const { remoteAddress } = incoming.socket;
  const context = observer && { requestId: observer.createId(), ...defined({ remoteAddress }) };
  const began = observer?.elapsed() ?? 0;
  const response = await withRequestContext(context, async () => await answerAnyhow(parts));
  const headers = new Headers(response.headers);
  if (observer !== undefined && context !== undefined) {
    const { requestId } = context;
    headers.set('x-request-id', requestId);
    const { method = 'GET', url = '' } = incoming;
    const path = url.split('?')[0] ?? '';
    observer.note({ requestId, method, path, status: response.status, milliseconds: observer.elapsed() - began });
  }
  addSecurityHeaders(headers);
  await writeResponse(outgoing, response, {
    headers,
    isHead: incoming.method === 'HEAD',
    closing: parts.closing,
    gone: parts.gone,
  });
}

/** Throws `bad-input` for a port that is taken. */
export async function startHttpServer(options: HttpServerOptions) {
  const { address, port, report } = options;
  const closing = new AbortController();
  const pending = new Set<Promise<void>>();
  const anonymous = new AnonymousConnections();
  let policy: OriginPolicy | undefined;
  const server = createServer({ ...TIME_LIMITS, ...SIZE_LIMITS }, (incoming, outgoing) => {
    if (policy === undefined) return void incoming.socket.destroy();
    const gone = new AbortController();
    const release = whenAborted(signalClosed(incoming.socket), () => gone.abort());
    outgoing.once('close', () => {
      release();
      gone.abort();
    });
    const recognise = () => anonymous.recognise(incoming.socket);
    const parts = { incoming, options, policy, closing: closing.signal, gone: gone.signal, recognise };
    const work = exchange(parts, outgoing)
      .catch(report)
      .finally(() => pending.delete(work));
    pending.add(work);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (socket) => {
    anonymous.add(socket);
    signalClosed(socket);
  });
  server.on('clientError', (_error, socket: Socket) => socket.destroy());
  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    server.listen(port, address, ready);
  }).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === 'EADDRINUSE' ? 'it is in use' : (cause.code ?? 'it cannot be opened');
    const hint = options.portFlag === undefined ? undefined : `Choose another one with ${options.portFlag}.`;
    throw new HallError('bad-input', `Cannot listen on port ${port}: ${why}.`, { ...defined({ hint }), cause });
  });
  if (options.holdsProcess === false) server.unref();
  const bound = (server.address() as AddressInfo).port;
  policy = options.policy(bound);
  return {
    port: bound,
    /** Takes no new requests, ends streams, and waits for the other answers at most so long. */
    close: async (graceMs = GRACE_MS): Promise<void> => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      closing.abort();
      server.closeIdleConnections();
      await waitFor(Promise.allSettled([...pending]), graceMs);
      server.closeAllConnections();
      await closed;
    },
  };
}
