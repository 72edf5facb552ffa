// A web server of one test, on this machine.
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'vitest';

export interface PageServer {
  readonly origin: string;
  readonly port: number;
  readonly requests: readonly IncomingMessage[];
}

export interface Place {
  readonly host?: string;
  readonly port?: number;
}

export async function servePages(
  context: TestContext,
  answer: RequestListener,
  { host = '127.0.0.1', port = 0 }: Place = {},
): Promise<PageServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    server.listen(port, host, ready);
  });
  context.onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const { port: open } = server.address() as AddressInfo;
  return { origin: `http://${host}:${open}`, port: open, requests };
}

/** Answers each path with a type and a body. */
export function pages(all: Readonly<Record<string, readonly [type: string, body: string | Buffer]>>): RequestListener {
  return ({ url = '' }, response) => {
    const page = all[url.split('?')[0] ?? ''];
    if (page === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('nothing');
    else response.writeHead(200, { 'content-type': page[0] }).end(page[1]);
  };
}
