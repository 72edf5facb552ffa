// What the three wire protocols have in common: how a request is read and how an answer is written.
import type { Protocol, RecordedRequest, TokenCounts, ToolName } from './behaviour.ts';

/** Where a request goes, as its address says. */
interface Route {
  readonly kind: 'answer' | 'count-tokens';
  /** `undefined` when the body says it. */
  readonly model: string | undefined;
  readonly streaming: boolean;
}

type Conversation = Pick<RecordedRequest, 'system' | 'messages'>;

/** One answer to be written. */
export interface Reply {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly refused: boolean;
  readonly usage: TokenCounts;
}

interface ToolCall {
  readonly tool: ToolName;
  readonly arguments: Json;
  /** It takes a text instead of arguments: that of `input` in them. */
  readonly isFreeform: boolean;
}

export interface Wire {
  readonly protocol: Protocol;
  /** `undefined` when the request does not belong to this protocol. */
  route(method: string, path: string, body: Json): Route | undefined;
  conversation(body: Json): Conversation;
  /** The response of a call that does not stream. */
  whole(reply: Reply): unknown;
  /** The events of a stream before, for and after the pieces of the text. */
  opening(reply: Reply): string;
  piece(reply: Reply, text: string): string;
  closing(reply: Reply): string;
  /** The whole stream of an answer that calls these tools. */
  calling(reply: Reply, calls: readonly ToolCall[]): string;
  tokenCount(tokens: number): unknown;
  error(status: number, message: string): unknown;
}

/** An object of unknown shape; the server reads only what it needs. */
export type Json = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The text of a string, of a content part, or of a list of both, whatever a protocol calls its fields. */
export function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(readText).join('\n');
  const part = asObject(value);
  return typeof part['text'] === 'string' ? part['text'] : '';
}

/** One server-sent event. */
export function event(data: unknown, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}
