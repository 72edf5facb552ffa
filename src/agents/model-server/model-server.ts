// A model server on loopback that speaks the wire protocols of the large services: it stands in for the model where an agent is
// checked, and in tests of the real agent CLIs.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseJson } from '../../domain/parse-json.ts';
import { systemClock } from '../../support/clock.ts';
import { anthropic } from './anthropic.ts';
import { chat } from './chat.ts';
import { gemini } from './gemini.ts';
import { type Behaviour, perform, sendJson, tokensIn } from './respond.ts';
import { openai } from './responses.ts';
import { asList, asObject, type DeclaredTool, type Json, type RecordedRequest, type Wire } from './wire.ts';

const WIRES: readonly Wire[] = [anthropic, chat, openai, gemini];

async function readRequest(
  incoming: IncomingMessage,
  number: number,
): Promise<{ request: RecordedRequest; wire: Wire | undefined }> {
  const at = systemClock.now();
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  const body = parseJson(text) ?? text;
  const fields = asObject(body);
  const method = incoming.method ?? '';
  const path = incoming.url ?? '/';
  const plainPath = path.split('?')[0] ?? path;
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  const common = { number, at, method, path, headers, body };

  for (const wire of WIRES) {
    const route = wire.route(method, plainPath, fields);
    if (route === undefined) continue;
    const { system, messages } = wire.conversation(fields);
    const tools = declaredTools(fields);
    const toolCharacters = tools.reduce<number>((sum, tool) => sum + JSON.stringify(tool).length, 0);
    const messageCharacters = messages.reduce((sum, message) => sum + message.text.length, 0);
    const request: RecordedRequest = {
      ...common,
      protocol: wire.protocol,
      kind: route.kind,
      model: route.model ?? (typeof fields['model'] === 'string' ? fields['model'] : undefined),
      streaming: route.streaming,
      system,
      messages,
      inputCharacters: system.length + messageCharacters + toolCharacters,
      tools: tools.length,
      toolNames: toolNames(tools),
      answerSchema: findAnswerSchema(fields),
    };
    return { request, wire };
  }
  const nothing = { model: undefined, streaming: false, answerSchema: undefined, protocol: undefined };
  const nothingSaid = { system: '', messages: [], inputCharacters: 0, tools: 0, toolNames: [] };
  return { request: { ...common, ...nothing, ...nothingSaid, kind: 'other' }, wire: undefined };
}

/** In the words of each protocol. */
function findAnswerSchema(body: Json): Json | undefined {
  const config = asObject(body['generationConfig']);
  const format = asObject(
    asObject(body['text'])['format'] ?? body['response_format'] ?? asObject(body['output_config'])['format'],
  );
  const schema =
    config['responseJsonSchema'] ??
    config['responseSchema'] ??
    format['schema'] ??
    asObject(format['json_schema'])['schema'];
  return schema === undefined ? undefined : asObject(schema);
}

/** One by one, also where a protocol keeps them in groups; codex declares some as a message. */
function declaredTools(body: Json): readonly unknown[] {
  const messages = asList(body['input']).map(asObject);
  const later = messages.filter(({ type }) => type === 'additional_tools').flatMap(({ tools }) => asList(tools));
  return [...asList(body['tools']), ...later].flatMap((tool) =>
    asList(asObject(tool)['functionDeclarations'] ?? [tool]),
  );
}

/** Its arguments stand in a place of their own in each protocol. */
function describeTool(tool: Json): DeclaredTool {
  const { name, ...fields } = { ...tool, ...asObject(tool['function']) } as Json;
  const schema = fields['input_schema'] ?? fields['parametersJsonSchema'] ?? fields['parameters'];
  const description = String(fields['description'] ?? '');
  return { name: String(name ?? ''), description, schema: schema === undefined ? undefined : asObject(schema) };
}

function toolNames(tools: readonly unknown[]): readonly DeclaredTool[] {
  return tools.map(asObject).flatMap((tool) => {
    const described = describeTool(tool);
    const members = asList(tool['tools']).map(asObject).map(describeTool);
    return members.length === 0 ? [described] : members.map((member) => ({ ...member, namespace: described.name }));
  });
}

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
