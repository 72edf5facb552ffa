// The page's own files, as the build leaves them. They hold nothing of a hall.
import { readFileSync } from 'node:fs';
import { HallError } from '../../domain/failures/errors.ts';
import { packageUrl } from '../../support/package-root.ts';

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

export function answerAsset(method: string, path: string): Response {
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
