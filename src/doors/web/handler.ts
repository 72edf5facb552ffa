// Answers the requests of the page: its files, which are the same for everybody, and its API, for those who are known.
import { HallError } from '../../domain/failures/errors.ts';
import { errorAnswer, hideFault } from '../../net/server/answers.ts';
import type { Connection, Handle } from '../../net/server/server.ts';
import { answerAsset } from './assets.ts';
import { toPageError } from './page-error.ts';
import type { PageHost } from './page-host.ts';
import { debateRoutes } from './routes/debate.ts';
import { hallRoutes } from './routes/hall.ts';
import { listRoutes } from './routes/list.ts';
import { liveRoutes } from './routes/live.ts';
import { reopenRoutes } from './routes/reopen.ts';
import { findRoute, type Route } from './routes/route.ts';
import { runRoutes } from './routes/runs.ts';
import { startRoutes } from './routes/start.ts';
import { turnRoutes } from './routes/turns.ts';

/** The routes of the page's API. A new one is in the file of its subject. */
export const ROUTES: readonly Route[] = [
  ...listRoutes,
  ...hallRoutes,
  ...startRoutes,
  ...liveRoutes,
  ...debateRoutes,
  ...turnRoutes,
  ...runRoutes,
  ...reopenRoutes,
];

/** Addresses that a link elsewhere may open: the page itself, which holds nothing of a hall. */
export const isLinkable = (path: string): boolean => path === '/';

/** A browser says where each write comes from. The server has compared that with its own names by now. */
function requireOrigin({ method, headers }: Request): void {
  if (method === 'GET' || headers.get('origin') !== null) return;
  throw new HallError('not-permitted', 'The request does not say which page it comes from.', {
    hint: 'This API is for the page. Programs use MCP, at "/mcp" of a server.',
  });
}

async function answerCall(site: PageHost, request: Request, connection: Connection): Promise<Response> {
  const { pathname } = new URL(request.url);
  const open = findRoute(site.openRoutes, request.method, pathname);
  if (open !== undefined) {
    requireOrigin(request);
    return await open.route.answer(request, connection);
  }
  const gate = await site.authenticate(request, connection);
  connection.recognise();
  const found = findRoute(ROUTES, request.method, pathname);
  if (found === undefined) throw new HallError('not-found', 'There is nothing at this address.');
  requireOrigin(request);
  await gate.permit(found.route.operation, found.params['id']);
  const room = await site.room(gate);
  return await found.route.answer({ request, params: found.params, gate, room, connection });
}

/** For paths that begin with "/api/", and for the page's own files. */
export function createPageHandler(site: PageHost): Handle {
  return async (request, connection) => {
    try {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/api/')) return await answerCall(site, request, connection);
      return answerAsset(request.method, pathname);
    } catch (error) {
      const known = hideFault(error, site.report);
      return errorAnswer(known, toPageError(known));
    }
  };
}
