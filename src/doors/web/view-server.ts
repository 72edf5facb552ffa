// The page of a hall for the person at this machine: a server that only this machine reaches, and how the person gets in.
import { createHash } from 'node:crypto';
import { defined } from '../../domain/defined.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { type SessionAnswer, sessionRequestSchema } from '../../domain/hall-page/session.ts';
import type { Setting } from '../../hall/config/sources/variables.ts';
import type { Hall } from '../../hall/operations/hall.ts';
import { json, readBearer } from '../../net/server/answers.ts';
import { readJsonBody } from '../../net/server/body.ts';
import { loopbackPolicy } from '../../net/server/origin-policy.ts';
import { type HttpServer, startHttpServer } from '../../net/server/server.ts';
import { createOpenGate } from '../../platform/access/gate.ts';
import { LOCAL_PRINCIPAL } from '../../platform/access/principal.ts';
import { sha256Hex } from '../../support/canonical.ts';
import type { Clock, RandomHex } from '../../support/clock.ts';
import { createPageHandler, isLinkable } from './handler.ts';
import { LiveHall } from './live/live-hall.ts';
import { identifyPerson } from './routes/hall.ts';
import type { OpenRoute, PageHost } from './routes/route.ts';

const CODE_LASTS_MS = 60_000;
const CODE_DIGITS = 32;
const TOKEN_DIGITS = 64;

interface SignInPorts {
  readonly clock: Clock;
  readonly random: RandomHex;
}

interface Code {
  readonly until: number;
  readonly debate: string | undefined;
}

function refuse(message: string): HallError {
  return new HallError('not-authenticated', message, {
    hint: 'Press Enter where "debate-hall view" runs to get a new address.',
  });
}

/**
 * A code that works once and for a minute, for which a tab gets a token. The address, which other users of the machine may see in a list of
 * programs, holds the code alone.
 */
class SignIn {
  readonly #ports: SignInPorts;
  readonly #personId: string;
  /** By digest, as the tokens are: comparing digests tells nothing of what was sent. */
  readonly #codes = new Map<string, Code>();
  readonly #tokens = new Set<string>();

  constructor(ports: SignInPorts, personId: string) {
    this.#ports = ports;
    this.#personId = personId;
  }

  /** Opens the page once; `debate` is what it shows first. */
  createCode(debate?: string): string {
    const now = this.#ports.clock.elapsed();
    for (const [digest, { until }] of this.#codes) if (until < now) this.#codes.delete(digest);
    const code = this.#ports.random(CODE_DIGITS);
    this.#codes.set(sha256Hex(code), { until: now + CODE_LASTS_MS, debate });
    return code;
  }

  /** Throws `not-authenticated`. */
  requireToken(request: Request): void {
    const token = readBearer(request);
    if (token === undefined || !this.#tokens.has(sha256Hex(token)))
      throw refuse('This page is not signed in, or the hall was restarted.');
  }

  readonly route: OpenRoute = {
    method: 'POST',
    path: '/api/session',
    answer: async (request) => {
      const { code } = await readJsonBody(request, sessionRequestSchema);
      return json(this.#exchange(code));
    },
  };

  #exchange(code: string): SessionAnswer {
    const digest = sha256Hex(code);
    const known = this.#codes.get(digest);
    this.#codes.delete(digest);
    if (known === undefined || known.until < this.#ports.clock.elapsed()) {
      throw refuse('This address was used before, or is older than a minute.');
    }
    const token = this.#ports.random(TOKEN_DIGITS);
    this.#tokens.add(sha256Hex(token));
    return { token, personId: this.#personId, ...defined({ debate: known.debate }) };
  }
}

const LOOPBACK = '127.0.0.1';

export interface ViewOptions {
  readonly hall: Hall;
  readonly openWith: (settings: readonly Setting[]) => Promise<Hall>;
  /** As whom the person writes. */
  readonly author: string;
  /** Left out: the port that this hall always gets, or any that is free. */
  readonly port?: number | undefined;
  /** The port on another machine from which a tunnel leads here. */
  readonly forwardedPort?: number | undefined;
  readonly report: (fault: unknown) => void;
}

export interface ViewServer {
  readonly port: number;
  /** Whether it is the one that this hall always gets. */
  readonly hasUsualPort: boolean;
  /** An address that opens the page once, within a minute; `debate` is what it shows first. */
  createAddress(debate?: string): string;
  close(): Promise<void>;
}

const FIRST_PORT = 20_000;
const PORTS = 10_000;

/** The same for the same hall, so that what a browser keeps for the page, such as drafts, is there the next time. */
function usualPort({ store }: Hall): number {
  return FIRST_PORT + (createHash('sha256').update(store.place).digest().readUInt32BE(0) % PORTS);
}

export async function startViewServer(options: ViewOptions): Promise<ViewServer> {
  const { hall, openWith, author, forwardedPort, report } = options;
  const principal = { ...LOCAL_PRINCIPAL, name: author };
  const signIn = new SignIn(hall, identifyPerson(hall, principal));
  const live = new LiveHall(hall, report);
  const gate = createOpenGate(principal);
  const site: PageHost = {
    authenticate: async (request) => {
      signIn.requireToken(request);
      return gate;
    },
    room: async () => ({ hall, live, openWith }),
    openRoutes: [signIn.route],
    report,
  };
  const listen = async (port: number): Promise<HttpServer> =>
    await startHttpServer({
      address: LOOPBACK,
      port,
      portFlag: '--port PORT',
      policy: (bound) => loopbackPolicy(forwardedPort === undefined ? [bound] : [bound, forwardedPort], isLinkable),
      handle: createPageHandler(site),
      report,
    });
  const server =
    options.port === undefined
      ? await listen(usualPort(hall)).catch((error: unknown) => {
          if (error instanceof HallError) return listen(0);
          throw error;
        })
      : await listen(options.port);
  const origin = `http://${LOOPBACK}:${forwardedPort ?? server.port}`;
  return {
    port: server.port,
    hasUsualPort: server.port === usualPort(hall),
    createAddress: (debate) => `${origin}/#${signIn.createCode(debate)}`,
    close: async () => {
      live.close();
      await server.close();
    },
  };
}
