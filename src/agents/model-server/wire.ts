// What the wire protocols have in common: how a request is read and how an answer is written.

/** `openai` is that of Responses, `openai-chat` that of Chat Completions. */
export type Protocol = 'anthropic' | 'openai' | 'openai-chat' | 'gemini';

export interface ToolName {
  readonly name: string;
  /** OpenAI's protocol gathers tools in namespaces. */
  readonly namespace?: string;
}

export interface DeclaredTool extends ToolName {
  readonly description: string;
  /** The JSON Schema of its arguments; none for a tool that takes any text. */
  readonly schema: Readonly<Record<string, unknown>> | undefined;
}

export interface RecordedRequest {
  /** 1-based, over all requests. */
  readonly number: number;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body, or its text when it is no JSON. */
  readonly body: unknown;
  /** `undefined` for what belongs to no protocol, such as `HEAD /`. */
  readonly protocol: Protocol | undefined;
  /** Whether a model is asked for an answer; everything else is housekeeping. */
  readonly kind: 'answer' | 'count-tokens' | 'other';
  readonly model: string | undefined;
  readonly streaming: boolean;
  /** The system prompt, or what stands in its place. */
  readonly system: string;
  /** All that users, models and tools said before, oldest first. */
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  /** Characters of system prompt, messages and tool declarations. */
  readonly inputCharacters: number;
  /** The number of tools that the model could call. */
  readonly tools: number;
  /** What they are called; names of a group of tools come with the name of the group before them. */
  readonly toolNames: readonly DeclaredTool[];
  /** The JSON Schema that the answer is to fit. */
  readonly answerSchema: Readonly<Record<string, unknown>> | undefined;
}

export interface TokenCounts {
  /** Everything sent, the cached part included. */
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

/** Where a request goes, as its address says. */
interface Route {
  readonly kind: 'answer' | 'count-tokens';
  /** `undefined` when the body says it. */
  readonly model: string | undefined;
  readonly streaming: boolean;
}

type Conversation = Pick<RecordedRequest, 'system' | 'messages'>;

export interface WrittenReply {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly refused: boolean;
  readonly usage: TokenCounts;
}

interface WrittenCall {
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
  whole(reply: WrittenReply): unknown;
  /** The events of a stream before, for and after the pieces of the text. */
  opening(reply: WrittenReply): string;
  piece(reply: WrittenReply, text: string): string;
  closing(reply: WrittenReply): string;
  /** The whole stream of an answer that calls these tools. */
  calling(reply: WrittenReply, calls: readonly WrittenCall[]): string;
  tokenCount(tokens: number): unknown;
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
export function readContent(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(readContent).join('\n');
  const part = asObject(value);
  return typeof part['text'] === 'string' ? part['text'] : '';
}

type Message = Conversation['messages'][number];

export const readMessage = (entry: Json): Message => ({
  role: String(entry['role']),
  text: readContent(entry['content']),
});

/** The conversation of OpenAI's protocols, in which the system speaks in messages, too. */
export function splitSystem(entries: readonly Message[], instructions = ''): Conversation {
  const isSystem = ({ role }: Message) => role === 'system' || role === 'developer';
  const said = [instructions, ...entries.filter(isSystem).map(({ text }) => text)];
  return {
    system: said.filter((text) => text !== '').join('\n'),
    messages: entries.filter((entry) => !isSystem(entry)),
  };
}

export function event(data: unknown, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}
