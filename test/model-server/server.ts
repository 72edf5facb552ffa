// The model server with all that a service can do wrong, for tests of what is called with it.
import { setTimeout as pause } from 'node:timers/promises';
import * as server from '../../src/agents/model-server/model-server.ts';
import {
  answerRequest,
  begin,
  callTools,
  cutInPieces,
  findTool,
  type Behaviour as Plain,
  type ToolUse as PlainUse,
  type ServedRequest,
  sendJson,
  toReply,
} from '../../src/agents/model-server/respond.ts';
import type { Protocol, RecordedRequest, ToolName } from '../../src/agents/model-server/wire.ts';

export interface ToolUse extends PlainUse {
  /** Called where no such tool is declared; without it the model just talks. */
  readonly undeclared?: ToolName;
}

export type Behaviour =
  | (Extract<Plain, { kind: 'answer' }> & {
      /** Before the first byte of the response. */
      readonly delayMs?: number;
      /** Length of one piece of the stream. */
      readonly chunkCharacters?: number;
      /** Pause after each piece of the stream. */
      readonly chunkMs?: number;
    })
  | Extract<Plain, { kind: 'cut' | 'silence' }>
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly message?: string;
      /** Such as `retry-after`. */
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Cuts the connection: before any byte, or after this much of an answer. */
  | { readonly kind: 'drop'; readonly after?: string }
  /** Begins an answer and never ends it. */
  | { readonly kind: 'stall'; readonly after: string }
  | ({ readonly kind: 'tool-call' } & ToolUse)
  /** The model calls several tools at once. */
  | { readonly kind: 'tool-calls'; readonly uses: readonly ToolUse[] }
  /** The model declines, in the words of its protocol. */
  | { readonly kind: 'refusal'; readonly text?: string };

export type BehaviourSource =
  | Behaviour
  /** One for each request for an answer, in order; the last one stays. */
  | readonly [Behaviour, ...Behaviour[]]
  | ((request: RecordedRequest) => Behaviour | Promise<Behaviour>);

export interface ModelServer extends Omit<server.ModelServer, 'setBehaviour'> {
  setBehaviour(source: BehaviourSource): void;
}

const ERRORS: Readonly<Record<Protocol, (status: number, message: string) => unknown>> = {
  anthropic(status, message) {
    const types: Readonly<Record<number, string>> = {
      400: 'invalid_request_error',
      401: 'authentication_error',
      403: 'permission_error',
      404: 'not_found_error',
      413: 'request_too_large',
      429: 'rate_limit_error',
      529: 'overloaded_error',
    };
    return { type: 'error', error: { type: types[status] ?? 'api_error', message } };
  },
  'openai-chat': (status, message) => ({ error: { message, type: 'invalid_request_error', code: String(status) } }),
  openai(status, message) {
    const codes: Readonly<Record<number, string>> = {
      401: 'invalid_api_key',
      404: 'model_not_found',
      429: 'rate_limit_exceeded',
      503: 'server_is_overloaded',
    };
    return { error: { message, type: 'invalid_request_error', code: codes[status] ?? null, param: null } };
  },
  gemini(status, message) {
    const names: Readonly<Record<number, string>> = {
      400: 'INVALID_ARGUMENT',
      401: 'UNAUTHENTICATED',
      403: 'PERMISSION_DENIED',
      404: 'NOT_FOUND',
      429: 'RESOURCE_EXHAUSTED',
      500: 'INTERNAL',
      503: 'UNAVAILABLE',
    };
    return { error: { code: status, message, status: names[status] ?? 'UNKNOWN' } };
  },
};

/** The last thing that a user said in it. */
export function lastUserText(request: RecordedRequest): string {
  return request.messages.findLast((message) => message.role === 'user')?.text ?? '';
}

async function* sendSlowly(text: string, length: number | undefined, chunkMs: number | undefined) {
  for (const piece of cutInPieces(text, length)) {
    yield piece;
    if (chunkMs !== undefined) await pause(chunkMs);
  }
}

async function perform(
  behaviour: Exclude<Behaviour, { kind: 'cut' | 'silence' }>,
  exchange: ServedRequest,
): Promise<void> {
  const { request, wire, response } = exchange;
  switch (behaviour.kind) {
    case 'error': {
      const { status, headers = {}, message = `the test asked for status ${status}` } = behaviour;
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      return sendJson(response, status, ERRORS[wire.protocol](status, message));
    }
    case 'drop':
      if (behaviour.after !== undefined) await begin(exchange, behaviour.after);
      response.socket?.destroy();
      return;
    case 'stall':
      return await begin(exchange, behaviour.after);
    case 'refusal':
      return await answerRequest(exchange, {
        ...toReply(request, behaviour.text ?? 'I cannot help with this.'),
        refused: true,
      });
    case 'tool-call':
      return await perform({ kind: 'tool-calls', uses: [behaviour] }, exchange);
    case 'tool-calls': {
      const calls = behaviour.uses.flatMap((use) => {
        const tool = findTool(request, use.tool) ?? use.undeclared;
        return tool === undefined ? [] : [{ tool, arguments: use.arguments }];
      });
      return await callTools(exchange, calls.length < behaviour.uses.length ? [] : calls);
    }
    case 'answer': {
      const { text, usage, delayMs, chunkCharacters, chunkMs } = behaviour;
      if (delayMs !== undefined) await pause(delayMs);
      return await answerRequest(exchange, toReply(request, text, usage), sendSlowly(text, chunkCharacters, chunkMs));
    }
  }
}

const toPlain = (behaviour: Behaviour): Plain =>
  behaviour.kind === 'cut' || behaviour.kind === 'silence'
    ? behaviour
    : { kind: 'custom', perform: async (exchange) => await perform(behaviour, exchange) };

function toSource(source: BehaviourSource): server.BehaviourSource {
  if (typeof source === 'function') return async (request) => toPlain(await source(request));
  if (!('length' in source)) return toPlain(source);
  let next = 0;
  return () => {
    const behaviour = source[Math.min(next, source.length - 1)] ?? source[0];
    next += 1;
    return toPlain(behaviour);
  };
}

export async function startModelServer({
  behaviour,
  ...options
}: Omit<server.ModelServerOptions, 'behaviour'> & { readonly behaviour: BehaviourSource }): Promise<ModelServer> {
  const started = await server.startModelServer({ ...options, behaviour: toSource(behaviour) });
  return { ...started, setBehaviour: (source) => started.setBehaviour(toSource(source)) };
}
