// Where GitHub sends a request elsewhere: a repository that was renamed is followed, as its numbers stay. What else has moved, such as an
// issue that was transferred, has another number there, under which the old repository has something else.
import type { Octokit } from '@octokit/rest';
import * as z from 'zod';
import { HallError } from '../../../domain/failures/errors.ts';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const REPOSITORY = /^(.*?\/(?:repos\/[^/]+\/[^/]+|repositories\/\d+))(\/.*)?$/;
const pageSchema = z.object({ html_url: z.url() });

/** Asks once, and follows nothing. */
export type Ask = (url: string, init: RequestInit) => Promise<Response>;

function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

function readLocation(response: Response, asked: string): string | undefined {
  const location = response.headers.get('location') ?? '';
  return isRedirect(response.status) && URL.canParse(location, asked) ? new URL(location, asked).href : undefined;
}

/** An address of the API as the repository and what is asked for in it; GitHub escapes it in its own way. */
function splitAddress(address: string): { readonly repository: string | undefined; readonly rest: string } {
  const { origin, pathname } = new URL(address);
  const [, repository, rest = ''] = REPOSITORY.exec(`${origin}${pathname}`) ?? [];
  return { repository, rest: decodeURIComponent(rest) };
}

/** The same in the repository as it is called now; `undefined` where something else than the repository has moved. */
async function findRenamed(asked: string, location: string, get: Ask): Promise<string | undefined> {
  const { repository: before, rest } = splitAddress(asked);
  const { repository: now, rest: restNow } = splitAddress(location);
  if (before === undefined || now === undefined || rest !== restNow) return undefined;
  if (new URL(asked).origin !== new URL(location).origin) return undefined;
  // An issue may by chance get the number in another repository that it had before.
  const found = rest === '' ? location : readLocation(await get(before, {}), before);
  if (found === undefined || splitAddress(found).repository !== now) return undefined;
  return `${now}${asked.slice(before.length)}`;
}

/** The page for people of what has moved; its address in the API where GitHub does not tell. */
async function findPage(asked: string, location: string, get: Ask): Promise<string> {
  if (new URL(asked).origin !== new URL(location).origin) return location;
  const response = await get(location.replace(/\/comments(?:\?.*)?$/, ''), {});
  const page = pageSchema.safeParse(await response.json().catch(() => undefined));
  return page.data?.html_url ?? location;
}

/** Asks, again where a repository was renamed. Of what has moved otherwise it gives the redirect, with the page as its location. */
export async function askFollowing(url: string, init: RequestInit, ask: Ask): Promise<Response> {
  const { href } = new URL(url);
  const response = await ask(href, init);
  const location = readLocation(response, href);
  if (location === undefined) return response;
  const get: Ask = async (address) => {
    const headers = new Headers(init.headers);
    headers.delete('if-none-match');
    return await ask(address, { ...init, method: 'GET', body: null, headers });
  };
  const renamed = await findRenamed(href, location, get);
  const again = renamed === undefined ? undefined : await ask(renamed, init);
  if (again !== undefined && !isRedirect(again.status)) return again;
  const moved = (again === undefined ? undefined : readLocation(again, renamed ?? href)) ?? location;
  return new Response(null, { status: response.status, headers: { location: await findPage(href, moved, get) } });
}

/** Not `not-found`: it exists, and must not be taken for missing. */
export function createMovedError(page: string): HallError {
  return new HallError('bad-input', `GitHub has moved this: ${page}`, {
    hint: 'It is not followed by itself. If you mean what is there now, pass its repository and number.',
    details: { movedTo: page },
  });
}

/** A plug-in of Octokit, which takes a redirect for an answer. */
export function refuseMoved({ hook }: { readonly hook: Octokit['hook'] }): object {
  hook.after('request', ({ status, headers }) => {
    if (isRedirect(status)) throw createMovedError(headers.location ?? '');
  });
  return {};
}
