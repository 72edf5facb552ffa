// What is sent to the service, and how a call is shown without the key.
import type { JsonSchema } from '../../../domain/answers/schema.ts';
import { defined } from '../../../domain/defined.ts';
import type { Usage } from '../../../domain/event-parts.ts';
import { PICTURE_TYPES, type PictureType, toDataUrl } from '../../../domain/pictures.ts';
import type { SeatTools, ToolDeclaration } from '../../../material/reading/seat-tools.ts';
import type { CallResult } from '../../failures/verdict.ts';
import type { PromptMessage as Asked } from '../../pictures.ts';
import { buildUrl } from '../../service.ts';
import { addTry } from '../../usage.ts';
import type { OpenaiHttpOptions } from './options.ts';
import type { ChatAnswer } from './post.ts';

type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | readonly Part[];
  /** Calls of tools that the model has made. */
  readonly tool_calls?: readonly unknown[];
  /** The call that this is the result of. */
  readonly tool_call_id?: string;
}

/** Most services take these, and models without eyes refuse all of them. */
export const listSeenTypes = ({ pictures }: Pick<OpenaiHttpOptions, 'pictures'>): readonly PictureType[] =>
  pictures === true ? PICTURE_TYPES : [];

export function writeUserMessage({ text, attached }: Asked): ChatMessage {
  if (attached.length === 0) return { role: 'user', content: text };
  const images = attached.map(({ mediaType, read }) => ({
    type: 'image_url' as const,
    image_url: { url: toDataUrl({ mediaType, data: read() }) },
  }));
  return { role: 'user', content: [...images, { type: 'text', text }] };
}

export function countCharacters({ content }: ChatMessage): number {
  if (typeof content === 'string') return content.length;
  return content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);
}

/** OpenAI takes letters, digits, "_" and "-", 64 of them at most. */
function schemaName(task: string): string {
  return task.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'answer';
}

function toFunction({ name, description, inputSchema: parameters }: ToolDeclaration) {
  return { type: 'function', function: { name, description, parameters } };
}

export function buildBody(
  { model, effort }: OpenaiHttpOptions,
  {
    messages,
    extras,
    task,
    tools,
  }: { messages: readonly ChatMessage[]; extras: OptionalFields; task: string; tools: SeatTools | undefined },
): string {
  const { usage, schema } = extras;
  return JSON.stringify({
    ...defined({ model }),
    messages,
    stream: true,
    ...(usage ? { stream_options: { include_usage: true } } : {}),
    ...defined({ reasoning_effort: effort, tools: tools?.declarations.map(toFunction) }),
    ...(schema === undefined
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { name: schemaName(task), strict: true, schema } } }),
  });
}

/** A call in the form of an argument vector. */
export function describeCall(options: OpenaiHttpOptions, schema: OptionalFields['schema']): [string, ...string[]] {
  const { model, effort } = options;
  return [
    'POST',
    buildUrl(options, 'chat/completions'),
    ...(model === undefined ? [] : [`model=${model}`]),
    ...(effort === undefined ? [] : [`reasoning_effort=${effort}`]),
    ...(schema === undefined ? [] : ['response_format=json_schema']),
  ];
}

// What a request asks for beyond an answer, and how to leave that out for services that do not know it.

interface OptionalFields {
  /** Asks the service to report tokens and cost at the end of the stream. */
  readonly usage: boolean;
  /** JSON Schema that the answer must fit. */
  readonly schema: JsonSchema | undefined;
}

/** Whether the service did not like the form of a request. */
function isRejected({ status, verdict }: ChatAnswer): boolean {
  return (status === 400 || status === 422) && verdict.status === 'failed' && verdict.code === 'rejected';
}

/** What to ask for after a rejection, or `undefined` when nothing is left to leave out. */
function dropRejected(extras: OptionalFields, { verdict }: ChatAnswer): OptionalFields | undefined {
  const message = verdict.status === 'failed' ? (verdict.message ?? '') : '';
  if (extras.usage && /stream_options|include_usage/.test(message)) return { ...extras, usage: false };
  return extras.schema === undefined ? undefined : { ...extras, schema: undefined };
}

/** Tools may have been called before a request was refused. */
function withUsage(refused: Usage | undefined, answer: ChatAnswer): ChatAnswer {
  const { verdict } = answer;
  const usage = addTry(refused, verdict.facts.usage);
  return { ...answer, verdict: { ...verdict, facts: { ...verdict.facts, ...defined({ usage }) } } };
}

/** What one service has shown to know, over a session. */
export function createNegotiation() {
  let takesUsage = true;
  let supportsSchema = true;
  const sent = (schema: JsonSchema | undefined) => (supportsSchema ? schema : undefined);
  return {
    sent,
    /** Asks with all that is wanted; what the service rejects is left out then, and from then on. */
    async ask(
      schema: JsonSchema | undefined,
      request: (extras: OptionalFields) => Promise<ChatAnswer>,
    ): Promise<CallResult> {
      let extras: OptionalFields = { usage: takesUsage, schema: sent(schema) };
      let refused: Usage | undefined;
      for (;;) {
        const answered = withUsage(refused, await request(extras));
        if (!isRejected(answered)) {
          takesUsage = extras.usage;
          if (schema !== undefined) supportsSchema = extras.schema !== undefined;
          return answered.verdict;
        }
        const less = dropRejected(extras, answered);
        // Rejected without all of it: that was not the reason, and nothing was learnt.
        if (less === undefined) return answered.verdict;
        extras = less;
        refused = answered.verdict.facts.usage;
      }
    },
    notes: (schema: JsonSchema | undefined): readonly string[] => [
      ...(schema !== undefined && !supportsSchema
        ? ['the service does not accept a JSON schema, so it was asked without one']
        : []),
      ...(takesUsage ? [] : ['the service does not accept "stream_options", so it may not report its usage']),
    ],
  };
}
