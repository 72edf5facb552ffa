// Reads the events of a Chat Completions stream, and whole completions; knows their shapes and nothing of what they mean.
import * as z from 'zod';
import { reportedDollars, reportedTokens } from '../../../usage.ts';

const text = z.string().nullish().catch(undefined);

/** What bears the answer is never guessed: with another shape the event cannot be read. */
const messageSchema = z.looseObject({
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))]).nullish(),
  refusal: text,
  /** Pieces of calls; those of one call have the same index. */
  tool_calls: z
    .array(
      z.looseObject({
        index: z.int().min(0).optional().catch(undefined),
        id: text,
        function: z.looseObject({ name: text, arguments: text }).nullish().catch(undefined),
      }),
    )
    .nullish()
    .catch(undefined),
});

const choiceSchema = z.looseObject({
  index: z.number().catch(0),
  delta: messageSchema.nullish(),
  /** In a whole completion, which a service that does not stream gives. */
  message: messageSchema.nullish(),
  finish_reason: z.string().nullish(),
});

const usageSchema = z.looseObject({
  prompt_tokens: reportedTokens,
  completion_tokens: reportedTokens,
  prompt_tokens_details: z.looseObject({ cached_tokens: reportedTokens }).nullish().catch(undefined),
  /** OpenRouter: US dollars. */
  cost: reportedDollars,
  is_byok: z.boolean().optional().catch(undefined),
  cost_details: z.looseObject({ upstream_inference_cost: reportedDollars }).nullish().catch(undefined),
});

const chunkSchema = z.looseObject({
  model: text,
  choices: z.array(choiceSchema).nullish(),
  usage: usageSchema.nullish().catch(undefined),
});

export type StreamChunk = z.infer<typeof chunkSchema>;
export type ChunkUsage = z.infer<typeof usageSchema>;

/** A call of a tool, as the model has put it. */
export interface FunctionCall {
  readonly id: string;
  readonly name: string;
  /** JSON, or what the model takes for it. */
  readonly arguments: string;
}

/** `undefined` for anything that is not part of a completion. */
export function readChunk(value: unknown): StreamChunk | undefined {
  const chunk = chunkSchema.safeParse(value).data;
  return chunk?.choices === undefined && chunk?.usage === undefined ? undefined : chunk;
}

/** The words of a message; parts that are no text, such as reasoning, are none of them. */
export function getContent(message: z.infer<typeof messageSchema> | null | undefined): string {
  const content = message?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
}
