// The page of a hall for the person at this machine: a server that only this machine reaches.
import { createHash } from 'node:crypto';
import { HallError } from '../../../domain/failures/errors.ts';
import type { Setting } from '../../../hall/config/sources/variables.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { loopbackPolicy } from '../../../net/server/origin-policy.ts';
import { type HttpServer, startHttpServer } from '../../../net/server/server.ts';
import { LOCAL_PRINCIPAL } from '../../../platform/access/principal.ts';
import { createPageHandler, isLinkable } from '../handler.ts';
import { LiveHall } from '../live/live-hall.ts';
import type { PageHost } from '../page-host.ts';
import { SignIn } from './sign-in.ts';

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
  const signIn = new SignIn(hall);
  const live = new LiveHall(hall, report);
  const gate = { principal: { ...LOCAL_PRINCIPAL, name: author }, permit: async () => {} };
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
