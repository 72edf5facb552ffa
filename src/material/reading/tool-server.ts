// Serves the tools of seats on this machine over the Model Context Protocol: whoever has the token of a seat gets its tools,
// everybody else nothing.
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { readBearer } from '../../net/server/answers.ts';
import { type Handle, startHttpServer } from '../../net/server/server.ts';
import { type SeatTools, TOOL_SERVER } from './seat-tools.ts';

const LOOPBACK = '127.0.0.1';
const PATH = '/mcp';
/** What a look asks for is short. */
const MAX_BODY_BYTES = 256 * 1024;

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

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

export async function startToolServer() {
  const seats = new Map<string, { readonly handler: ReturnType<typeof createMcpHandler> }>();
  const handle: Handle = async (request, { recognise }) => {
    const seat = seats.get(readBearer(request) ?? '');
    if (seat === undefined) return new Response(null, { status: 401 });
    recognise();
    if (new URL(request.url).pathname !== PATH) return new Response(null, { status: 404 });
    return await seat.handler.fetch(request);
  };
  const server = await startHttpServer({
    address: LOOPBACK,
    port: 0,
    // A page in a browser cannot know the token, and is not let near it either.
    policy: (port) => ({ hosts: [`${LOOPBACK}:${port}`], origins: [], linkable: () => false }),
    handle,
    report: () => {},
    maxBodyBytes: MAX_BODY_BYTES,
    // The hall ends when its work is done, whoever is still connected.
    holdsProcess: false,
  });
  return {
    url: `http://${LOOPBACK}:${server.port}${PATH}`,
    admit: (tools: SeatTools) =>
      void seats.set(tools.token, { handler: createMcpHandler(() => createMcpServer(tools)) }),
    dismiss: ({ token }: SeatTools) => void seats.delete(token),
    close: async () => {
      seats.clear();
      await server.close(0);
    },
  };
}
