// MCP over Streamable HTTP, for clients of both eras: the newer one has no sessions, the older one gets them. Who asks has been
// recognised before; the host and origin of the request have been checked.
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type McpServerFactory,
  type ServerNotifier,
} from '@modelcontextprotocol/server';
import type { RandomHex } from '../../../support/clock.ts';
import { type OpenPass, Sessions } from './sessions.ts';

export interface McpMount {
  /** A session lasts as long as what its last request showed. */
  handle(request: Request, auth: AuthInfo, openPass: OpenPass): Promise<Response>;
  /** Tells newer clients that listen; the server of their session tells older ones. */
  readonly notify: ServerNotifier;
  close(): Promise<void>;
}

export interface McpMountOptions {
  /** Makes a server: for one request of a newer client, or for one session of an older one. */
  readonly factory: McpServerFactory;
  readonly elapsed: () => number;
  readonly random: RandomHex;
  readonly report: (fault: unknown) => void;
}

export function mountMcp({ factory, elapsed, random, report }: McpMountOptions): McpMount {
  const modern = createMcpHandler(factory, { legacy: 'reject', onerror: report });
  const sessions = new Sessions({
    open: async (authInfo, requestInfo) => await factory({ era: 'legacy', authInfo, requestInfo }),
    elapsed,
    random,
  });
  return {
    handle: async (request, authInfo, openPass) =>
      (await isLegacyRequest(request))
        ? await sessions.handle(request, authInfo, openPass)
        : await modern.fetch(request, { authInfo }),
    notify: modern.notify,
    close: async () => {
      await sessions.close();
      await modern.close();
    },
  };
}
