// What is sent to the service: addresses, bodies, the key; and how a call is shown without the key.
import { defined } from '../../../domain/defined.ts';
import type { Failure } from '../../../domain/failures/failures.ts';
import { PICTURE_TYPES, type PictureType, toDataUrl } from '../../../domain/pictures.ts';
import type { SeatTools, ToolDeclaration } from '../../../material/reading/seat-tools.ts';
import type { AgentPorts } from '../../agent.ts';
import { createRedactor, type Redact } from '../../failures/redact.ts';
import type { Message as Asked } from '../../pictures.ts';
import type { OptionalFields } from './optional-fields.ts';
import type { OpenaiHttpOptions } from './options.ts';

type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

export interface Message {
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

export function writeUserMessage({ text, attached }: Asked): Message {
  if (attached.length === 0) return { role: 'user', content: text };
  const images = attached.map(({ mediaType, read }) => ({
    type: 'image_url' as const,
    image_url: { url: toDataUrl({ mediaType, data: read() }) },
  }));
  return { role: 'user', content: [...images, { type: 'text', text }] };
}

/** Characters of its texts. */
export function countCharacters({ content }: Message): number {
  if (typeof content === 'string') return content.length;
  return content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);
}

export function buildUrl({ baseUrl }: OpenaiHttpOptions, path: 'chat/completions' | 'models'): string {
  return `${baseUrl.replace(/\/+(?![\s\S])/, '')}/${path}`;
}

/** How the service is called in sentences. */
export function getServiceName({ baseUrl }: OpenaiHttpOptions): string {
  return new URL(baseUrl).host;
}

/** The key, `undefined` where none is wanted, or why there is none. */
export function findKey({ keyEnv }: OpenaiHttpOptions, env: AgentPorts['env']): string | undefined | Failure {
  if (keyEnv === undefined) return undefined;
  const key = env[keyEnv]?.trim() ?? '';
  if (key === '') return { code: 'not-logged-in', message: `The environment variable "${keyEnv}" contains no key.` };
  // Anything else cannot stand in a header, and the error that says so would quote it.
  if (/^[\x21-\x7e]+(?![\s\S])/.test(key)) return key;
  return {
    code: 'not-logged-in',
    message: `"${keyEnv}" cannot be a key: it contains spaces or other invalid characters.`,
  };
}

/** Takes the key out, whatever its variable is called and however short it is, and every other secret. */
export function createKeyRedactor(key: string | undefined, env: AgentPorts['env']): Redact {
  const withoutSecrets = createRedactor(env);
  return (text) => withoutSecrets(key === undefined ? text : text.replaceAll(key, '[redacted]'));
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
  }: { messages: readonly Message[]; extras: OptionalFields; task: string; tools: SeatTools | undefined },
): string {
  const { usage, schema } = extras;
  return JSON.stringify({
    ...defined({ model }),
    messages,
    stream: true,
    ...(usage ? { stream_options: { include_usage: true } } : {}),
    ...defined({ reasoning_effort: effort }),
    ...defined({ tools: tools?.declarations.map(toFunction) }),
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
