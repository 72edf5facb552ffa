// The contract of a route of the page's API, and how the one for a request is found.
import { HallError } from '../../../domain/failures/errors.ts';
import type { Connection } from '../../../net/server/server.ts';
import type { Gate } from '../../../platform/access/gate.ts';
import type { Operation } from '../../../platform/access/permissions.ts';
import type { Room } from '../page-host.ts';

export interface Call {
  readonly request: Request;
  /** Of the path, by name: "id" of "/api/debates/:id". */
  readonly params: Readonly<Record<string, string>>;
  readonly gate: Gate;
  readonly room: Room;
  readonly connection: Connection;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  /** "/api/debates/:id/say" */
  readonly path: string;
  readonly operation: Operation;
  readonly answer: (call: Call) => Promise<Response>;
}

interface Found<R> {
  readonly route: R;
  readonly params: Readonly<Record<string, string>>;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new HallError('bad-input', 'The address is not valid.', { hint: 'Percent-encode the parts of its path.' });
  }
}

function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decode(value);
    else if (part !== value) return undefined;
  }
  return params;
}

/** Throws `bad-input`. */
export function findRoute<R extends Pick<Route, 'method' | 'path'>>(
  routes: readonly R[],
  method: string,
  path: string,
): Found<R> | undefined {
  for (const route of routes) {
    const params = route.method === method ? matchPath(route.path, path) : undefined;
    if (params !== undefined) return { route, params };
  }
  return undefined;
}
