// The contract of a route of the page's API: what it needs from whoever serves it, how the one for a request is found, and what those
// that write have in common.
import type * as z from 'zod';
import { HallError } from '../../../domain/failures/errors.ts';
import type { WriteAnswer } from '../../../domain/hall-page/writes.ts';
import { onceForEach } from '../../../domain/once.ts';
import type { Setting } from '../../../hall/config/sources/variables.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import type { Dispatched } from '../../../ledger/engine/engine.ts';
import { json } from '../../../net/server/answers.ts';
import { readJsonBody } from '../../../net/server/body.ts';
import type { Connection } from '../../../net/server/server.ts';
import type { Gate } from '../../../platform/access/gate.ts';
import type { Operation } from '../../../platform/access/permissions.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import { Recent } from '../../../support/recent.ts';
import type { LiveHall } from '../live/live-hall.ts';

/** A hall with what keeps it alive between requests. */
export interface Room {
  readonly hall: Hall;
  readonly live: LiveHall;
  /** The same hall with other settings, for one debate that is opened; the caller closes it. */
  readonly openWith: (settings: readonly Setting[]) => Promise<Hall>;
}

export interface PageHost {
  /** Throws `not-authenticated`. */
  readonly authenticate: (request: Request, connection: Connection) => Promise<Gate>;
  /** The hall that this principal asks about. */
  readonly room: (gate: Gate) => Promise<Room>;
  /** Routes for those who are not known yet, such as the one by which they sign in. */
  readonly openRoutes: readonly OpenRoute[];
  /** Told of faults, and visitors never are. */
  readonly report: (fault: unknown) => void;
}

export interface OpenRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly answer: (request: Request, connection: Connection) => Promise<Response>;
}

export interface RouteCall {
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
  readonly answer: (call: RouteCall) => Promise<Response>;
  /** Whether it was answered before, so that it uses nothing of a quota. */
  readonly isRepeated?: (call: RouteCall) => Promise<boolean>;
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

const MOST_KEPT = 1_000;

/**
 * Answers a request that is sent again as it was answered the first time: browsers and people repeat what seems to have failed. What
 * a ledger takes a key with is safe beyond the end of this process as well; this holds for everything else.
 */
class OncePerKey<Answer> {
  readonly #given = new Recent<string, Promise<Answer>>(MOST_KEPT);

  has(key: string): boolean {
    return this.#given.get(key) !== undefined;
  }

  /** What failed can be tried again. */
  async answer(key: string, work: () => Promise<Answer>): Promise<Answer> {
    const given = this.#given.get(key);
    if (given !== undefined) return await given;
    const answer = work();
    this.#given.set(key, answer);
    answer.catch(() => this.#given.delete(key));
    return await answer;
  }
}

export interface WriteCall<Body> extends RouteCall {
  readonly threadId: string;
  readonly body: Body;
  /** As the record names them. */
  readonly author: string;
}

export const toWriteAnswer = ({ snapshot }: Pick<Dispatched, 'snapshot'>): WriteAnswer => ({
  threadId: snapshot.threadId,
  events: snapshot.debate.nextSeq,
});

/** `write` gives the body of the answer. */
export function answerOnce<Schema extends z.ZodType<{ readonly key: string }>>(
  schema: Schema,
  write: (call: WriteCall<z.output<Schema>>) => Promise<object>,
): Pick<Route, 'answer' | 'isRepeated'> {
  /** Halls have keys of the same names, and debates of the same IDs. */
  const givenIn = onceForEach((_hall: Hall) => new OncePerKey<object>());
  const read = async ({ request, gate, params }: RouteCall) => {
    const body = await readJsonBody(request, schema);
    const threadId = params['id'] ?? '';
    // Other words under the same key are another request, which the ledger refuses.
    return { body, threadId, key: sha256Hex(JSON.stringify([gate.principal.id, threadId, body])) };
  };
  return {
    isRepeated: async (call) => givenIn(call.room.hall).has((await read(call)).key),
    answer: async (call) => {
      const { key, ...sent } = await read(call);
      const { name: author } = call.gate.principal;
      return json(await givenIn(call.room.hall).answer(key, async () => await write({ ...call, ...sent, author })));
    },
  };
}
