// Sessions of clients that speak a revision up to 2025-11-25. Each belongs to the principal that opened it: for anybody else it is
// not there.
import {
  type AuthInfo,
  type McpServer,
  type Server,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { RandomHex } from '../../../support/clock.ts';
import { EventLog } from './event-log.ts';

/** A client that lost its session opens a new one. */
const IDLE_MS = 60 * 60_000;
const SWEEP_MS = 60_000;
const ID_DIGITS = 32;
const MOST_SESSIONS_OF_ONE = 20;

/** For what outlasts a request: aborted when the key or token that the request showed is no longer good. */
export type OpenPass = () => { readonly signal: AbortSignal; close(): void };

interface Session {
  readonly owner: string;
  readonly server: McpServer | Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Requests that are being answered, streams included. */
  busy: number;
  usedAt: number;
  pass: ReturnType<OpenPass>;
}

export interface SessionsOptions {
  /** Makes a server for one session. */
  readonly open: (auth: AuthInfo, request: Request) => Promise<McpServer | Server>;
  readonly elapsed: () => number;
  readonly random: RandomHex;
}

const NO_SESSION = { jsonrpc: '2.0', error: { code: -32_001, message: 'Session not found' }, id: null };

export class Sessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #sweep: NodeJS.Timeout;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#sweep = setInterval(() => this.#closeIdle(), SWEEP_MS);
    this.#sweep.unref();
  }

  async handle(request: Request, auth: AuthInfo, openPass: OpenPass): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return await this.#open(request, auth, openPass);
    const session = this.#sessions.get(id);
    if (session === undefined || session.owner !== auth.clientId) return Response.json(NO_SESSION, { status: 404 });
    session.usedAt = this.#options.elapsed();
    session.busy += 1;
    session.pass.close();
    session.pass = this.#keepFor(id, openPass);
    request.signal.addEventListener(
      'abort',
      () => {
        session.busy -= 1;
        session.usedAt = this.#options.elapsed();
      },
      { once: true },
    );
    return await session.transport.handleRequest(request, { authInfo: auth });
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([...this.#sessions.keys()].map(async (id) => await this.#end(id)));
  }

  /** Only an `initialize` opens one; the transport refuses everything else. */
  async #open(request: Request, auth: AuthInfo, openPass: OpenPass): Promise<Response> {
    const owner = auth.clientId;
    const server = await this.#options.open(auth, request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => this.#options.random(ID_DIGITS),
      eventStore: new EventLog(),
      onsessioninitialized: (id) => {
        this.#makeRoom(owner);
        const pass = this.#keepFor(id, openPass);
        this.#sessions.set(id, { owner, server, transport, busy: 0, usedAt: this.#options.elapsed(), pass });
      },
      onsessionclosed: async (id) => await this.#end(id),
    });
    // Its `sessionId` is optional in a way that `Transport` is not declared with.
    await server.connect(transport as Transport);
    const response = await transport.handleRequest(request, { authInfo: auth });
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  #keepFor(id: string, openPass: OpenPass): Session['pass'] {
    const pass = openPass();
    const end = () => void this.#end(id);
    if (pass.signal.aborted) queueMicrotask(end);
    else pass.signal.addEventListener('abort', end, { once: true });
    return pass;
  }

  #makeRoom(owner: string): void {
    const own = [...this.#sessions].filter(([, session]) => session.owner === owner);
    if (own.length < MOST_SESSIONS_OF_ONE) return;
    const [oldest] = own.sort(([, one], [, other]) => one.busy - other.busy || one.usedAt - other.usedAt);
    if (oldest !== undefined) void this.#end(oldest[0]);
  }

  #closeIdle(): void {
    const now = this.#options.elapsed();
    for (const [id, { busy, usedAt }] of this.#sessions) {
      if (busy === 0 && now - usedAt > IDLE_MS) void this.#end(id);
    }
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    session?.pass.close();
    await session?.server.close();
  }
}
