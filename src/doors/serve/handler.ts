// Answers every request of a server: health, where to sign in, MCP, and the page.
import { isJSONRPCRequest, isSpecType, type JSONRPCRequest } from '@modelcontextprotocol/server';
import { type SessionAnswer, sessionRequestSchema } from '../../domain/hall-page/session.ts';
import { errorAnswer, hideFault, json } from '../../net/server/answers.ts';
import { readJsonBody } from '../../net/server/body.ts';
import { AnswerableRequest, endWith } from '../../net/server/messages.ts';
import type { Connection, Handle } from '../../net/server/server.ts';
import { whenAborted } from '../../support/wait.ts';
import { createPageHandler } from '../web/handler.ts';
import { identifyPerson } from '../web/routes/hall.ts';
import type { PageHost } from '../web/routes/route.ts';
import { type OpenHalls, withVisit } from './open-halls.ts';
import { RateLimits } from './rate-limits.ts';
import type { SignIn, Visitor } from './sign-in.ts';

export interface HandlerOptions {
  readonly rooms: OpenHalls;
  readonly signIn: SignIn;
  /** Throws while the server cannot work. */
  readonly checkReady: () => Promise<void>;
  /** Where to sign in; `undefined` without a sign-in service. */
  readonly document: (() => Response) | undefined;
  readonly report: (fault: unknown) => void;
}

const MCP = /^\/mcp(?:\/([^/]+))?$/;
const DOCUMENT = /^\/\.well-known\/oauth-protected-resource(?:\/|$)/;

/** For figures: an address itself holds IDs. */
export function kindOfPath(path: string): 'health' | 'mcp' | 'api' | 'page' {
  if (isOpen(path)) return 'health';
  if (MCP.test(path)) return 'mcp';
  return path.startsWith('/api/') ? 'api' : 'page';
}

/** Health checks come by whatever name the machine has. */
export const isOpen = (path: string): boolean => path === '/healthz' || path === '/readyz';

const KEY_ENDED = { code: -32_000, message: 'The key or token is no longer valid.' };

async function readCalls(request: Request): Promise<readonly JSONRPCRequest[]> {
  const body: unknown =
    request.method === 'POST'
      ? await request
          .clone()
          .json()
          .catch(() => undefined)
      : undefined;
  return [body].flat().filter(isJSONRPCRequest);
}

/** What clients of MCP get over a stream that ends before their requests were answered; else they would wait for the answers. */
function refuseRest(calls: readonly JSONRPCRequest[]): string {
  const errors = calls.map(({ id }) => ({ jsonrpc: '2.0', id, error: KEY_ENDED }));
  return errors.map((error) => `event: message\ndata: ${JSON.stringify(error)}\n\n`).join('');
}

export function createHandler(options: HandlerOptions): Handle {
  const { rooms, signIn, checkReady, document, report } = options;
  const rateLimits = new RateLimits();
  /** Aborted when the visitor's key or token ends while the request is being answered. Throws `quota-reached`. */
  const beginUse = async ({ principal, useCredential }: Visitor, request: Request): Promise<AbortSignal> => {
    await rateLimits.begin(principal, request.signal);
    const use = useCredential();
    whenAborted(request.signal, use.close);
    return use.signal;
  };
  const site: PageHost = {
    authenticate: async (request, connection) => {
      const visitor = await signIn.forPage(request, connection);
      const { principal } = visitor;
      const name = await rooms.enter(principal);
      return await rooms.gate(name, { principal, ended: await beginUse(visitor, request) });
    },
    room: async ({ principal }) => await rooms.get(rooms.nameFor(principal)),
    // An API key stands in for the code of "debate-hall view": the page keeps it for its tab.
    openRoutes: [
      {
        method: 'POST',
        path: '/api/session',
        answer: async (request, connection) => {
          const { code } = await readJsonBody(request, sessionRequestSchema);
          const headers = new Headers(request.headers);
          headers.set('authorization', `Bearer ${code}`);
          const shown = new AnswerableRequest(request.url, { headers, signal: request.signal });
          const gate = await site.authenticate(shown, connection);
          const { hall } = await site.room(gate);
          return json({ token: code, personId: identifyPerson(hall, gate.principal) } satisfies SessionAnswer);
        },
      },
    ],
    report,
  };
  const answerPage = createPageHandler(site);

  async function answerMcp(request: Request, connection: Connection, named: string | undefined): Promise<Response> {
    const known = await signIn.forMcp(request, connection);
    if (known instanceof Response) return known;
    connection.recognise();
    const name = await rooms.enter(known.principal, named);
    const { mcp } = await rooms.get(name);
    const ended = await beginUse(known, request);
    const ending = new AnswerableRequest(request, { signal: AbortSignal.any([request.signal, ended]) });
    // What is signed for a client in one hall is of no use in another, whose keys may have the same names.
    const own = { ...known.auth, clientId: `${name} ${known.auth.clientId}` };
    const auth = withVisit(own, { principal: known.principal });
    const calls = await readCalls(ending);
    const tools = calls.flatMap((each) => (isSpecType.CallToolRequest(each) ? [each.params.name] : []));
    await rooms.noteHidden(name, known, tools);
    const refusal = refuseRest(calls);
    const response = await mcp.handle(ending, auth, known.useCredential);
    const isStream = response.headers.get('content-type') === 'text/event-stream';
    return endWith(response, ended, isStream ? refusal : undefined);
  }

  async function answerReady(): Promise<Response> {
    try {
      await checkReady();
      return json({ ready: true });
    } catch (error) {
      // Whoever asks learns no more than that; the operator does.
      report(error);
      return json({ ready: false, code: hideFault(error, () => {}).code }, { status: 503 });
    }
  }

  async function answer(request: Request, connection: Connection): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/healthz') return json({ ok: true });
    if (pathname === '/readyz') return await answerReady();
    if (document !== undefined && DOCUMENT.test(pathname)) return document();
    const [isMcp, named] = MCP.exec(pathname) ?? [];
    if (isMcp !== undefined) return await answerMcp(request, connection, named);
    return await answerPage(request, connection);
  }

  return async (request, connection) => {
    try {
      return await answer(request, connection);
    } catch (error) {
      return errorAnswer(hideFault(error, report));
    }
  };
}
