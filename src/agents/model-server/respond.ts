// Does to one request what the behaviour says.
import type { ServerResponse } from 'node:http';
import type { DeclaredTool, Json, RecordedRequest, TokenCounts, ToolName, Wire, WrittenReply } from './wire.ts';

export interface ServedRequest {
  readonly request: RecordedRequest;
  readonly wire: Wire;
  readonly response: ServerResponse;
}

export interface ToolUse {
  readonly tool: string;
  readonly arguments: Json;
}

export type Behaviour =
  | {
      readonly kind: 'answer';
      /** May be empty: the model then ends its turn without a word. */
      readonly text: string;
      /** Counted from the characters where left out. */
      readonly usage?: Partial<TokenCounts>;
    }
  /** Ends the response cleanly after this much of an answer, as a proxy that is restarted does. */
  | { readonly kind: 'cut'; readonly after: string }
  /** Accepts the request and never says anything. */
  | { readonly kind: 'silence' }
  /** The declared tool whose name ends with `tool` is called; without such a tool the model just talks. */
  | ({ readonly kind: 'tool-call' } & ToolUse)
  | { readonly kind: 'custom'; readonly perform: (exchange: ServedRequest) => Promise<void> };

const CHARACTERS_PER_TOKEN = 4;
/** A long answer is sent in about so many pieces. */
const PIECES = 200;
const MIN_PIECE_CHARACTERS = 24;

export function tokensIn(request: RecordedRequest): number {
  return Math.ceil(request.inputCharacters / CHARACTERS_PER_TOKEN);
}

export async function perform(behaviour: Behaviour, exchange: ServedRequest): Promise<void> {
  const { request, response } = exchange;
  switch (behaviour.kind) {
    case 'silence':
      return;
    case 'cut':
      await begin(exchange, behaviour.after);
      response.end();
      return;
    case 'tool-call': {
      const tool = findTool(request, behaviour.tool);
      return callTools(exchange, tool === undefined ? [] : [{ tool, arguments: behaviour.arguments }]);
    }
    case 'answer':
      return answerRequest(exchange, toReply(request, behaviour.text, behaviour.usage));
    case 'custom':
      return behaviour.perform(exchange);
  }
}

export const findTool = ({ toolNames }: RecordedRequest, wanted: string): DeclaredTool | undefined =>
  toolNames.find(({ name }) => name === wanted) ?? toolNames.find(({ name }) => name.endsWith(wanted));

/** The model talks where there is nothing that it can call. */
export async function callTools(
  exchange: ServedRequest,
  uses: readonly { readonly tool: ToolName | DeclaredTool; readonly arguments: Json }[],
): Promise<void> {
  const { request, wire, response } = exchange;
  const reply = toReply(request, 'Nothing to do.');
  if (uses.length === 0 || !request.streaming) return answerRequest(exchange, reply);
  const calls = uses.map((use) => ({ ...use, isFreeform: 'schema' in use.tool && use.tool.schema === undefined }));
  startStream(response);
  response.end(wire.calling(reply, calls));
}

export function toReply(request: RecordedRequest, text: string, usage: Partial<TokenCounts> = {}): WrittenReply {
  return {
    id: String(request.number),
    model: request.model ?? 'unknown',
    text,
    refused: false,
    usage: {
      inputTokens: tokensIn(request),
      cachedInputTokens: 0,
      outputTokens: Math.ceil(text.length / CHARACTERS_PER_TOKEN),
      ...usage,
    },
  };
}

export async function answerRequest(
  { request, wire, response }: ServedRequest,
  reply: WrittenReply,
  pieces: Iterable<string> | AsyncIterable<string> = cutInPieces(reply.text),
): Promise<void> {
  if (!request.streaming) return sendJson(response, 200, wire.whole(reply));
  startStream(response);
  await write(response, wire.opening(reply));
  for await (const text of pieces) {
    if (response.destroyed) return;
    await write(response, wire.piece(reply, text));
  }
  response.end(wire.closing(reply));
}

/** Sends the beginning of an answer, flushed to the client, and leaves the response open. */
export async function begin({ request, wire, response }: ServedRequest, text: string): Promise<void> {
  const reply = toReply(request, text);
  if (request.streaming) {
    startStream(response);
    const pieces = cutInPieces(text).map((piece) => wire.piece(reply, piece));
    return write(response, wire.opening(reply) + pieces.join(''));
  }
  const whole = JSON.stringify(wire.whole(reply));
  response.writeHead(200, { 'content-type': 'application/json' });
  return write(response, whole.slice(0, whole.length / 2));
}

function startStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
}

/** Resolves when the data was handed to the system, or the client is gone. */
function write(response: ServerResponse, data: string): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve();
    response.once('close', resolve);
    response.write(data, () => {
      response.off('close', resolve);
      resolve();
    });
  });
}

/** Cut between characters, never inside a surrogate pair. */
export function cutInPieces(
  text: string,
  length = Math.max(MIN_PIECE_CHARACTERS, Math.ceil(text.length / PIECES)),
): string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + length, text.length);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end += 1;
    found.push(text.slice(start, end));
    start = end;
  }
  return found;
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
