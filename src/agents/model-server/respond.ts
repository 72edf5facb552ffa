// Does to one request what the behaviour says: answers, streams, fails, stalls or cuts the connection.
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Behaviour, RecordedRequest, ToolUse } from './behaviour.ts';
import type { Reply, Wire } from './wire.ts';

const CHARACTERS_PER_TOKEN = 4;
/** A long answer is sent in about so many pieces. */
const PIECES = 200;
const MIN_PIECE_CHARACTERS = 24;

export function tokensIn(request: RecordedRequest): number {
  return Math.ceil(request.inputCharacters / CHARACTERS_PER_TOKEN);
}

export async function perform(
  behaviour: Behaviour,
  request: RecordedRequest,
  wire: Wire,
  response: ServerResponse,
): Promise<void> {
  switch (behaviour.kind) {
    case 'silence':
      return;
    case 'error': {
      const { status, headers = {} } = behaviour;
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      return sendJson(response, status, wire.error(status, behaviour.message ?? `the test asked for status ${status}`));
    }
    case 'drop':
      if (behaviour.after !== undefined) await begin(toReply(behaviour.after, request), request, wire, response);
      response.socket?.destroy();
      return;
    case 'cut':
      await begin(toReply(behaviour.after, request), request, wire, response);
      response.end();
      return;
    case 'stall':
      return begin(toReply(behaviour.after, request), request, wire, response);
    case 'tool-call':
      return callTools([behaviour], request, wire, response);
    case 'tool-calls':
      return callTools(behaviour.uses, request, wire, response);
    case 'refusal': {
      const reply = { ...toReply(behaviour.text ?? 'I cannot help with this.', request), refused: true };
      return answer({ kind: 'answer', text: reply.text }, reply, request, wire, response);
    }
    case 'answer': {
      if (behaviour.delayMs !== undefined) await pause(behaviour.delayMs);
      return answer(behaviour, toReply(behaviour.text, request, behaviour.usage), request, wire, response);
    }
  }
}

const findTool = ({ toolNames }: RecordedRequest, wanted: string) =>
  toolNames.find(({ name }) => name === wanted) ?? toolNames.find(({ name }) => name.endsWith(wanted));

async function callTools(
  uses: readonly ToolUse[],
  request: RecordedRequest,
  wire: Wire,
  response: ServerResponse,
): Promise<void> {
  const calls = uses.flatMap((use) => {
    const tool = findTool(request, use.tool) ?? use.undeclared;
    if (tool === undefined) return [];
    const isFreeform = 'schema' in tool && tool.schema === undefined;
    return [{ tool, arguments: use.arguments, isFreeform }];
  });
  const reply = toReply('Nothing to do.', request);
  if (calls.length < uses.length || !request.streaming) {
    return answer({ kind: 'answer', text: reply.text }, reply, request, wire, response);
  }
  startStream(response);
  response.end(wire.calling(reply, calls));
}

function toReply(text: string, request: RecordedRequest, usage: Answer['usage'] = {}): Reply {
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

async function answer(
  behaviour: Answer,
  reply: Reply,
  request: RecordedRequest,
  wire: Wire,
  response: ServerResponse,
): Promise<void> {
  if (!request.streaming) return sendJson(response, 200, wire.whole(reply));
  startStream(response);
  await write(response, wire.opening(reply));
  for (const text of pieces(reply.text, behaviour.chunkCharacters)) {
    if (response.destroyed) return;
    await write(response, wire.piece(reply, text));
    if (behaviour.chunkMs !== undefined) await pause(behaviour.chunkMs);
  }
  response.end(wire.closing(reply));
}

/** Sends the beginning of an answer, flushed to the client, and leaves the response open. */
async function begin(reply: Reply, request: RecordedRequest, wire: Wire, response: ServerResponse): Promise<void> {
  if (request.streaming) {
    startStream(response);
    return write(
      response,
      wire.opening(reply) +
        pieces(reply.text)
          .map((text) => wire.piece(reply, text))
          .join(''),
    );
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
function pieces(text: string, length = Math.max(MIN_PIECE_CHARACTERS, Math.ceil(text.length / PIECES))): string[] {
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
