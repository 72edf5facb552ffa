// What the model server can be told to do with one request for an answer.

export interface TokenCounts {
  /** Everything sent, the cached part included. */
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

export interface Answer {
  readonly kind: 'answer';
  /** May be empty: the model then ends its turn without a word. */
  readonly text: string;
  /** Counted from the characters where left out. */
  readonly usage?: Partial<TokenCounts>;
  /** Before the first byte of the response. */
  readonly delayMs?: number;
  /** Length of one piece of the stream. */
  readonly chunkCharacters?: number;
  /** Pause after each piece of the stream. */
  readonly chunkMs?: number;
}

export type Behaviour =
  | Answer
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly message?: string;
      /** Such as `retry-after`. */
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Cuts the connection: before any byte, or after this much of an answer. */
  | { readonly kind: 'drop'; readonly after?: string }
  /** Ends the response cleanly after this much of an answer, as a proxy that is restarted does. */
  | { readonly kind: 'cut'; readonly after: string }
  /** Accepts the request and never says anything. */
  | { readonly kind: 'silence' }
  /** Begins an answer and never ends it. */
  | { readonly kind: 'stall'; readonly after: string }
  | ({ readonly kind: 'tool-call' } & ToolUse)
  /** The model calls several tools at once. */
  | { readonly kind: 'tool-calls'; readonly uses: readonly ToolUse[] }
  /** The model declines, in the words of its protocol. */
  | { readonly kind: 'refusal'; readonly text?: string };

/** The declared tool whose name ends with `tool` is called; without such a tool `undeclared`, or the model just talks. */
export interface ToolUse {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly undeclared?: ToolName;
}

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

/** One request as the server saw it. */
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

/** The last thing that a user said in it. */
export function lastUserText(request: RecordedRequest): string {
  return request.messages.findLast((message) => message.role === 'user')?.text ?? '';
}

export type BehaviourSource =
  | Behaviour
  /** One for each request for an answer, in order; the last one stays. */
  | readonly [Behaviour, ...Behaviour[]]
  | ((request: RecordedRequest) => Behaviour | Promise<Behaviour>);

/** Turns every way to say it into one function. */
export function behaviourFunction(
  source: BehaviourSource,
): (request: RecordedRequest) => Behaviour | Promise<Behaviour> {
  if (typeof source === 'function') return source;
  if (!('length' in source)) return () => source;
  let next = 0;
  return () => {
    const behaviour = source[Math.min(next, source.length - 1)] ?? source[0];
    next += 1;
    return behaviour;
  };
}
