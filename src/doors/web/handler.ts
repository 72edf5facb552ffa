// Answers the requests of the page: its files, which are the same for everybody, and its API, for those who are known.
import { readFileSync } from 'node:fs';
import { HallError } from '../../domain/failures/errors.ts';
import { errorAnswer, hideFault } from '../../net/server/answers.ts';
import type { Connection, Handle } from '../../net/server/server.ts';
import { packageUrl } from '../../support/package-root.ts';
import { toPageError } from './page-error.ts';
import { debateRoutes } from './routes/debate.ts';
import { hallRoutes } from './routes/hall.ts';
import { listRoutes } from './routes/list.ts';
import { liveRoutes } from './routes/live.ts';
import { findRoute, type PageHost, type Route } from './routes/route.ts';
import { startRoutes } from './routes/start.ts';
import { turnRoutes } from './routes/turns.ts';

/** Scripts and styles of this server alone, no text as HTML, no frames, no other addresses. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', js: 'text/javascript' };
const PAGE = 'hall.html';
const PART = /^\/page\/([a-z]+(?:-[a-z]+)*\.(?:css|js))$/;

const findFile = (path: string): string | undefined => (path === '/' ? PAGE : PART.exec(path)?.[1]);

/** `undefined` where there is no such file. Throws `storage` where the page was never built. */
function readBuilt(file: string): string | undefined {
  try {
    return readFileSync(packageUrl(`dist/page/${file}`), 'utf8');
  } catch (cause) {
    if (file !== PAGE) return undefined;
    throw new HallError('storage', 'The page is not built.', { hint: 'Run "npm run build" first.', cause });
  }
}

function answerAsset(method: string, path: string): Response {
  const file = findFile(path);
  const text = file === undefined ? undefined : readBuilt(file);
  if (file === undefined || text === undefined)
    return new Response('There is nothing at this address.\n', { status: 404 });
  if (method !== 'GET' && method !== 'HEAD')
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
  const type = TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'text/plain';
  const headers = { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': POLICY };
  return new Response(text, { headers });
}

/** The routes of the page's API. A new one is in the file of its subject. */
export const ROUTES: readonly Route[] = [
  ...listRoutes,
  ...hallRoutes,
  ...startRoutes,
  ...liveRoutes,
  ...debateRoutes,
  ...turnRoutes,
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
  const { route, params } = found;
  const read = async (one: Request) => ({ request: one, params, gate, room: await site.room(gate), connection });
  // The body is read twice where somebody asks.
  const isRepeated = async () => (await route.isRepeated?.(await read(request.clone()))) ?? false;
  await gate.permit(route.operation, params['id'], isRepeated);
  try {
    return await route.answer(await read(request));
  } catch (error) {
    await gate.noteRefused(route.operation, error, params['id']);
    throw error;
  }
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
