// Serves the tools of seats on this machine over the Model Context Protocol: whoever has the token of a seat gets its tools,
// everybody else nothing.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { type SeatTools, TOOL_SERVER } from './seat-tools.ts';

const LOOPBACK = '127.0.0.1';
const PATH = '/mcp';
/** What a look asks for is short. */
const MAX_BODY_BYTES = 256 * 1024;

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export interface ToolServer {
  readonly url: string;
  admit(tools: SeatTools): void;
  dismiss(tools: SeatTools): void;
  close(): Promise<void>;
}

/** Stateless: a fresh one answers each request. */
function createMcpServer({ declarations, call }: SeatTools): Server {
  const server = new Server({ name: TOOL_SERVER, version: '1' }, { capabilities: { tools: { listChanged: false } } });
  server.setRequestHandler('tools/list', () => ({
    tools: declarations.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema: inputSchema as { type: 'object' },
      annotations: READS,
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const { texts, isError } = await call(params.name, params.arguments);
    return { content: texts.map((text) => ({ type: 'text' as const, text })), isError };
  });
  return server;
}

async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of incoming) {
    bytes += (part as Buffer).length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

function bearerOf({ headers }: IncomingMessage): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

export async function startToolServer(): Promise<ToolServer> {
  const seats = new Map<string, { readonly handle: ReturnType<typeof createMcpHandler> }>();
  let host = '';

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const refuse = (status: number) => response.writeHead(status).end();
    // A page in a browser cannot know the token, and is not let near it either.
    if (incoming.headers.host !== host || incoming.headers.origin !== undefined) return void refuse(403);
    const seat = seats.get(bearerOf(incoming) ?? '');
    if (seat === undefined) return void refuse(401);
    if (incoming.url !== PATH) return void refuse(404);
    const body = await readBody(incoming);
    if (body === undefined) return void refuse(413);
    const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    );
    const given = await seat.handle.fetch(
      new Request(`http://${host}${PATH}`, {
        method: incoming.method ?? 'GET',
        headers,
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      }),
    );
    response.writeHead(given.status, Object.fromEntries(given.headers));
    response.end(Buffer.from(await given.arrayBuffer()));
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    server.listen(0, LOOPBACK, ready);
  });
  // The hall ends when its work is done, whoever is still connected.
  server.unref();
  host = `${LOOPBACK}:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}${PATH}`,
    admit: (tools) => void seats.set(tools.token, { handle: createMcpHandler(() => createMcpServer(tools)) }),
    dismiss: ({ token }) => void seats.delete(token),
    close: async () => {
      seats.clear();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
