// The page's own files, as the build leaves them. They hold nothing of a hall.
import { readFileSync } from 'node:fs';
import { HallError } from '../domain/errors.ts';
import { packageUrl } from '../support/package-root.ts';

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

interface Asset {
  readonly type: string;
  /** Its name in dist/page. */
  readonly file: string;
}

/** Throws `storage` where the page was never built. */
function readBuilt(name: string): string {
  try {
    return readFileSync(packageUrl(`dist/page/${name}`), 'utf8');
  } catch (cause) {
    throw new HallError('storage', 'The page is not built.', { hint: 'Run "npm run build" first.', cause });
  }
}

const ASSETS: Readonly<Record<string, Asset>> = {
  '/': { type: 'text/html', file: 'hall.html' },
  '/page/hall.js': { type: 'text/javascript', file: 'hall.js' },
  '/page/hall.css': { type: 'text/css', file: 'hall.css' },
};

export function answerAsset(method: string, path: string): Response {
  const asset = Object.hasOwn(ASSETS, path) ? ASSETS[path] : undefined;
  if (asset === undefined) return new Response('There is nothing at this address.\n', { status: 404 });
  if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
  const headers = { 'content-type': `${asset.type}; charset=utf-8`, 'content-security-policy': POLICY };
  return new Response(readBuilt(asset.file), { headers });
}
