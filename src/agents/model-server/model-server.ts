// A model server on loopback that speaks the wire protocols of the large services: it stands in for the model where an agent is
// checked, and in tests of the real agent CLIs.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readRequest } from './record-request.ts';
import { type Behaviour, perform, sendJson, tokensIn } from './respond.ts';
import type { RecordedRequest } from './wire.ts';

/** What it does with a request for an answer. */
export type BehaviourSource = Behaviour | ((request: RecordedRequest) => Behaviour | Promise<Behaviour>);

export interface ModelServerOptions {
  /** Left out: the system chooses a free one. */
  readonly port?: number;
  readonly behaviour: BehaviourSource;
  readonly onRequest?: (request: RecordedRequest) => void;
}

export type ModelServer = Awaited<ReturnType<typeof startModelServer>>;

export async function startModelServer(options: ModelServerOptions) {
  /** Everything that came in, oldest first. */
  const requests: RecordedRequest[] = [];
  const waiting = new Set<() => void>();
  let behaviour = options.behaviour;
  let seen = 0;
  /** Those of them that asked a model for an answer. */
  const answerRequests = (): readonly RecordedRequest[] => requests.filter((request) => request.kind === 'answer');

  const server = createServer((incoming, response) => {
    // A client that goes away in the middle is what many tests are about.
    response.on('error', () => {});
    serve(incoming, response).catch(() => response.destroy());
  });
  server.on('upgrade', (_incoming, socket) => {
    socket.end('HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    seen += 1;
    const number = seen;
    const { request, wire } = await readRequest(incoming, number);
    requests.push(request);
    options.onRequest?.(request);
    for (const check of waiting) check();
    if (wire === undefined) return sendJson(response, request.method === 'HEAD' ? 200 : 404, {});
    if (request.kind === 'count-tokens') return sendJson(response, 200, wire.tokenCount(tokensIn(request)));
    const chosen = typeof behaviour === 'function' ? await behaviour(request) : behaviour;
    await perform(chosen, { request, wire, response });
  }

  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');

  return {
    /** Without a path: `http://127.0.0.1:PORT`. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: requests as readonly RecordedRequest[],
    answerRequests,
    /** Resolves when so many requests for an answer have come in. */
    received: (count: number) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (answerRequests().length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    setBehaviour: (source: BehaviourSource) => {
      behaviour = source;
    },
    /** Forgets the requests that came in so far. */
    clear: () => {
      requests.length = 0;
    },
    close: async () => {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
