// A service for embeddings on this machine, as tests want it to answer.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

const EMBEDS = new URL('../fakes/embeds.mjs', import.meta.url).href;

interface EmbeddingRequest {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly model: string; readonly input: readonly string[] };
}

export async function startEmbeddingServer() {
  const { answer } = await import(EMBEDS);
  const requests: EmbeddingRequest[] = [];
  const behaviour: { numbers?: number; status?: number; says?: string; silent?: boolean } = {};
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const body = JSON.parse(text);
    requests.push({ path: request.url, headers: request.headers, body });
    if (behaviour.silent === true) return;
    response.writeHead(behaviour.status ?? 200, { 'content-type': 'application/json' });
    response.end(behaviour.says ?? JSON.stringify(answer(body, behaviour.numbers)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    behaviour,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
