// What is sent to the service, and how a call is shown without the key.
import { defined } from '../../../domain/defined.ts';
import { PICTURE_TYPES, type PictureType, toDataUrl } from '../../../domain/pictures.ts';
import type { SeatTools, ToolDeclaration } from '../../../material/reading/seat-tools.ts';
import type { PromptMessage as Asked } from '../../pictures.ts';
import { buildUrl } from '../../service.ts';
import type { OptionalFields } from './optional-fields.ts';
import type { OpenaiHttpOptions } from './options.ts';

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

/** Characters of its texts. */
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
