// MCP over Streamable HTTP, for clients of both eras: the newer one has no sessions, the older one gets them. Who asks has been
// recognised before; the host and origin of the request have been checked.
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  isSpecType,
  type McpServer,
  type McpServerFactory,
  type Server,
  type ServerNotifier,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { HallError } from '../../domain/failures/errors.ts';
import type { RandomHex } from '../../support/clock.ts';
import { closeInOrder } from '../../support/close-all.ts';
import { awaitAll, whenAborted } from '../../support/wait.ts';
import { EventLog } from './event-log.ts';

/** A client that lost its session opens a new one. */
const IDLE_MS = 60 * 60_000;
const SWEEP_MS = 60_000;
const ID_DIGITS = 32;
const MOST_SESSIONS_OF_ONE = 20;

/** For what outlasts a request: aborted when the key or token that the request showed is no longer good. */
type UseCredential = () => { readonly signal: AbortSignal; close(): void };

interface Session {
  readonly owner: string;
  readonly server: McpServer | Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Requests that are being answered, streams included. */
  busy: number;
  usedAt: number;
  use: ReturnType<UseCredential>;
}

/** As other servers of MCP have it. */
const CANCELLED = { code: 0, message: 'Request cancelled' };

/**
 * Nobody answers a request that was cancelled, so the transport would keep its stream open for ever; and of a stream that ends without an
 * answer, clients ask for the rest.
 */
function answerCancelled(transport: WebStandardStreamableHTTPServerTransport): void {
  const { onmessage } = transport;
  transport.onmessage = (message, extra) => {
    onmessage?.(message, extra);
    if (!isSpecType.CancelledNotification(message)) return;
    const id = message.params.requestId;
    // It may have been answered just before.
    if (id !== undefined) transport.send({ jsonrpc: '2.0', id, error: CANCELLED }).catch(() => {});
  };
}

export interface McpMountOptions {
  /** Makes a server: for one request of a newer client, or for one session of an older one. */
  readonly factory: McpServerFactory;
  readonly elapsed: () => number;
  readonly random: RandomHex;
  readonly report: (fault: unknown) => void;
}

const NO_SESSION = { jsonrpc: '2.0', error: { code: -32_001, message: 'Session not found' }, id: null };

/**
 * Sessions of clients that speak a revision up to 2025-11-25. Each belongs to the principal that opened it: for anybody else it is not
 * there.
 */
class Sessions {
  readonly #options: McpMountOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #sweep: NodeJS.Timeout;

  constructor(options: McpMountOptions) {
    this.#options = options;
    this.#sweep = setInterval(() => this.#closeIdle(), SWEEP_MS);
    this.#sweep.unref();
  }

  async handle(request: Request, auth: AuthInfo, useCredential: UseCredential): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return await this.#open(request, auth, useCredential);
    const session = this.#sessions.get(id);
    if (session === undefined || session.owner !== auth.clientId) return Response.json(NO_SESSION, { status: 404 });
    session.usedAt = this.#options.elapsed();
    session.busy += 1;
    session.use.close();
    session.use = this.#keepFor(id, useCredential);
    whenAborted(request.signal, () => {
      session.busy -= 1;
      session.usedAt = this.#options.elapsed();
    });
    return await session.transport.handleRequest(request, { authInfo: auth });
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await awaitAll([...this.#sessions.keys()].map(async (id) => await this.#end(id)));
  }

  /** Only an `initialize` opens one; the transport refuses everything else. */
  async #open(request: Request, auth: AuthInfo, useCredential: UseCredential): Promise<Response> {
    const owner = auth.clientId;
    this.#requireRoom(owner);
    const server = await this.#options.factory({ era: 'legacy', authInfo: auth, requestInfo: request });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => this.#options.random(ID_DIGITS),
      eventStore: new EventLog(),
      onsessioninitialized: (id) => {
        this.#makeRoom(owner);
        const use = this.#keepFor(id, useCredential);
        this.#sessions.set(id, { owner, server, transport, busy: 0, usedAt: this.#options.elapsed(), use });
      },
      onsessionclosed: async (id) => await this.#end(id),
    });
    // Its `sessionId` is optional in a way that `Transport` is not declared with.
    await server.connect(transport);
    answerCancelled(transport);
    const response = await transport.handleRequest(request, { authInfo: auth });
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  #keepFor(id: string, useCredential: UseCredential): Session['use'] {
    const use = useCredential();
    // Not before whoever calls this has kept the session.
    whenAborted(use.signal, () => queueMicrotask(() => this.#endBeside(id)));
    return use;
  }

  /** Throws `quota-reached` where all sessions of somebody have something open, such as the stream that most clients listen to. */
  #requireRoom(owner: string): void {
    const own = this.#listOwn(owner);
    if (own.length < MOST_SESSIONS_OF_ONE || own.some(([, { busy }]) => busy === 0)) return;
    throw new HallError('quota-reached', `You have ${own.length} sessions of MCP open.`, {
      hint: 'Close one of them first.',
    });
  }

  #makeRoom(owner: string): void {
    const own = this.#listOwn(owner);
    if (own.length < MOST_SESSIONS_OF_ONE) return;
    const [oldest] = own.filter(([, { busy }]) => busy === 0).sort(([, one], [, other]) => one.usedAt - other.usedAt);
    if (oldest !== undefined) this.#endBeside(oldest[0]);
  }

  #listOwn(owner: string): [id: string, session: Session][] {
    return [...this.#sessions].filter(([, session]) => session.owner === owner);
  }

  #closeIdle(): void {
    const now = this.#options.elapsed();
    for (const [id, { busy, usedAt }] of this.#sessions) {
      if (busy === 0 && now - usedAt > IDLE_MS) this.#endBeside(id);
    }
  }

  /** Whatever becomes of it, nobody waits for it. */
  #endBeside(id: string): void {
    this.#end(id).catch(this.#options.report);
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    session?.use.close();
    await session?.server.close();
  }
}

export interface McpMount {
  /** A session lasts as long as what its last request showed. */
  handle(request: Request, auth: AuthInfo, useCredential: UseCredential): Promise<Response>;
  /** Tells newer clients that listen; the server of their session tells older ones. */
  readonly notify: ServerNotifier;
  close(): Promise<void>;
}

export function mountMcp(options: McpMountOptions): McpMount {
  const modern = createMcpHandler(options.factory, { legacy: 'reject', onerror: options.report });
  const sessions = new Sessions(options);
  return {
    handle: async (request, authInfo, useCredential) =>
      (await isLegacyRequest(request))
        ? await sessions.handle(request, authInfo, useCredential)
        : await modern.fetch(request, { authInfo }),
    notify: modern.notify,
    close: async () => await closeInOrder([() => sessions.close(), () => modern.close()]),
  };
}
